import { messageOf } from '@dropkit/core'
import { codeOf, orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const claimRandomDrop: Mutations['claimRandomDrop'] = async (
  _root,
  { input },
  { caller, services },
) => {
  const answer = orThrow(await services.dropkit.claimRandomDrop(caller, input))
  const { claim } = answer
  const claimedAmount = claim && String(claim.amount)
  if (answer.kind === 'drawn') return { success: true, message: null, code: null, claimedAmount, claim }
  const { refusal } = answer
  return { success: false, message: messageOf(refusal), code: codeOf(refusal), claimedAmount, claim }
}
