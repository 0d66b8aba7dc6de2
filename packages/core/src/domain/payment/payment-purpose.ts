import { candidateOf } from './close-intent.ts'
import { amountDue, isOpen, type PaymentIntent, receiptOf, received } from './payment-intent.ts'
import { canAdd, type Payment } from './take-payment.ts'

/** A payment, and what its sender wrote on it. */
interface PaymentWithMemo extends Payment {
  readonly memo: string | null
}

/** What a payment's sender has bought lately, oldest first. */
export interface Purchases {
  readonly unpaid: readonly PaymentIntent[]
  /** With money of the sender's that counts already. */
  readonly paid: readonly PaymentIntent[]
}

/**
 * Which of its sender's intents a payment is for: the one that its memo or its named transaction says, else one that
 * waits for money, else the only one that was paid already and can take more. Undefined when nobody can tell.
 */
export const intentFor = (payment: PaymentWithMemo, { unpaid, paid }: Purchases): PaymentIntent | undefined =>
  intentAwaiting(payment, { unpaid, paid }) ?? onlyOne(paid.filter((intent) => canAdd(intent, payment)))

/**
 * The same among those that still wait for money: the oldest of the payment's coin and amount, else one that just so
 * much is missing from, else the only one there is.
 */
export function intentAwaiting(
  payment: PaymentWithMemo,
  { unpaid, paid }: Purchases,
): PaymentIntent | undefined {
  const all = [...unpaid, ...paid]
  // Anybody may name a transaction; what is written on it is its sender's own word.
  const named =
    all.find((intent) => isMeantFor(intent, payment)) ??
    all.find((intent) => candidateOf(intent) === payment.txHash)
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
 * The intents that a payment may have been made for, whoever made them, as things stood then: the one that its memo
 * names, else those of its coin and amount, else all that waited for money. It does not matter what has become of them
 * since, or whoever waits longest, or pays again and says what for, would leave it to the others. Those that came later
 * or were called off before count only where there are no others.
 */
export function bestFitting(payment: PaymentWithMemo, { unpaid, paid }: Purchases): readonly PaymentIntent[] {
  const meant = [...unpaid, ...paid].filter((intent) => isMeantFor(intent, payment))
  const waitedToo = paid.filter((intent) => isShort(intent, payment) || wasPaidAfter(intent, payment))
  const waiting = [...unpaid, ...waitedToo]
  const there = waiting.filter(({ createdAt }) => createdAt <= payment.at)
  const wanted = there.filter(({ state }) => state.kind !== 'CANCELLED' || state.at >= payment.at)
  const fits = (intent: PaymentIntent) =>
    intent.coinType === payment.coinType && payment.amount === (missing(intent) || amountDue(intent))
  const inOrder = [meant, wanted.filter(fits), there.filter(fits), wanted, there, waiting.filter(fits)]
  return inOrder.find((intents) => intents.length > 0) ?? waiting
}

/** Whether the memo names the intent. */
export const isMeantFor = ({ id, externalId }: PaymentIntent, { memo }: PaymentWithMemo): boolean =>
  memo === externalId || memo === id

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
