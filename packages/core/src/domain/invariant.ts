/**
 * Throws when something that must hold does not: a fault in Dropkit, never the user's doing. Where every claim passes,
 * `what` is a function, because writing out the amounts costs more than comparing them.
 */
export function invariant(holds: boolean, what: string | (() => string)): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${typeof what === 'string' ? what : what()}`)
}
