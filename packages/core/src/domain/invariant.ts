/**
 * Throws when something that must hold does not: a fault in Dropkit, never the user's doing. Where every claim passes,
 * `what` is a function: to write out amounts that nobody will read costs more than to look at them.
 */
export function invariant(holds: boolean, what: string | (() => string)): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${typeof what === 'string' ? what : what()}`)
}
