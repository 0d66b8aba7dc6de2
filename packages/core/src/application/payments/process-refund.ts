import { inWholeUnits, parsePositiveAmount } from '../../domain/amount.ts'
import { idOf } from '../../domain/ids.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { createRefund, type RefundOrder } from '../../domain/payment/refund-payment.ts'
import { refuseIfChanged } from '../../domain/payment/seen-payment.ts'
import type { Refund } from '../../domain/payment/transfer.ts'
import { findCurrency, parseMoney } from '../../domain/price.ts'
import { badInput, FORBIDDEN, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'
import { changeCounting, findPaymentIntent } from './change-intent.ts'
import { parseSeenPayment, type SeenPaymentInput } from './parse-seen-payment.ts'

/** The amount to refund, as the caller wrote it. */
export interface ProcessRefundInput {
  readonly paymentIntentId: string
  /** In whole units of the currency; `amountAtomic` is exact. Without both: everything that is not refunded yet. */
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
  // Under the drop's lock, so that refunds and payouts together never exceed what was received.
  const refunded = await changeCounting<Refund>(ports, found.value, (intent, dropState) => {
    const changed = seen.value && refuseIfChanged(intent, seen.value)
    return changed ? { result: err(changed) } : refundChange(dropState, intent, order, ports.clock.now())
  })
  return refunded.ok || input.amount == null || input.amountAtomic != null
    ? refunded
    : err(inUnitAskedFor(ports, found.value, refunded.error))
}

/** If the refund was requested in whole units, the refusal names amounts in whole units. */
function inUnitAskedFor(ports: RefundPorts, intent: PaymentIntent, refusal: Refusal): Refusal {
  const currency = findCurrency(ports.prices.currencies(), intent.currency)
  if (refusal.kind !== 'refund_exceeds_payment' || !currency.ok) return refusal
  const { code, decimals } = currency.value
  return { ...refusal, inWholeUnits: `${inWholeUnits(refusal.refundable, decimals)} ${code}` }
}

function parseRefundAmount(
  ports: RefundPorts,
  intent: PaymentIntent,
  input: ProcessRefundInput,
): Result<bigint | null, Refusal> {
  const exact =
    input.amountAtomic == null ? ok(null) : parsePositiveAmount(input.amountAtomic, 'amountAtomic')
  if (!exact.ok || input.amount == null) return exact
  const currency = findCurrency(ports.prices.currencies(), intent.currency)
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
