import { cancelIntent } from '../domain/payment/close-intent.ts'
import { type PaymentIntent, receiptOf, statusOf } from '../domain/payment/payment-intent.ts'
import { approve, itemsThatFit } from '../domain/payment/take-payment.ts'
import { FORBIDDEN, notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import type { Change, Pool, Ports } from '../ports/index.ts'
import { findPaymentIntent } from './confirm-payment-intent.ts'

type ReviewPorts = Pick<Ports, 'store' | 'clock'>
type Decided = Change<Result<PaymentIntent, Refusal>>

/** Its maker calls it off, while it is PENDING. */
export async function cancelPaymentIntent(
  ports: ReviewPorts,
  caller: Caller,
  id: string,
): Promise<Result<PaymentIntent, Refusal>> {
  const found = await findPaymentIntent(ports, caller, id)
  if (!found.ok) return found
  if (found.value.payerId !== caller.user.id) return err(FORBIDDEN)
  return change(ports, found.value, (intent, pool, now) => {
    const cancelled = cancelIntent(intent, pool.drop, now, caller.user.id)
    if (!cancelled.ok) return { result: cancelled }
    const { events } = cancelled.value
    return { result: ok(cancelled.value.intent), update: written(cancelled.value), events }
  })
}

/** The drop's owner lets a payment that needed looking at count as paid in full, if its items still fit. */
export async function approvePaymentIntent(
  ports: ReviewPorts,
  caller: Caller,
  id: string,
): Promise<Result<PaymentIntent, Refusal>> {
  const found = await findPaymentIntent(ports, caller, id)
  if (!found.ok) return found
  if (found.value.creatorId !== caller.user.id) return err(FORBIDDEN)
  return change(ports, found.value, (intent, pool, now) => {
    const receipt = receiptOf(intent)
    if (!receipt || statusOf(intent) !== 'REQUIRES_REVIEW') {
      return { result: err({ kind: 'invalid_transition', from: statusOf(intent), to: 'CONFIRMED' }) }
    }
    const fitting = itemsThatFit(pool.drop)
    if (pool.drop.deletedAt !== null || pool.drop.status === 'CANCELLED')
      return { result: err({ kind: 'drop_ended' }) }
    if (intent.quantity > fitting) return { result: err({ kind: 'drop_sold_out', free: BigInt(fitting) }) }
    const approved = approve(intent, pool.drop, receipt, now)
    const usedPayments = receipt.isCounted ? [] : [{ txHash: receipt.txHash, intentId: intent.id }]
    const { events } = approved
    return { result: ok(approved.intent), insert: { usedPayments }, update: written(approved), events }
  })
}

const written = ({ intent, drop }: { intent: PaymentIntent; drop: Pool['drop'] }) => ({
  drops: [drop],
  paymentIntents: [intent],
})

async function change(
  ports: ReviewPorts,
  { id, dropId }: PaymentIntent,
  decide: (intent: PaymentIntent, pool: Pool, now: number) => Decided,
): Promise<Result<PaymentIntent, Refusal>> {
  let txHash = ''
  const changed = await ports.store.changeDrop(dropId, { intentIds: [id] }, (pool): Decided => {
    const intent = pool?.intents.get(id)
    if (!pool || !intent) return { result: err(notFound('Payment intent')) }
    txHash = receiptOf(intent)?.txHash ?? ''
    return decide(intent, pool, ports.clock.now())
  })
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash })
}
