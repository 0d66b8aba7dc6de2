import { ApiRefusal } from '../api/api-refusal.ts'
import { inClaim } from '../words/messages.ts'

/** Why one waits for another try. */
export function waitingWords(fault: ApiRefusal): string {
  switch (fault.code) {
    case 'OVERLOADED':
      return inClaim('waitOverloaded')
    case 'RATE_LIMITED':
      return inClaim('waitRateLimited')
    case 'CHAIN_UNAVAILABLE':
      return inClaim('waitChain')
    case 'DROP_NOT_READY':
      return inClaim('waitNotReady')
    case 'UNREACHABLE':
      return inClaim('waitUnreachable')
    default:
      return inClaim('waitLonger')
  }
}

/** What the page says of itself once it has read anew: the step tells it better than a message. */
const TOLD_BY_THE_STEP = new Set([
  'DROP_NOT_STARTED',
  'DROP_NOT_ACTIVE',
  'DROP_ENDED',
  'DROP_SOLD_OUT',
  'ALREADY_CLAIMED',
  'CLAIM_LIMIT_REACHED',
  'CLAIM_COOLDOWN',
  'NOT_ELIGIBLE',
])

/** What got through after all needs no word of what went wrong on the way. */
export const isToldByTheStep = (fault: unknown, stepKind: string): boolean =>
  stepKind === 'have' ||
  stepKind === 'follow' ||
  (fault instanceof ApiRefusal &&
    TOLD_BY_THE_STEP.has(fault.code) &&
    (stepKind === 'closed' || stepKind === 'barred'))
