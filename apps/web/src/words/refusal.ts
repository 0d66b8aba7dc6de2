import { ApiRefusal } from '../api/api-refusal.ts'

/** What the codes mean to somebody who does not program. What is not here says it well enough by itself. */
const WORDS: Readonly<Record<string, string>> = {
  UNREACHABLE: 'The service cannot be reached. Check your connection and try again.',
  UNAUTHENTICATED: 'You are signed out. Sign in and try again.',
  SIGNED_IN_ANEW: 'Somebody else has signed in here since. Look again before you go on.',
  FORBIDDEN: 'This is not yours to do.',
  RATE_LIMITED: 'That was too often. Wait a moment and try again.',
  OVERLOADED: 'Very many people are here right now. Try again in a moment: nothing was taken from you.',
  INTERNAL: 'Something went wrong on our side. Nothing was lost: try again.',
  DROP_NOT_STARTED: 'This drop has not begun yet.',
  DROP_NOT_ACTIVE: 'This drop is paused right now.',
  DROP_ENDED: 'This drop is over.',
  DROP_SOLD_OUT: 'Everything has been claimed.',
  DROP_NOT_READY: 'This drop is being prepared on the chain. Try again in a minute.',
  ALREADY_CLAIMED: 'This wallet has claimed already.',
  CLAIM_LIMIT_REACHED: 'This wallet has claimed as often as it may.',
  CLAIM_COOLDOWN: 'This wallet has claimed today. Come back tomorrow.',
  PAYMENT_REQUIRED: 'This has to be paid for first.',
  CHAIN_UNAVAILABLE: 'The chain cannot be reached right now. Try again in a moment.',
  TX_NOT_FOUND: 'The chain does not know this transaction yet. Try again in a moment.',
}

/** Why something was not done, in a sentence. */
export function inPlainWords(fault: unknown): string {
  // A limit per hour or day says itself when it resets.
  if (fault instanceof ApiRefusal && fault.code === 'RATE_LIMITED' && 'resetsAt' in fault.details)
    return fault.message
  if (fault instanceof ApiRefusal) return WORDS[fault.code] ?? fault.message
  return fault instanceof Error ? fault.message : String(fault)
}
