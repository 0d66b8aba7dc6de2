import { type Drop, type Eligibility, notFound, parseAddress } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const checkGatingEligibility: Queries['checkGatingEligibility'] = async (
  _root,
  { input },
  { caller, services },
) => {
  orThrow(parseAddress(input.walletAddress, 'walletAddress'))
  const drop = await services.dropkit.readDrop(caller, input.dropId)
  if (!drop) throw refusalError(notFound('Drop'))
  return judge(drop)
}

function judge({ claimType, gating }: Drop): Eligibility {
  const hasRules = gating?.isActive === true && gating.rules.length > 0
  if (hasRules) return refused('Could not be checked, try again: its rules cannot be judged yet', true)
  if (claimType === 'ELITE') return refused('an ELITE drop admits nobody until it has gating rules', false)
  return { eligible: true, retryable: false, reason: null, missingRequirements: [] }
}

const refused = (reason: string, retryable: boolean): Eligibility => ({
  eligible: false,
  retryable,
  reason,
  missingRequirements: [reason],
})
