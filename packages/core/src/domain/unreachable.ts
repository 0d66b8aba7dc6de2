/** Ends a `switch` over a union. A missing case does not compile, and an unexpected value throws. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
