import type { RunningContestant } from '../contestants/contestant.ts'

/**
 * Throws unless as many claims stand in the contestant's store as it accepted, each for another wallet; for one that
 * keeps nothing there is nothing to look at. `unanswered` may stand or not: nobody was told.
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
