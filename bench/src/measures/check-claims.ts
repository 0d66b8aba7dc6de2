import type { RunningContestant } from '../contestants/contestant.ts'

/**
 * Throws unless the contestant's store has exactly the claims that it accepted, each for another wallet. Does nothing if it
 * stores nothing. The `unanswered` claims may be stored or not, because no claimer was told.
 */
export const checkClaims = async (
  contestant: RunningContestant,
  accepted: number,
  unanswered = 0,
): Promise<void> => {
  const count = await contestant.countClaims()
  if (count === undefined) return
  const { claims, wallets } = count
  if (claims !== wallets)
    throw new Error(`${contestant.name}: ${claims} claims stand for ${wallets} wallets on a drop`)
  if (claims < accepted || claims > accepted + unanswered)
    throw new Error(`${contestant.name}: ${accepted} claims were accepted, and ${claims} stand`)
}
