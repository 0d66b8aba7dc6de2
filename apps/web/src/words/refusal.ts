import { ApiRefusal } from '../api/api-refusal.ts'
import { chainReason, looksTechnical } from './chain-reason.ts'

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
  ELIGIBILITY_UNKNOWN: 'The rules could not be checked right now. Try again in a moment.',
  IDEMPOTENCY_IN_PROGRESS: 'This is being done already. Wait a moment.',
  IDEMPOTENCY_KEY_REUSED: 'This could not be sent. Reload the page and try again.',
  QUERY_TOO_COMPLEX: 'The page asked for too much at once. Reload it and try again.',
}

/** Used when nothing better is known. The message of the error is for programmers and is not shown. */
const UNKNOWN = 'This did not work. Reload the page and try again.'

/**
 * Why something was not done, in a sentence. Every error that a page shows passes through here: messages of the chain,
 * of wallets, of GraphQL and of JavaScript are never shown as they are.
 */
export function inPlainWords(fault: unknown): string {
  if (!(fault instanceof Error)) return UNKNOWN
  if (!(fault instanceof ApiRefusal)) return chainReason(fault.message) ?? UNKNOWN
  const { code, message, details } = fault
  if (code === 'TX_FAILED')
    return chainReason(message) ?? 'The chain did not accept the transaction. Nothing was taken from you.'
  // A limit per hour or day says itself when it resets.
  const words = code === 'RATE_LIMITED' && 'resetsAt' in details ? undefined : WORDS[code]
  return words ?? (looksTechnical(message) ? (chainReason(message) ?? UNKNOWN) : message)
}
