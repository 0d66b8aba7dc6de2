import type { ClaimState } from './claim-flow.ts'
import { isSameAddress } from './claim-signatures.ts'
import type { ClientParts } from './client.ts'
import {
  executeOnce,
  type FlowPayment,
  type FlowStep,
  flowOf,
  notFound,
  read,
  retryOptions,
  storedTransaction,
  unlessUnneeded,
} from './flow.ts'
import {
  FlowBeginPaymentDocument,
  FlowCancelPaymentDocument,
  FlowConfirmPaymentDocument,
  FlowPaymentDocument,
  FlowPaymentsDocument,
  FlowPaymentTransactionDocument,
} from './generated/flow-operations.ts'
import { type ProveHuman, withProof } from './human-check.ts'
import { randomKey } from './idempotency.ts'
import { ABORTED, NO_ANSWER, ok, type Refusal, type Result, refusalOf, refused } from './result.ts'
import { pause } from './transport.ts'
import type { Wallet } from './wallet.ts'

/** Which payment to make, and with which wallet. */
export interface PaymentOrder {
  /** `PaymentIntent.id` or `intentId`. */
  readonly paymentIntentId: string
  readonly wallet: Wallet
  readonly signal?: AbortSignal
}

/** The state of a payment. `paid` and `refused` are final. */
export type PaymentState =
  | Extract<
      ClaimState,
      { readonly kind: 'checking' | 'paying' | 'confirming_payment' | 'waiting' | 'refused' }
    >
  | { readonly kind: 'paid'; readonly payment: FlowPayment }

/** The states of one payment. The wallet sends it once, whichever flows, pages and tabs of the site pay it. */
export function paymentFlow(
  parts: ClientParts,
  { paymentIntentId, wallet, signal }: PaymentOrder,
): AsyncGenerator<PaymentState, void, undefined> {
  const place = `payment ${JSON.stringify([parts.url, paymentIntentId])}`
  return flowOf<PaymentState>({ parts, wallet, signal, place }, async (begin) => {
    const step = await begin()
    await step.emit({ kind: 'checking' })
    const paid = await complete(step, paymentIntentId, notFound('Payment intent', 'paymentIntentId'))
    return paid.ok ? ok({ kind: 'paid', payment: paid.value }) : paid
  })
}

/** The price of one item, in whole units of the currency. */
export interface ItemPrice {
  readonly amount: number
  readonly currency: string
}

interface Purchase {
  readonly dropId: string
  readonly quantity: number
  /** How many items the claim takes from one payment. */
  readonly items: number
  /** What the buyer was shown, if anything. */
  readonly price: ItemPrice | undefined
  readonly prove: ProveHuman | undefined
}

const FIRST_POLL_MS = 400
const LONGEST_POLL_MS = 4_000
/** How long after a payment's expiry the server still looks for its transaction. */
const LATE_MS = 24 * 3_600_000
/** How many payment intents are created in total if each expires unpaid. */
const MOST_INTENTS = 3
/** The name of the network, whatever the currency. A server with another chain refuses it, and names its own. */
const PAYMENT_METHOD = 'SUI'

/** Pays for a claim once, and waits until the server has confirmed the payment. */
export async function payForClaim(step: FlowStep, purchase: Purchase): Promise<Result<FlowPayment>> {
  let result: Result<FlowPayment> = NO_ANSWER
  const over = new Set<string>()
  for (let attempt = 0; attempt < MOST_INTENTS; attempt += 1) {
    const payment = await paymentOf(step, purchase, attempt, over)
    if (!payment.ok) return payment
    const { id } = payment.value
    const isGiven = (await step.parts.storage.get(transactionOf(id))) !== undefined
    if (!isGiven && costsMore(payment.value, purchase.price)) {
      result = refused(priceChanged(payment.value))
      // It would keep its items from other buyers, and the buyer from today's price.
      if (!(await cancel(step, id))) return result
      over.add(id)
      continue
    }
    result = await complete(step, id)
    if (result.ok || !isReplaceable(result.refusal)) return result
    over.add(id)
    // The wallet may still send the transaction that it was given, and a second payment would then be paid too.
    if ((await step.parts.storage.get(transactionOf(id))) !== undefined) return result
  }
  return result
}

/** A sum of floating-point numbers may differ from the exact one by less than this share. */
const ROUNDING = 1e-12

type Cost = Pick<FlowPayment, 'amount' | 'currency' | 'quantity'>

const isMore = ({ amount, currency, quantity }: Cost, shown: ItemPrice | undefined): boolean =>
  shown !== undefined && (currency !== shown.currency || amount > shown.amount * quantity * (1 + ROUNDING))

/** Whether the wallet would pay more than the buyer was shown. */
const costsMore = (payment: FlowPayment, shown: ItemPrice | undefined): boolean =>
  payment.status === 'PENDING' && payment.txHash === null && isMore(payment, shown)

function priceChanged({ amount, currency, quantity }: Cost): Refusal {
  // Rounded, because a third of 0.3 would be 0.09999999999999999.
  const price = Number((amount / quantity).toPrecision(15))
  const details = { price, currency }
  return refusalOf('PRICE_CHANGED', `The price is now ${amount} ${currency}. Nothing was paid`, { details })
}

/** False if the payment cannot be cancelled, for example because another device is paying it. */
async function cancel(step: FlowStep, id: string): Promise<boolean> {
  const cancelled = await step.parts.mutateOnce(
    FlowCancelPaymentDocument,
    { id },
    randomKey(),
    retryOptions(step),
  )
  return cancelled.ok
}

/** The storage name of the transaction that the wallet was given for a payment. */
const transactionOf = (id: string): string => `transaction ${id}`

/**
 * Whether the payment expired unpaid, or the buyer cancelled it after an earlier run of the flow, and no transaction was
 * named that may still arrive.
 */
const isReplaceable = ({ details }: Refusal): boolean =>
  details['txHash'] === null &&
  (details['status'] === 'EXPIRED' || (details['status'] === 'CANCELLED' && details['wasOver'] === true))

const NONE_LISTED = { paymentIntents: [], service: { now: '' }, drop: null }

/** Returns the payment that the wallet has made or begun, perhaps on another device, or creates one. */
async function paymentOf(
  step: FlowStep,
  purchase: Purchase,
  attempt: number,
  over: ReadonlySet<string>,
): Promise<Result<FlowPayment>> {
  const { dropId, quantity, prove, price: shown } = purchase
  const { parts, wallet, id } = step
  const key = `${id}-pay-${quantity}-${attempt}`
  const listed = await read(step, FlowPaymentsDocument, { dropId })
  // A publishable key may not list payments. Then only the payment of this flow is known.
  if (!listed.ok && listed.refusal.code !== 'FORBIDDEN') return listed
  const { paymentIntents: payments, service, drop } = listed.ok ? listed.value : NONE_LISTED
  const ofWallet = payments.filter(
    (one) => isSameAddress(one.walletAddress, wallet.address) && !over.has(one.id),
  )
  const earlier = await earlierPayment(step, purchase, ofWallet, Date.parse(service.now))
  if (earlier) return earlier
  if (drop?.price != null) {
    const { price, currency } = drop
    const cost = { amount: Number((price * quantity).toPrecision(15)), currency, quantity }
    if (isMore(cost, shown)) return refused(priceChanged(cost))
  }
  const begin = (paymentMethod: string, key: string) => {
    const input = { dropId, walletAddress: wallet.address, paymentMethod, quantity }
    return withProof(step, { dropId, key, prove }, (proof, key) =>
      parts.mutateOnce(FlowBeginPaymentDocument, { input: { ...input, ...proof } }, key, retryOptions(step)),
    )
  }
  let begun = await begin(PAYMENT_METHOD, key)
  if (!begun.ok && begun.refusal.field === 'paymentMethod') {
    const [method] = [begun.refusal.details['known']].flat()
    if (typeof method === 'string') begun = await begin(method, `${key}-${method}`)
  }
  if (!begun.ok) return begun
  return begun.value.createPaymentIntent ? ok(begun.value.createPaymentIntent) : NO_ANSWER
}

/**
 * The payment that pays for this purchase, or the refusal to pay again while another one may still arrive or is in review.
 * Undefined if the wallet has to make a new payment.
 */
async function earlierPayment(
  step: FlowStep,
  { quantity, items }: Purchase,
  payments: readonly FlowPayment[],
  nowMs: number,
): Promise<Result<FlowPayment> | undefined> {
  const paid = payments.find(({ itemsLeft }) => itemsLeft >= items)
  if (paid) return askTheChain(step, paid)
  for (const payment of payments) {
    const { id, status } = payment
    // A visitor, who may pay but not name a transaction, leaves its hash in the storage only.
    const { bytes, sent = null } = await storedTransaction(step.parts.storage, transactionOf(id))
    const txHash = payment.txHash ?? sent
    if (status === 'REQUIRES_REVIEW') return refused(notConfirmed(payment, true))
    if (status === 'PENDING' || status === 'PROCESSING') {
      // A payment for another quantity is completed, too, if it may have been sent.
      if (payment.quantity === quantity || bytes !== undefined || txHash !== null)
        return askTheChain(step, payment)
    } else if (isLate(payment, nowMs) && txHash !== null) {
      const asked = await askTheChain(step, payment, txHash)
      if (asked.ok) return asked.value.status === status ? refused(notConfirmed(asked.value, true)) : asked
      if (!PAYS_NOTHING.includes(asked.refusal.code)) return asked
    }
  }
  return undefined
}

/**
 * Whether the payment is over, and the server still accepts its transaction.
 * @param nowMs The service's time: the clock of this machine may be wrong.
 */
const isLate = ({ status, expiresAt }: FlowPayment, nowMs: number): boolean =>
  isOver(status) && nowMs < Date.parse(expiresAt) + LATE_MS

/** Codes of a transaction that failed or pays for something else. */
const PAYS_NOTHING: readonly string[] = ['TX_FAILED', 'TX_ALREADY_USED', 'BAD_USER_INPUT']

/** The payment, after the server has looked for it on the chain. Another device may have sent it just now. */
async function askTheChain(
  step: FlowStep,
  payment: FlowPayment,
  txHash: string | null = null,
): Promise<Result<FlowPayment>> {
  const variables = { id: payment.id, txHash }
  const asked = await step.parts.mutateOnce(
    FlowConfirmPaymentDocument,
    variables,
    randomKey(),
    retryOptions(step),
  )
  return asked.ok ? ok(asked.value.confirmPaymentIntent ?? payment) : asked
}

/**
 * @param either Either of the payment's ids.
 * @param missing The result if there is no such payment.
 */
async function complete(
  step: FlowStep,
  either: string,
  missing?: Result<never>,
): Promise<Result<FlowPayment>> {
  const known = await paymentNow(step, either, missing)
  if (!known.ok) return known
  const { id, status, txHash } = known.value
  const name = transactionOf(id)
  // Another device has sent its transaction: from here, only a second one could be sent.
  const isElsewhere = txHash !== null && (await step.parts.storage.get(name)) === undefined
  const sent = status === 'PENDING' && !isElsewhere ? await send(step, known.value) : ok(undefined)
  const paid = sent.ok ? await untilPaid(step, id) : sent
  if (paid.ok || endsTransaction(paid.refusal)) step.used.push(name)
  return paid
}

/**
 * Whether the transaction that the wallet was given pays nothing more. After all other refusals it stays stored, because it
 * may still arrive: for example, the payment is over, or another wallet has signed in meanwhile and may not see it.
 */
const endsTransaction = ({ code, details: { status } }: Refusal): boolean =>
  PAYS_NOTHING.includes(code) || (code === 'PAYMENT_NOT_CONFIRMED' && !isOver(status))

const isOver = (status: unknown): boolean => status === 'EXPIRED' || status === 'CANCELLED'

async function send(step: FlowStep, payment: FlowPayment): Promise<Result<unknown>> {
  const { parts, emit, id: flowId } = step
  const { id } = payment
  await emit({ kind: 'paying', payment })
  const executed = await executeOnce(step, transactionOf(id), {
    async prepare() {
      const answer = await read(step, FlowPaymentTransactionDocument, { id })
      if (!answer.ok) return answer
      const { status, paymentTransaction } = answer.value.paymentIntent ?? {}
      if (paymentTransaction) return ok(paymentTransaction)
      // Its time is over, and the server is about to note it.
      return status === 'PENDING' ? refused(notConfirmed({ ...payment, status: 'EXPIRED' }, true)) : NO_ANSWER
    },
    // The wallet may still send the transaction of a payment that is over, so the flow waits for its answer.
    async hasArrived(signal) {
      const now = await parts.query(FlowPaymentDocument, { id }, { signal })
      const { status = 'PENDING' } = (now.ok && now.value.paymentIntent) || {}
      return status !== 'PENDING' && !isOver(status)
    },
  })
  if (!executed.ok) {
    // The wallet or another tab may have sent it despite the error.
    await askTheChain(step, payment)
    const now = await paymentNow(step, id)
    return now.ok && now.value.status === 'PENDING' ? executed : now
  }
  if (executed.value === undefined) return ok(undefined)
  const key = `${flowId}-paid-${executed.value}`
  const variables = { id, txHash: executed.value }
  const confirmed = await parts.mutateOnce(FlowConfirmPaymentDocument, variables, key, retryOptions(step))
  return unlessUnneeded(confirmed)
}

async function untilPaid(step: FlowStep, id: string): Promise<Result<FlowPayment>> {
  let isTold = false
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * 1.5, LONGEST_POLL_MS)) {
    const now = await paymentNow(step, id)
    if (!now.ok) return now
    const { status, itemsLeft } = now.value
    if (status === 'CONFIRMED' || itemsLeft > 0) return now
    if (status !== 'PENDING' && status !== 'PROCESSING') return refused(notConfirmed(now.value, !isTold))
    if (!isTold) await step.emit({ kind: 'confirming_payment', payment: now.value })
    isTold = true
    if (!(await pause(delayMs, step.signal))) return refused(ABORTED)
  }
}

/** @param wasOver Whether that was so before this run of the flow did anything about the payment. */
function notConfirmed({ id, status, statusReason, txHash }: FlowPayment, wasOver: boolean): Refusal {
  const details = { paymentIntentId: id, status, statusReason, txHash, wasOver }
  const isAwaited = txHash !== null && isOver(status)
  const rest = isAwaited ? ', but its transaction may still arrive. Do not pay again' : ''
  return refusalOf('PAYMENT_NOT_CONFIRMED', `The payment is ${status}${rest}`, { details })
}

async function paymentNow(
  step: FlowStep,
  id: string,
  missing: Result<never> = NO_ANSWER,
): Promise<Result<FlowPayment>> {
  const answer = await read(step, FlowPaymentDocument, { id })
  if (!answer.ok) return answer
  return answer.value.paymentIntent ? ok(answer.value.paymentIntent) : missing
}
