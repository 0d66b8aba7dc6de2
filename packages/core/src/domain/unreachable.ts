/** Ends a `switch` on a union: the compiler refuses it while a case is missing, and a value from outside throws. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
