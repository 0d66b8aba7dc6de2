/** Throws when something that must hold does not: a fault in Dropkit, never the user's doing. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${what}`)
}
