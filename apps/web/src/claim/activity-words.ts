import { ApiRefusal } from '../api/api-refusal.ts'
import type { Doing } from './claim-session.ts'

/** What is going on, while one waits. */
export const DOING_WORDS: Readonly<Record<Doing, string>> = {
  connecting: 'Connecting your wallet …',
  reserving: 'Reserving your share …',
  drawing: 'Drawing your amount …',
  in_wallet: 'Confirm in your wallet …',
  confirming: 'Waiting for the chain …',
  paying: 'Preparing your payment …',
  coins: 'Getting test coins …',
}

/** Why one waits for another try. */
export function waitingWords(fault: ApiRefusal): string {
  switch (fault.code) {
    case 'OVERLOADED':
      return 'Very many people are claiming right now. You keep your place.'
    case 'RATE_LIMITED':
      return 'Too many requests came from here.'
    case 'CHAIN_UNAVAILABLE':
      return 'The chain does not answer right now.'
    case 'DROP_NOT_READY':
      return 'This drop is just being filled on the chain.'
    case 'UNREACHABLE':
      return 'The connection is gone.'
    default:
      return 'This takes a moment longer.'
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
