import type { EventType, NewEvent } from '../event.ts'
import type { EventData } from '../event-data.ts'
import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { amountDue, type PaymentIntent, receiptOf, received, statusOf } from './payment-intent.ts'
import type { Refund } from './transfer.ts'

/** The event of a change to an intent. The payer sees it as the payer's own act. */
export const intentEvent = (
  type: Extract<EventType, `payment.${string}`>,
  intent: PaymentIntent,
  at: Instant,
  actorId: UserId | null,
): NewEvent => ({
  type,
  at,
  ownerId: intent.creatorId,
  actorId: actorId ?? intent.payerId,
  dropId: intent.dropId,
  tokenId: null,
  intentId: intent.id,
  data: {
    paymentIntentId: intent.id,
    intentId: intent.externalId,
    dropId: intent.dropId,
    status: statusOf(intent),
    statusReason: 'reason' in intent.state ? intent.state.reason : null,
    amountAtomic: String(amountDue(intent)),
    currency: intent.currency,
    quantity: intent.quantity,
    walletAddress: intent.wallet,
    txHash: receiptOf(intent)?.txHash ?? null,
    receivedAtomic: String(received(intent)),
    receivedCoinType: receiptOf(intent)?.coinType ?? null,
    refundedAtomic: String(intent.refunded),
  } satisfies EventData[typeof type],
})

export const refundEvent = (
  type: Extract<EventType, `refund.${string}`>,
  refund: Refund,
  intent: PaymentIntent,
  at: Instant,
): NewEvent => ({
  type,
  at,
  ownerId: intent.creatorId,
  actorId: intent.payerId,
  dropId: intent.dropId,
  tokenId: null,
  intentId: intent.id,
  data: {
    refundId: refund.id,
    paymentIntentId: intent.id,
    dropId: intent.dropId,
    amountAtomic: String(refund.amount),
    status: refund.state.kind,
    ...(refund.state.kind === 'SUCCEEDED' ? { txHash: refund.state.txHash } : {}),
    ...(refund.state.kind === 'FAILED' ? { reason: refund.state.reason } : {}),
  } satisfies EventData[typeof type],
})
