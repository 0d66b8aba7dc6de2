import type { Drop } from '../drop.ts'
import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { unreachable } from '../unreachable.ts'
import { withHeld } from './hold.ts'
import { intentEvent } from './payment-event.ts'
import { assertSound, type IntentState, type PaymentIntent, statusOf } from './payment-intent.ts'
import type { PaymentChange } from './take-payment.ts'

/** How long a named transaction may stay unseen before the intent is PENDING again; it may still turn up. */
export const CANDIDATE_PATIENCE_MS = 120_000

/** A transaction was named that the chain does not show yet. */
export function nameCandidate(intent: PaymentIntent, txHash: string, now: Instant): PaymentIntent {
  const { state } = intent
  if (state.kind === 'PENDING' || state.kind === 'PROCESSING') {
    return { ...intent, state: { kind: 'PROCESSING', candidate: txHash, since: now }, updatedAt: now }
  }
  // Too late to hold anything, but not to be found when the transaction turns up.
  if (state.kind === 'EXPIRED' || state.kind === 'CANCELLED') {
    return { ...intent, state: { ...state, candidate: txHash }, updatedAt: now }
  }
  return intent
}

/** The transaction that was named, and has neither turned up nor turned out to be none. */
export const candidateOf = ({ state }: PaymentIntent): string | null =>
  'candidate' in state ? state.candidate : null

/** The named transaction is final, and none that pays for this intent. */
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

/** When time alone changes an unpaid intent: its candidate is waited for no longer, or it expires. */
export const nextChangeAt = ({ state, expiresAt }: PaymentIntent): Instant =>
  state.kind === 'PROCESSING' ? Math.min(expiresAt, state.since + CANDIDATE_PATIENCE_MS) : expiresAt

/** Applies the passing of time: a candidate that is not seen for too long is dropped, and an unpaid intent expires. */
export function passTime(intent: PaymentIntent, drop: Drop, now: Instant): PaymentChange {
  const { state } = intent
  if (state.kind !== 'PENDING' && state.kind !== 'PROCESSING') return { intent, drop, events: [] }
  if (now >= intent.expiresAt) {
    return close(
      intent,
      drop,
      { kind: 'EXPIRED', candidate: candidateOf(intent) },
      'payment.expired',
      now,
      null,
    )
  }
  const isForgotten = state.kind === 'PROCESSING' && now >= nextChangeAt(intent)
  return {
    intent: isForgotten
      ? { ...intent, state: { kind: 'PENDING', candidate: state.candidate }, updatedAt: now }
      : intent,
    drop,
    events: [],
  }
}

/** Its maker, or the end of the drop, calls it off. Only while nothing has been paid or named. */
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

/** Like `cancelIntent`, also when a transaction was named: the drop itself is over. */
export const cancelOpenIntent = (
  intent: PaymentIntent,
  drop: Drop,
  now: Instant,
  actorId: UserId | null,
): PaymentChange =>
  close(
    intent,
    drop,
    { kind: 'CANCELLED', candidate: candidateOf(intent), at: now },
    'payment.cancelled',
    now,
    actorId,
  )

function close(
  intent: PaymentIntent,
  drop: Drop,
  state: IntentState,
  type: 'payment.expired' | 'payment.cancelled',
  now: Instant,
  actorId: UserId | null,
): PaymentChange {
  const released = withHeld({ ...intent, state, updatedAt: now }, drop, 0)
  return {
    intent: assertSound(released.intent),
    drop: released.drop,
    events: [intentEvent(type, released.intent, now, actorId)],
  }
}
