import { type Claim, messageOf } from '@dropkit/core'
import { codeOf, orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'
import { shortAddress } from '../short-address.ts'

export const claimRandomDrop: Mutations['claimRandomDrop'] = async (
  _root,
  { input },
  { caller, services },
) => {
  const answer = orThrow(await services.dropkit.claimRandomDrop(caller, input))
  const { claim } = answer
  const claimedAmount = claim && String(claim.amount)
  if (answer.kind === 'drawn')
    return { success: true, message: drawnMessage(answer.claim), code: null, claimedAmount, claim }
  const { refusal } = answer
  return { success: false, message: messageOf(refusal), code: codeOf(refusal), claimedAmount, claim }
}

/** What a successful draw is told, also if its answer is given again. */
export const drawnMessage = ({ amount, claimer }: Pick<Claim, 'amount' | 'claimer'>): string =>
  `You drew ${amount}, which is being sent to ${shortAddress(claimer)}.`
