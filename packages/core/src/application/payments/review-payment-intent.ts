import { itemsThatFit, walletLimit } from '../../domain/drop.ts'
import { isClosedToBuyers } from '../../domain/drop-status.ts'
import { cancelIntent } from '../../domain/payment/close-intent.ts'
import { isInOtherCoin } from '../../domain/payment/drop-totals.ts'
import {
  type PaymentIntent,
  paymentChanged,
  type Receipt,
  receiptOf,
  received,
  refuseIfChanged,
  statusOf,
} from '../../domain/payment/payment-intent.ts'
import { approve, tooMany, walletRoom } from '../../domain/payment/take-payment.ts'
import type { Transfer } from '../../domain/payment/transfer.ts'
import { badInput, FORBIDDEN, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports, TransactionOutcome } from '../../ports/index.ts'
import { parseSeenPayment, type SeenPaymentInput } from '../parse-input.ts'
import type { Settings } from '../settings.ts'
import { applyPayment, transfersTo } from './apply-payment.ts'
import { changeCounting, findPaymentIntent, roomQuery } from './change-intent.ts'
import { endReviewIfTaken, jobsEndingReviews } from './end-reviews.ts'
import { refusalToApprove } from './look-up-payment.ts'

type ReviewPorts = Pick<Ports, 'store' | 'clock'>
type ApprovePorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'ids'>

/** The payer cancels the intent while it is PENDING. */
export async function cancelPaymentIntent(
  ports: ReviewPorts,
  caller: Caller,
  id: string,
): Promise<Result<PaymentIntent, Refusal>> {
  const found = await findPaymentIntent(ports, caller, id)
  if (!found.ok) return found
  if (found.value.payerId !== caller.user.id) return err(FORBIDDEN)
  return changeCounting(ports, found.value, (intent, dropState) => {
    const cancelled = cancelIntent(intent, dropState.drop, ports.clock.now(), caller.user.id)
    if (!cancelled.ok) return { result: cancelled }
    const { events } = cancelled.value
    const effect = { kind: 'intent', id: intent.id }
    return { result: ok(cancelled.value.intent), update: written(cancelled.value), effect, events }
  })
}

/** The payment to approve. */
export interface ApprovePaymentIntentInput {
  /** Either id of the payment intent. */
  readonly id: string
  /** Without it, whichever payment the intent holds when the request arrives is approved. */
  readonly seen?: SeenPaymentInput | null | undefined
}

/**
 * The drop's owner accepts a payment under review as full payment, if the items still fit. A payment from another wallet
 * goes to the intent that it matches, if that is a different one.
 */
export async function approvePaymentIntent(
  ports: ApprovePorts,
  settings: Settings,
  caller: Caller,
  input: ApprovePaymentIntentInput,
): Promise<Result<PaymentIntent, Refusal>> {
  const seen = parseSeenPayment(input.seen)
  if (!seen.ok) return seen
  const found = await findPaymentIntent(ports, caller, input.id)
  if (!found.ok) return found
  if (found.value.creatorId !== caller.user.id) return err(FORBIDDEN)
  const changed = seen.value && refuseIfChanged(found.value, seen.value)
  if (changed) return err(changed)
  const left = await leaveToMatch(ports, settings, found.value)
  if (!left.ok) {
    await endReviewIfTaken(ports, found.value)
    return left
  }
  const { wallet } = found.value
  const held = receiptOf(found.value)
  const jobs = held === null || held.isCounted ? [] : await jobsEndingReviews(ports, held)
  const decide = (intent: PaymentIntent, dropState: DropState): Change<Result<PaymentIntent, Refusal>> => {
    const receipt = receiptOf(intent)
    if (!receipt || statusOf(intent) !== 'REQUIRES_REVIEW') {
      return { result: err({ kind: 'invalid_transition', from: statusOf(intent), to: 'CONFIRMED' }) }
    }
    if (received(intent) <= intent.refunding) {
      const message = 'All of this payment is being refunded, so it cannot be approved'
      return { result: err({ kind: 'invalid_transition', from: statusOf(intent), to: 'CONFIRMED', message }) }
    }
    // The buyer could otherwise exchange a large payment for a small one while it is being approved.
    if (!isSamePayment(receipt, receiptOf(found.value))) return { result: err(paymentChanged(intent)) }
    const fitting = itemsThatFit(dropState.drop)
    if (isInOtherCoin(intent, dropState.drop, receipt)) return { result: err(IN_OTHER_COIN) }
    if (dropState.drop.price === null)
      return { result: err(badInput('id', 'FREE_DROP', 'This drop has become free: refund the payment')) }
    if (isClosedToBuyers(dropState.drop, ports.clock.now())) return { result: err({ kind: 'drop_ended' }) }
    if (intent.quantity > fitting) return { result: err(tooMany(intent.quantity, fitting)) }
    const { drop, walletStates, heldItems } = dropState
    const claimCount = walletStates.get(intent.wallet)?.slots.length ?? 0
    if (intent.quantity > walletRoom(drop, { claimCount, heldItems })) {
      const limit = walletLimit(drop)
      return { result: err({ kind: 'claim_limit_reached', limit, claimCount, heldItems }) }
    }
    const approved = approve(intent, dropState.drop, receipt, ports.clock.now())
    const usedPayments = receipt.isCounted
      ? []
      : [{ txHash: receipt.txHash, index: receipt.index, intentId: intent.id }]
    const { events } = approved
    const effect = { kind: 'intent', id: intent.id }
    return {
      result: ok(approved.intent),
      insert: { usedPayments },
      update: written(approved),
      effect,
      events,
      jobs,
    }
  }
  const answer = await changeCounting(ports, found.value, decide, roomQuery(wallet))
  if (!answer.ok && answer.error.kind === 'tx_already_used') await endReviewIfTaken(ports, found.value)
  return answer
}

const IN_OTHER_COIN: Refusal = {
  kind: 'conflict',
  reason: 'PAYMENT_NOT_TAKEN',
  message: 'This drop is not paid in that coin any more: refund the payment',
}

const isSamePayment = (one: Receipt, other: Receipt | null): boolean =>
  one.txHash === other?.txHash && one.index === other.index && one.amount === other.amount

/** Gives a payment of another wallet to the intent that it matches, if that is a different one. */
async function leaveToMatch(
  ports: ApprovePorts,
  settings: Settings,
  intent: PaymentIntent,
): Promise<Result<null, Refusal>> {
  const receipt = receiptOf(intent)
  if (!receipt || receipt.isCounted) return ok(null)
  const { txHash, from, coinType, amount, index } = receipt
  const outcome = await ports.chain.outcome(txHash)
  if (!outcome.ok) return outcome
  if (outcome.value.kind !== 'succeeded' && !isPruned(outcome.value, receipt))
    return err({ kind: 'tx_not_found', txHash })
  // The payment may have come before the treasury was changed.
  const { treasuryAddress, operatorAddress } = ports.chain
  const { value } = outcome
  const transfers =
    value.kind === 'succeeded'
      ? [treasuryAddress, intent.recipient].flatMap((treasury) =>
          transfersTo({ treasuryAddress: treasury, operatorAddress }, txHash, value.effects),
        )
      : // Without a row there, the memo of the payment names this intent.
        [...(await ports.store.unmatchedAt([receipt])).values()]
  const isIt = (one: Transfer) => one.from === from && one.coinType === coinType && one.amount === amount
  // Earlier releases stored no index.
  const transfer = transfers.find((one) => one.index === index && isIt(one)) ?? transfers.find(isIt)
  if (!transfer) return ok(null)
  const refusal = await refusalToApprove(ports, settings, intent, transfer)
  if (refusal?.kind === 'tx_already_used') await applyPayment(ports, settings, transfer)
  return refusal ? err(refusal) : ok(null)
}

/** Whether the chain had the payment, but no longer has transactions of that time. */
const isPruned = (outcome: TransactionOutcome, { at }: Receipt): boolean =>
  outcome.kind === 'absent' && outcome.knownSince !== undefined && outcome.knownSince > at

const written = ({ intent, drop }: { intent: PaymentIntent; drop: DropState['drop'] }) => ({
  drops: [drop],
  paymentIntents: [intent],
})
