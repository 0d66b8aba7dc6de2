import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { KeptEvent } from '../../ports/audit-rows.ts'
import type { Compare } from './difference.ts'

/** The status of an intent after each event. An intent that waits for its payment may have a candidate. */
const STATE_AFTER: Readonly<Record<string, string>> = {
  'payment.created': 'waiting',
  'payment.confirmed': 'PAID',
  'payment.requires_review': 'IN_REVIEW',
  'payment.expired': 'EXPIRED',
  'payment.cancelled': 'CANCELLED',
}

const REFUND_AFTER: Readonly<Record<string, string>> = {
  'refund.created': 'PENDING',
  'refund.succeeded': 'SUCCEEDED',
  'refund.failed': 'FAILED',
}

const stateOf = ({ state }: PaymentIntent): string =>
  state.kind === 'PENDING' || state.kind === 'PROCESSING' ? 'waiting' : state.kind

/** Compares an intent and its refunds with the log. */
export async function auditPaymentEvents(
  intent: PaymentIntent,
  refunds: ReadonlyMap<string, string>,
  pages: AsyncIterable<readonly KeptEvent[]>,
  compare: Compare,
): Promise<void> {
  let state: string | null = null
  let made = 0
  const logged = new Map<string, string>()
  for await (const page of pages) {
    for (const { type, data } of page) {
      state = STATE_AFTER[type] ?? state
      if (type === 'payment.created') made++
      const refund = REFUND_AFTER[type]
      if (refund !== undefined) logged.set(String(data['refundId']), refund)
    }
  }
  compare(intent.id, 'payment.created', made, 1)
  compare(intent.id, 'state', stateOf(intent), state)
  for (const [id, kept] of refunds) compare(id, 'state', kept, logged.get(id))
  for (const [id, state] of logged) if (!refunds.has(id)) compare(id, 'row', 'none', state)
}
