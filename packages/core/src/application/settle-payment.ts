import type { PaymentIntentId } from '../domain/ids.ts'
import { candidateOf } from '../domain/payment/close-intent.ts'
import { type PaymentIntent, receiptOf } from '../domain/payment/payment-intent.ts'
import { takePayment } from '../domain/payment/take-payment.ts'
import { notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Change, PaymentOnChain, Pool, Ports } from '../ports/index.ts'

type SettlePorts = Pick<Ports, 'store' | 'clock'>

/**
 * Counts a payment that the chain shows as final for an intent. Doing it again, or from several sides at once, has one
 * effect: a transaction pays for one intent, and an intent takes one payment.
 */
export async function settlePayment(
  ports: SettlePorts,
  intent: PaymentIntent,
  payment: PaymentOnChain,
): Promise<Result<PaymentIntent, Refusal>> {
  const user = await ports.store.intentUsing(payment.txHash)
  if (user !== undefined && user !== intent.id)
    return err({ kind: 'tx_already_used', txHash: payment.txHash })
  const changed = await ports.store.changeDrop(intent.dropId, { intentIds: [intent.id] }, (pool) =>
    take(pool, intent.id, payment, ports.clock.now()),
  )
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash: payment.txHash })
}

function take(
  pool: Pool | null,
  id: PaymentIntentId,
  payment: PaymentOnChain,
  now: number,
): Change<Result<PaymentIntent, Refusal>> {
  const intent = pool?.intents.get(id)
  if (!pool || !intent) return { result: err(notFound('Payment intent')) }
  const earlier = receiptOf(intent)
  if (earlier?.txHash === payment.txHash) return { result: ok(intent) }
  // One from another wallet, which nobody has let count, does not stand in the way of the buyer's own.
  if (earlier?.isCounted) {
    const message = `This intent was paid by ${earlier.txHash} already`
    return { result: err({ kind: 'conflict', message }) }
  }
  const { txHash, from, coinType, amount, at } = payment
  const taken = takePayment(intent, pool.drop, { txHash, from, coinType, amount, at }, now)
  const isUsed = receiptOf(taken.intent)?.isCounted === true
  return {
    result: ok(taken.intent),
    insert: { usedPayments: isUsed ? [{ txHash, intentId: id }] : [] },
    update: { drops: taken.drop === pool.drop ? [] : [taken.drop], paymentIntents: [taken.intent] },
    events: taken.events,
  }
}

/**
 * Which of a wallet's unpaid intents a payment is for: the one that its memo or its named transaction says, else the
 * oldest of the same coin and amount, else the only one there is. Undefined when nobody can tell.
 */
export function intentFor(
  payment: PaymentOnChain,
  unpaid: readonly PaymentIntent[],
): PaymentIntent | undefined {
  const named = unpaid.find(
    (intent) =>
      candidateOf(intent) === payment.txHash ||
      payment.memo === intent.externalId ||
      payment.memo === intent.id,
  )
  if (named) return named
  const own = unpaid.filter(({ wallet }) => wallet === payment.from)
  const exact = own.filter(
    ({ coinType, unitPrice, quantity }) =>
      coinType === payment.coinType && unitPrice * BigInt(quantity) === payment.amount,
  )
  const open = ({ state }: PaymentIntent) => state.kind === 'PENDING' || state.kind === 'PROCESSING'
  return exact.find(open) ?? exact[0] ?? (own.length === 1 ? own[0] : undefined)
}
