import { candidateOf } from './close-intent.ts'
import { amountDue, isOpen, type PaymentIntent, receiptOf, received } from './payment-intent.ts'
import { canAdd, type Payment } from './take-payment.ts'

/** What a payment's sender has bought lately, oldest first. */
export interface Purchases {
  readonly unpaid: readonly PaymentIntent[]
  /** With money of the sender's that counts already. */
  readonly paid: readonly PaymentIntent[]
}

/**
 * Which of its sender's intents a payment is for whose memo names none: the one that it was named for, else one that
 * waits for money, else the only one that was paid already and can take more. Undefined when nobody can tell.
 */
export const intentFor = (payment: Payment, purchases: Purchases): PaymentIntent | undefined =>
  intentAwaiting(payment, purchases) ?? onlyOne(purchases.paid.filter(mayBeRepeatedBy(payment, purchases)))

/**
 * Whether a payment may be one too many for an intent that has its money already. What another wallet than the buyer's
 * paid once says nothing of what it pays next: it may be an exchange's, which pays for the next customer. An intent in
 * review, or one whose money has all gone back, gets more by itself only while none waits that it could be for.
 */
const mayBeRepeatedBy =
  (payment: Payment, { unpaid }: Purchases) =>
  (intent: PaymentIntent): boolean =>
    canAdd(intent, payment) &&
    payment.from === intent.wallet &&
    (unpaid.length === 0 || (intent.state.kind === 'PAID' && intent.refunding < received(intent)))

/**
 * The same among those that still wait for money: the oldest of the payment's coin and amount, else one that just so
 * much is missing from, else the only one there is.
 */
export function intentAwaiting(payment: Payment, { unpaid, paid }: Purchases): PaymentIntent | undefined {
  const named = [...unpaid, ...paid].find((intent) => candidateOf(intent) === payment.txHash)
  if (named) return named
  const exact = unpaid.filter(
    (intent) => intent.coinType === payment.coinType && amountDue(intent) === payment.amount,
  )
  const open = exact.find(isOpen)
  const short = paid.filter((intent) => isShort(intent, payment))
  const completed = short.find((intent) => missing(intent) === payment.amount)
  return open ?? exact[0] ?? completed ?? onlyOne(unpaid) ?? onlyOne(short)
}

/**
 * The intents that a payment whose memo names none may have been made for, whoever made them, as things stood then:
 * those of its coin and amount, else all that waited for money. It does not matter what has become of them since, or
 * whoever waits longest, or pays again and says what for, would leave it to the others. Those that came later or were
 * called off before count only where there are no others.
 */
export function bestFitting(payment: Payment, { unpaid, paid }: Purchases): readonly PaymentIntent[] {
  const waitedToo = paid.filter((intent) => isShort(intent, payment) || wasPaidAfter(intent, payment))
  const waiting = [...unpaid, ...waitedToo]
  const there = waiting.filter(({ createdAt }) => createdAt <= payment.at)
  const wanted = there.filter(({ state }) => state.kind !== 'CANCELLED' || state.at >= payment.at)
  const fits = (intent: PaymentIntent) =>
    intent.coinType === payment.coinType && payment.amount === (missing(intent) || amountDue(intent))
  const inOrder = [wanted.filter(fits), there.filter(fits), wanted, there, waiting.filter(fits)]
  return inOrder.find((intents) => intents.length > 0) ?? waiting
}

/** How much more an intent in review would have to get; nothing once its owner has given everything back. */
const missing = (intent: PaymentIntent): bigint =>
  intent.state.kind === 'IN_REVIEW' &&
  intent.state.reason === 'UNDERPAID' &&
  intent.refunding < received(intent)
    ? amountDue(intent) + intent.refunding - received(intent)
    : 0n

const isShort = (intent: PaymentIntent, payment: Payment): boolean =>
  missing(intent) > 0n && canAdd(intent, payment)

const wasPaidAfter = (intent: PaymentIntent, { at }: Payment): boolean => {
  const receipt = receiptOf(intent)
  return receipt !== null && receipt.at > at
}

const onlyOne = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)
