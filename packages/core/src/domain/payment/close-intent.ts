import type { Drop } from '../drop.ts'
import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { invariant, unreachable } from '../invariant.ts'
import type { Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { type IntentAndDrop, withHeldItems } from './drop-totals.ts'
import { intentEvent } from './payment-event.ts'
import { assertSound, type IntentState, type PaymentIntent, statusOf } from './payment-intent.ts'
import type { PaymentChange } from './take-payment.ts'
import type { TransferPlace } from './transfer.ts'

/**
 * How long a named transaction may stay unseen before the intent is PENDING again. The transaction may still appear later.
 */
export const CANDIDATE_WAIT_MS = 120_000

/** Stores a named transaction that the chain does not show yet. */
export function nameCandidate(intent: PaymentIntent, txHash: string, now: Instant): PaymentIntent {
  const { state } = intent
  if (state.kind === 'PENDING' || state.kind === 'PROCESSING') {
    return { ...intent, state: { kind: 'PROCESSING', candidate: txHash, since: now }, updatedAt: now }
  }
  // The intent holds no items any more, but the transaction must still be recognized when it appears.
  if (state.kind === 'EXPIRED' || state.kind === 'CANCELLED') {
    return { ...intent, state: { ...state, candidate: txHash }, updatedAt: now }
  }
  return intent
}

/** The named transaction that the chain has not shown yet; null if there is none. */
export const candidateOf = ({ state }: PaymentIntent): string | null =>
  'candidate' in state ? state.candidate : null

/** Removes the named transaction because it is final and pays for something else. */
export function forgetCandidate(intent: PaymentIntent, now: Instant): PaymentIntent {
  const { state } = intent
  switch (state.kind) {
    case 'PENDING':
    case 'PROCESSING':
      return { ...intent, state: { kind: 'PENDING' }, updatedAt: now }
    case 'EXPIRED':
    case 'CANCELLED':
      return { ...intent, state: { ...state, candidate: null }, updatedAt: now }
    case 'PAID':
    case 'IN_REVIEW':
      return intent
    default:
      return unreachable(state)
  }
}

/** An unpaid intent, as far as time changes it. It can be read even if the rest of the intent cannot. */
export interface OpenIntent extends Pick<PaymentIntent, 'id' | 'expiresAt'> {
  /** When the transaction was named that it waits for; null if it waits for none. */
  readonly candidateSince: Instant | null
}

/** When time alone next changes an unpaid intent: its candidate is given up, or the intent expires. */
export const nextChangeAt = ({ candidateSince, expiresAt }: OpenIntent): Instant =>
  candidateSince === null ? expiresAt : Math.min(expiresAt, candidateSince + CANDIDATE_WAIT_MS)

/** Applies the passing of time: gives up a candidate that was not seen for too long, and expires an unpaid intent. */
export function passTime(intent: PaymentIntent, drop: Drop, now: Instant): PaymentChange {
  const { state } = intent
  if (state.kind !== 'PENDING' && state.kind !== 'PROCESSING') return { intent, drop, events: [] }
  if (now >= intent.expiresAt) {
    const state = { kind: 'EXPIRED', candidate: candidateOf(intent) } as const
    return close({ intent, drop }, state, now, null)
  }
  const isForgotten = state.kind === 'PROCESSING' && now >= state.since + CANDIDATE_WAIT_MS
  return {
    intent: isForgotten
      ? { ...intent, state: { kind: 'PENDING', candidate: state.candidate }, updatedAt: now }
      : intent,
    drop,
    events: [],
  }
}

/** Cancels an intent at the request of its payer. Only while nothing has been paid or named. */
export function cancelIntent(
  intent: PaymentIntent,
  drop: Drop,
  now: Instant,
  actorId: UserId,
): Result<PaymentChange, Refusal> {
  if (intent.state.kind !== 'PENDING') {
    return err({ kind: 'invalid_transition', from: statusOf(intent), to: 'CANCELLED' })
  }
  return ok(cancelOpenIntent(intent, drop, now, actorId))
}

/** Cancels an intent because its drop is over, even if a transaction was named. */
export const cancelOpenIntent = (
  intent: PaymentIntent,
  drop: Drop,
  now: Instant,
  actorId: UserId | null,
): PaymentChange =>
  close({ intent, drop }, { kind: 'CANCELLED', candidate: candidateOf(intent), at: now }, now, actorId)

/** Whether an intent is in review because of this transfer, which does not count for it yet. */
export function isInReviewWith({ state }: PaymentIntent, { txHash, index }: TransferPlace): boolean {
  if (state.kind !== 'IN_REVIEW' || state.receipt.isCounted) return false
  return state.receipt.txHash === txHash && state.receipt.index === index
}

/**
 * Ends a review whose payment was returned or belongs to another intent. The intent has held no items since the review
 * began, so it ends without a payment. A payment of its own is still recognized.
 */
export function endReview(
  intent: PaymentIntent,
  isDropOver: boolean,
  now: Instant,
): Pick<PaymentChange, 'intent' | 'events'> {
  invariant(intent.held === 0, `${intent.id}: nothing is held in review`)
  const state: IntentState = isDropOver
    ? { kind: 'CANCELLED', candidate: null, at: now }
    : { kind: 'EXPIRED', candidate: null }
  const ended = assertSound({ ...intent, state, updatedAt: now })
  const type = isDropOver ? 'payment.cancelled' : 'payment.expired'
  return { intent: ended, events: [intentEvent(type, ended, now, null)] }
}

function close(
  { intent, drop }: IntentAndDrop,
  state: Extract<IntentState, { kind: 'EXPIRED' | 'CANCELLED' }>,
  now: Instant,
  actorId: UserId | null,
): PaymentChange {
  const released = withHeldItems({ ...intent, state, updatedAt: now }, drop, 0)
  return {
    intent: assertSound(released.intent),
    drop: released.drop,
    events: [
      intentEvent(
        state.kind === 'EXPIRED' ? 'payment.expired' : 'payment.cancelled',
        released.intent,
        now,
        actorId,
      ),
    ],
  }
}
