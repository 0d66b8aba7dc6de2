import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import type { Purchases } from '../../domain/payment/payment-purpose.ts'
import { addPayment, canAdd, takePayment } from '../../domain/payment/take-payment.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Change, PaymentOnChain, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { changeIntent } from './change-intent.ts'
import { rightfulIntent } from './match-payment.ts'

type SettlePorts = Pick<Ports, 'store' | 'clock' | 'log'>

/** How a payment came to an intent. */
export interface Found {
  /** Somebody whom the intent concerns said that this transaction is for it. */
  readonly isNamed: boolean
  /** What the sender has bought, where that was asked for already. */
  readonly known?: Purchases
}

/**
 * Counts a payment that the chain shows as final for an intent. Doing it again, or from several sides at once, has one
 * effect: a transaction counts for one intent, once, and for its sender's own before anybody else's; while nobody can
 * tell whose it is it counts for none. An intent takes several when they can be given back as one; money that it cannot
 * take is refused, and logged for somebody to look at.
 */
export async function settlePayment(
  ports: SettlePorts,
  settings: Settings,
  intent: PaymentIntent,
  payment: PaymentOnChain,
  { isNamed, known }: Found,
): Promise<Result<PaymentIntent, Refusal>> {
  const { txHash } = payment
  const used = await answerIfUsed(ports, intent, txHash)
  if (used) return used
  const rightful = await rightfulIntent(ports, settings, payment, intent, known)
  if (!rightful.ok) return rightful
  const isTheOne = rightful.value.id === intent.id
  const counted = await count(ports, rightful.value, payment, isNamed && isTheOne)
  return isTheOne ? counted : err({ kind: 'tx_already_used', txHash })
}

async function count(
  ports: SettlePorts,
  intent: PaymentIntent,
  payment: PaymentOnChain,
  isNamed: boolean,
): Promise<Result<PaymentIntent, Refusal>> {
  const { txHash } = payment
  const changed = await changeIntent(ports, intent, (current, pool) =>
    take(current, pool.drop, payment, isNamed, ports.clock.now()),
  )
  if (!changed.ok) {
    // Somebody was quicker, perhaps for the same intent.
    return (await answerIfUsed(ports, intent, txHash)) ?? err({ kind: 'tx_already_used', txHash })
  }
  logStrandedMoney(ports, intent, payment, changed.value)
  return changed.value
}

/** Money that no intent has after this is for somebody to look at, for it is in the treasury all the same. */
function logStrandedMoney(
  { log }: SettlePorts,
  before: PaymentIntent,
  { txHash, from, coinType, amount }: PaymentOnChain,
  answer: Result<PaymentIntent, Refusal>,
): void {
  const intentId = before.id
  if (!answer.ok) {
    const fields = { intentId, txHash, from, coinType, amount: String(amount) }
    log.warn('a payment came that its intent cannot take', fields)
    return
  }
  const left = receiptOf(before)
  if (left && !left.isCounted && left.txHash !== receiptOf(answer.value)?.txHash) {
    const fields = { intentId, txHash: left.txHash, from: left.from }
    log.warn('a payment of another wallet is for no intent any more', fields)
  }
}

async function answerIfUsed(
  { store }: SettlePorts,
  { id }: PaymentIntent,
  txHash: string,
): Promise<Result<PaymentIntent, Refusal> | undefined> {
  const user = await store.intentUsing(txHash)
  if (user === undefined) return undefined
  if (user !== id) return err({ kind: 'tx_already_used', txHash })
  const current = (await store.paymentIntents([id])).get(id)
  return current ? ok(current) : err(notFound('Payment intent'))
}

function take(
  intent: PaymentIntent,
  drop: Drop,
  found: PaymentOnChain,
  isNamed: boolean,
  now: number,
): Change<Result<PaymentIntent, Refusal>> {
  const earlier = receiptOf(intent)
  if (earlier?.txHash === found.txHash) return { result: ok(intent) }
  const { txHash, from, coinType, amount, at } = found
  const payment = { txHash, from, coinType, amount, at }
  // One from another wallet, which nobody has let count, does not stand in the way of the buyer's own.
  if (earlier?.isCounted && !canAdd(intent, payment)) {
    const message = `This intent was paid by ${earlier.txHash} already, and takes more of that wallet and coin alone`
    return { result: err({ kind: 'conflict', message }) }
  }
  // Nor is it put aside for a stranger's next one: a memo can be read on the chain by now, and copied.
  if (earlier && !earlier.isCounted && from !== intent.wallet && !isNamed) {
    const message = `This intent has ${earlier.txHash} of another wallet, which its drop’s owner has to decide on first`
    return { result: err({ kind: 'conflict', message }) }
  }
  const taken = (earlier?.isCounted ? addPayment : takePayment)(intent, drop, payment, now)
  const isUsed = receiptOf(taken.intent)?.isCounted === true
  return {
    result: ok(taken.intent),
    insert: { usedPayments: isUsed ? [{ txHash, intentId: intent.id }] : [] },
    update: { drops: taken.drop === drop ? [] : [taken.drop], paymentIntents: [taken.intent] },
    events: taken.events,
  }
}
