import { type Currency, inWholeUnits, parseMoney, parsePositiveAmount } from '../../domain/amount.ts'
import { idOf, type PayoutId, type RefundId, readId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { withdrawable } from '../../domain/payment/drop-totals.ts'
import {
  assertSound,
  earnedApart,
  type PaymentIntent,
  paymentChanged,
  receiptOf,
  refuseIfChanged,
} from '../../domain/payment/payment-intent.ts'
import { createRefund, type RefundOrder, restartRefund } from '../../domain/payment/refund-payment.ts'
import { firstAttemptAt, type Payout, type Refund } from '../../domain/payment/transfer.ts'
import { badInput, FORBIDDEN, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'
import { parseSeenPayment, type SeenPaymentInput } from '../parse-input.ts'
import { changeCounting, findPaymentIntent } from './change-intent.ts'
import { endReviewIfTaken, jobsEndingReviews } from './end-reviews.ts'

/** The amount to refund, as the caller wrote it. */
export interface ProcessRefundInput {
  readonly paymentIntentId: string
  /**
   * In whole units of the received coin; `amountAtomic` is exact. Without both: everything that is not refunded yet.
   */
  readonly amount?: number | null | undefined
  readonly amountAtomic?: string | null | undefined
  readonly reason?: string | null | undefined
  /** Without it, whichever payment the intent holds when the request arrives is refunded. */
  readonly seen?: SeenPaymentInput | null | undefined
}

type RefundPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'prices'>

/** Creates a refund to the payer, which a background job sends. Only for the drop's owner. */
export async function processRefund(
  ports: RefundPorts,
  caller: Caller,
  input: ProcessRefundInput,
): Promise<Result<Refund, Refusal>> {
  const reason = input.reason == null ? ok(null) : parseText(input.reason, 'reason', { min: 0, max: 500 })
  if (!reason.ok) return reason
  const seen = parseSeenPayment(input.seen)
  if (!seen.ok) return seen
  const found = await findPaymentIntent(ports, caller, input.paymentIntentId)
  if (!found.ok) return found
  if (found.value.creatorId !== caller.user.id) return err(FORBIDDEN)
  const amount = parseRefundAmount(ports, found.value, input)
  if (!amount.ok) return amount
  const id = idOf('refund', ports.ids.next(ports.clock.now()))
  const order = { id, amount: amount.value, reason: reason.value }
  const held = receiptOf(found.value)
  const jobs = held === null || held.isCounted ? [] : await jobsEndingReviews(ports, held)
  // Under the drop's lock, so that refunds and payouts together never exceed what was received.
  const refunded = await changeCounting<Refund>(ports, found.value, (intent, dropState) => {
    const changed = seen.value && refuseIfChanged(intent, seen.value)
    if (changed) return { result: err(changed) }
    if (input.amount != null && coinOf(intent) !== coinOf(found.value))
      return { result: err(paymentChanged(intent)) }
    const refunded = refundChange(dropState, intent, order, ports.clock.now())
    return refunded.result.ok ? { ...refunded, jobs: [...(refunded.jobs ?? []), ...jobs] } : refunded
  })
  if (!refunded.ok && refunded.error.kind === 'tx_already_used') await endReviewIfTaken(ports, found.value)
  return refunded.ok || input.amount == null || input.amountAtomic != null
    ? refunded
    : err(inUnitAskedFor(ports, found.value, refunded.error))
}

/** If the refund was requested in whole units, the refusal names amounts in whole units. */
function inUnitAskedFor(ports: RefundPorts, intent: PaymentIntent, refusal: Refusal): Refusal {
  const currency = currencyOf(ports, intent)
  if (refusal.kind !== 'refund_exceeds_payment' || !currency.ok) return refusal
  const { code, decimals } = currency.value
  return { ...refusal, inWholeUnits: `${inWholeUnits(refusal.refundable, decimals)} ${code}` }
}

const coinOf = (intent: PaymentIntent): string => receiptOf(intent)?.coinType ?? intent.coinType

/** The currency of the coin that came, which is the one that goes back. Not every coin has a currency here. */
function currencyOf(ports: RefundPorts, intent: PaymentIntent): Result<Currency, Refusal> {
  const coinType = coinOf(intent)
  const currencies = ports.prices.currencies()
  const isOwn = coinType === intent.coinType
  const currency = currencies.find((known) =>
    isOwn ? known.code === intent.currency : known.coinType === coinType,
  )
  if (currency) return ok(currency)
  const message = `The payment came in ${coinType}, whose decimals are not known here: use amountAtomic instead of amount`
  return err(badInput('amount', 'UNKNOWN_COIN', message, { coinType }))
}

function parseRefundAmount(
  ports: RefundPorts,
  intent: PaymentIntent,
  input: ProcessRefundInput,
): Result<bigint | null, Refusal> {
  const exact =
    input.amountAtomic == null ? ok(null) : parsePositiveAmount(input.amountAtomic, 'amountAtomic')
  if (!exact.ok || input.amount == null) return exact
  const currency = currencyOf(ports, intent)
  if (!currency.ok) return currency
  const shown = parseMoney(input.amount, currency.value, 'amount')
  if (!shown.ok) return shown
  if (shown.value < 1n) return err(badInput('amount', 'NOT_POSITIVE', 'amount must be more than 0'))
  if (exact.value !== null && exact.value !== shown.value) {
    return err(
      badInput('amountAtomic', 'CONTRADICTION', 'amount and amountAtomic must agree where both are given'),
    )
  }
  return shown
}

export function refundChange(
  dropState: DropState,
  intent: PaymentIntent,
  order: RefundOrder,
  now: number,
): Change<Result<Refund, Refusal>> {
  const created = createRefund(intent, dropState.drop, order, now)
  if (!created.ok) return { result: created }
  const { refund, drop, events } = created.value
  const receipt = receiptOf(intent)
  const isFirstUse = receipt !== null && !receipt.isCounted
  return {
    result: ok(refund),
    insert: {
      refunds: [refund],
      usedPayments: isFirstUse ? [{ txHash: receipt.txHash, index: receipt.index, intentId: intent.id }] : [],
    },
    update: { drops: drop === dropState.drop ? [] : [drop], paymentIntents: [created.value.intent] },
    effect: { kind: 'refund', id: refund.id },
    events,
    jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }],
  }
}

type RetryPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Restarts a FAILED refund. Only for the drop's owner. Its money became free when it failed, so the limits are checked
 * again under the drop's lock.
 */
export async function retryRefund(
  ports: RetryPorts,
  caller: Caller,
  id: string,
): Promise<Result<Refund, Refusal>> {
  const refundId: RefundId | undefined = readId('refund', id)
  const found = refundId && (await ports.store.refunds([refundId])).get(refundId)
  // Queried even if there is no refund, so that the response time tells other users nothing.
  const intents = await ports.store.paymentIntents(found ? [found.intentId] : [])
  const intent = found && intents.get(found.intentId)
  if (!found || !intent) return err(notFound('Refund'))
  if (intent.creatorId !== caller.user.id) {
    return err(intent.payerId === caller.user.id ? FORBIDDEN : notFound('Refund'))
  }
  const query = { refundIds: [found.id], intentsOfTransfers: true }
  const changed = await ports.store.changeDrop(found.dropId, query, (dropState) => {
    const refund = dropState?.refunds.get(found.id)
    invariant(dropState !== null && refund !== undefined, `${found.id} is never removed`)
    return restartedRefund(dropState, refund, ports.clock.now())
  })
  invariant(changed.ok, 'a retry takes no unique value')
  return changed.value
}

function restartedRefund(dropState: DropState, refund: Refund, now: number): Change<Result<Refund, Refusal>> {
  const intent = dropState.intents.get(refund.intentId)
  invariant(intent !== undefined, `${refund.id} comes with its intent`)
  const restarted = restartRefund(refund, intent, dropState.drop, now)
  if (!restarted.ok) return { result: restarted }
  const { drop, events } = restarted.value
  return {
    result: ok(restarted.value.refund),
    update: {
      refunds: [restarted.value.refund],
      paymentIntents: [restarted.value.intent],
      drops: drop === dropState.drop ? [] : [drop],
    },
    effect: { kind: 'refund', id: refund.id },
    events,
    jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }],
  }
}

/** Restarts a FAILED payout, unless its money was refunded or paid out since. Only for the drop's owner. */
export async function retryPayout(
  ports: RetryPorts,
  caller: Caller,
  id: string,
): Promise<Result<Payout, Refusal>> {
  const payoutId: PayoutId | undefined = readId('payout', id)
  const found = payoutId && (await ports.store.payouts([payoutId])).get(payoutId)
  if (found?.creatorId !== caller.user.id) return err(notFound('Payout'))
  const query = { payoutIds: [found.id], intentsOfTransfers: true }
  const changed = await ports.store.changeDrop(found.dropId, query, (dropState) => {
    const payout = dropState?.payouts.get(found.id)
    invariant(dropState !== null && payout !== undefined, `${found.id} is never removed`)
    return restartedPayout(dropState, payout, ports.clock.now())
  })
  invariant(changed.ok, 'a retry takes no unique value')
  return changed.value
}

function restartedPayout(
  { drop, intents }: DropState,
  payout: Payout,
  now: number,
): Change<Result<Payout, Refusal>> {
  if (payout.state.kind !== 'FAILED')
    return { result: err({ kind: 'invalid_transition', from: payout.state.kind, to: 'PENDING' }) }
  const intent = payout.intentId === null ? null : intents.get(payout.intentId)
  invariant(intent !== undefined, `${payout.id} comes with its intent`)
  const most = intent === null ? withdrawable(drop.payments) : earnedApart(intent)
  if (payout.amount > most) {
    const message = `The payout is ${payout.amount}, but only ${most} can be paid out now`
    return { result: err({ kind: 'conflict', reason: 'PAYOUT_TOO_LARGE', message }) }
  }
  const made: Payout = { ...payout, ...firstAttemptAt(now), state: { kind: 'PENDING' } }
  const totals = { ...drop.payments, paidOut: drop.payments.paidOut + payout.amount }
  const paidFrom =
    intent === null
      ? { drops: [{ ...drop, payments: totals }] }
      : {
          paymentIntents: [
            assertSound({ ...intent, paidOut: intent.paidOut + payout.amount, updatedAt: now }),
          ],
        }
  return {
    result: ok(made),
    update: { payouts: [made], ...paidFrom },
    effect: { kind: 'payout', id: made.id },
    jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }],
  }
}
