import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { Instant } from '../../domain/instant.ts'
import { endReview, isInReviewWith } from '../../domain/payment/close-intent.ts'
import type { UnmatchedPayment } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { type TransferPlace, transferKey } from '../../domain/payment/transfer.ts'
import type { Change, JobRequest, Ports } from '../../ports/index.ts'
import type { RunBudget } from '../run-budget.ts'
import { changeIntent } from './change-intent.ts'

const INTENTS_PER_RUN = 50

type ReviewPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Ends the reviews of intents with a transfer that another intent has used or that was returned. Otherwise they would show
 * money that they cannot get. Returns whether there may be more of them.
 */
export async function endReviews(
  ports: ReviewPorts,
  place: TransferPlace,
  budget: RunBudget,
): Promise<boolean> {
  if (!(await isTaken(ports, place))) return false
  const limit = Math.min(INTENTS_PER_RUN, budget.itemsLeft)
  const inReview = await ports.store.intentsInReviewWith(place, limit)
  for (const intent of inReview) {
    if (budget.isSpent()) return true
    await endReviewUnderLock(ports, intent, place)
    budget.spend()
  }
  return inReview.length === limit
}

/** Ends an intent's review after a use of its payment was refused. A job ends the other reviews with that payment. */
export async function endReviewIfTaken(ports: ReviewPorts, intent: PaymentIntent): Promise<void> {
  const receipt = receiptOf(intent)
  if (receipt === null || receipt.isCounted) return
  if (await isTaken(ports, receipt)) await endReviewUnderLock(ports, intent, receipt)
}

/** Whether another intent has used the transfer, or it is being returned. */
async function isTaken({ store }: ReviewPorts, place: TransferPlace): Promise<boolean> {
  const key = transferKey(place)
  const intentId = (await store.usesOf([place])).get(key)
  if (intentId !== null) return intentId !== undefined
  // The use of an unmatched payment that is OPEN also belongs to no intent.
  return (await store.unmatchedAt([place])).get(key)?.state.kind !== 'OPEN'
}

async function endReviewUnderLock(
  ports: ReviewPorts,
  intent: PaymentIntent,
  place: TransferPlace,
): Promise<void> {
  const changed = await changeIntent(ports, intent, (current, { drop }): Change<void> => {
    if (!isInReviewWith(current, place)) return { result: undefined }
    const ended = endReview(current, isCancelledOrDeleted(drop), ports.clock.now())
    return { result: undefined, update: { paymentIntents: [ended.intent] }, events: ended.events }
  })
  if (!changed.ok) throw new Error('invariant broken: the end of a review takes no unique value')
}

/**
 * The jobs of a change that uses a transfer. If the transfer is a stored unmatched payment, other intents may be in review
 * with it.
 */
export async function jobsEndingReviews(
  { store, clock }: ReviewPorts,
  place: TransferPlace,
): Promise<readonly JobRequest[]> {
  const stored = [...(await store.unmatchedAt([place])).values()]
  return stored.map((payment) => endReviewsJob(payment, clock.now()))
}

/** The job that ends the reviews of other intents with a payment, if it is returned or assigned by then. */
export const endReviewsJob = ({ id }: Pick<UnmatchedPayment, 'id'>, dueAt: Instant): JobRequest => ({
  kind: 'return_payment',
  subject: id,
  ownerId: null,
  dueAt,
})
