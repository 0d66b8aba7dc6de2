import { ApiRefusal } from '../api/api-refusal.ts'
import { inClaim } from '../words/messages.ts'

/** Why the page waits before it retries. */
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

/** Errors that the claim step explains better than a message, once the page has read the drop again. */
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

/** Whether the error needs no message, because the step explains it or the claim succeeded after all. */
export const isToldByTheStep = (fault: unknown, stepKind: string): boolean =>
  stepKind === 'have' ||
  stepKind === 'follow' ||
  (fault instanceof ApiRefusal &&
    TOLD_BY_THE_STEP.has(fault.code) &&
    (stepKind === 'closed' || stepKind === 'barred'))
