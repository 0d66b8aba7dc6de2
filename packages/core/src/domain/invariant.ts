/**
 * Throws if `holds` is false. A broken invariant is a bug in Dropkit, never a user's error. On the path of a claim, `what`
 * is a function, because formatting amounts costs more than the check.
 */
export function invariant(holds: boolean, what: string | (() => string)): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${typeof what === 'string' ? what : what()}`)
}

/** Ends a `switch` over a union. A missing case does not compile, and an unexpected value throws. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
