import { executeOnce, type FlowPayment, type FlowStep, patience, read } from './flow-step.ts'
import {
  FlowBeginPaymentDocument,
  FlowConfirmPaymentDocument,
  FlowPaymentDocument,
  FlowPaymentsDocument,
  FlowPaymentTransactionDocument,
} from './generated/flow-operations.ts'
import { type ProveHuman, withProof } from './human-check.ts'
import { randomKey } from './idempotency.ts'
import { ABORTED, ok, type Result, refusalOf, refused } from './result.ts'
import { pause } from './retry.ts'

interface Purchase {
  readonly dropId: string
  readonly quantity: number
  readonly prove: ProveHuman | undefined
}

const FIRST_POLL_MS = 400
const LONGEST_POLL_MS = 4_000
/** How many payment intents are created in total if each expires unpaid. */
const MOST_INTENTS = 3
const PAYMENT_METHOD = 'SUI'

/** Pays for a claim once, and waits until the server has confirmed the payment. */
export async function payForClaim(step: FlowStep, purchase: Purchase): Promise<Result<FlowPayment>> {
  let result: Result<FlowPayment> = NO_PAYMENT
  for (let attempt = 0; attempt < MOST_INTENTS; attempt += 1) {
    const payment = await paymentOf(step, purchase, attempt)
    if (!payment.ok) return payment
    result = await complete(step, payment.value)
    if (result.ok || result.refusal.details['status'] !== 'EXPIRED') return result
    // The wallet may still send the transaction that it was given, and a second payment would then be paid too.
    if ((await step.parts.storage.get(`transaction ${payment.value.id}`)) !== undefined) return result
  }
  return result
}

/** Returns the wallet's open payment, which may come from another device, or creates one. */
async function paymentOf(
  step: FlowStep,
  { dropId, quantity, prove }: Purchase,
  attempt: number,
): Promise<Result<FlowPayment>> {
  const { parts, wallet, id } = step
  const key = `${id}-pay-${attempt}`
  const listed = await read(step, FlowPaymentsDocument, {})
  // A publishable key may not list payments. Then only the payment of this flow is known.
  if (!listed.ok && listed.refusal.code !== 'FORBIDDEN') return listed
  const open = listed.ok
    ? listed.value.paymentIntents.find(
        (one) =>
          one.drop?.id === dropId &&
          one.walletAddress === wallet.address &&
          one.quantity === quantity &&
          (one.status === 'PENDING' || one.status === 'PROCESSING'),
      )
    : undefined
  if (open) return ok(open)
  const input = { dropId, walletAddress: wallet.address, paymentMethod: PAYMENT_METHOD, quantity }
  const begun = await withProof(step, { dropId, key, prove }, (proof, key) =>
    parts.mutateOnce(FlowBeginPaymentDocument, { input: { ...input, ...proof } }, key, patience(step)),
  )
  if (!begun.ok) return begun
  return begun.value.createPaymentIntent ? ok(begun.value.createPaymentIntent) : NO_PAYMENT
}

async function complete(step: FlowStep, { id }: FlowPayment): Promise<Result<FlowPayment>> {
  step.used.push(`transaction ${id}`)
  const known = await paymentNow(step, id)
  if (!known.ok) return known
  if (known.value.status === 'PENDING') {
    const sent = await send(step, known.value)
    if (!sent.ok) return sent
  }
  return untilPaid(step, id)
}

async function send(step: FlowStep, payment: FlowPayment): Promise<Result<unknown>> {
  const { parts, emit, id: flowId } = step
  const { id } = payment
  await emit({ kind: 'paying', payment })
  const executed = await executeOnce(step, `transaction ${id}`, async () => {
    const answer = await read(step, FlowPaymentTransactionDocument, { id })
    if (!answer.ok) return answer
    const bytes = answer.value.paymentIntent?.paymentTransaction
    return bytes ? ok(bytes) : NO_PAYMENT
  })
  if (!executed.ok) {
    // The wallet or another tab may have sent it despite the error, so the server checks the chain.
    await parts.mutateOnce(FlowConfirmPaymentDocument, { id, txHash: null }, randomKey(), patience(step))
    const now = await paymentNow(step, id)
    return now.ok && now.value.status === 'PENDING' ? executed : now
  }
  const key = `${flowId}-paid-${executed.value}`
  const variables = { id, txHash: executed.value }
  const confirmed = await parts.mutateOnce(FlowConfirmPaymentDocument, variables, key, patience(step))
  // The server also watches the chain, so it finds the payment later without this call.
  return confirmed.ok || confirmed.refusal.retryable ? ok(undefined) : confirmed
}

async function untilPaid(step: FlowStep, id: string): Promise<Result<FlowPayment>> {
  let isTold = false
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * 1.5, LONGEST_POLL_MS)) {
    const now = await paymentNow(step, id)
    if (!now.ok) return now
    const { status } = now.value
    if (status === 'CONFIRMED') return now
    if (status !== 'PENDING' && status !== 'PROCESSING') {
      const { statusReason } = now.value
      const details = { paymentIntentId: id, status, statusReason }
      return refused(refusalOf('PAYMENT_NOT_CONFIRMED', `The payment is ${status}`, { details }))
    }
    if (!isTold) await step.emit({ kind: 'confirming_payment', payment: now.value })
    isTold = true
    if (!(await pause(delayMs, step.signal))) return refused(ABORTED)
  }
}

async function paymentNow(step: FlowStep, id: string): Promise<Result<FlowPayment>> {
  const answer = await read(step, FlowPaymentDocument, { id })
  if (!answer.ok) return answer
  return answer.value.paymentIntent ? ok(answer.value.paymentIntent) : NO_PAYMENT
}

const NO_PAYMENT = refused(refusalOf('BAD_ANSWER', 'The service answered without a payment'))
