import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { Instant } from '../../domain/instant.ts'
import { isWaitingWith, releaseFromReview } from '../../domain/payment/close-intent.ts'
import type { UnmatchedPayment } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { type TransferPlace, transferKey } from '../../domain/payment/transfer.ts'
import type { Change, JobRequest, Ports } from '../../ports/index.ts'
import { changeIntent } from './change-intent.ts'

const INTENTS_PER_RUN = 50

/**
 * Takes a transfer from the intents that are in review with it, because another intent has used it or it was returned.
 * Otherwise they would show money that they cannot get. Returns whether there may be more of them.
 */
export async function releaseWaiting(
  ports: Pick<Ports, 'store' | 'clock'>,
  place: TransferPlace,
): Promise<boolean> {
  const key = transferKey(place)
  const intentId = (await ports.store.usesOf([place])).get(key)
  if (intentId === undefined) return false
  // The use of an unmatched payment that is OPEN also belongs to no intent.
  if (intentId === null && (await ports.store.unmatchedAt([place])).get(key)?.state.kind === 'OPEN')
    return false
  const waiting = await ports.store.intentsWaitingWith(place, INTENTS_PER_RUN)
  for (const intent of waiting) {
    const changed = await changeIntent(ports, intent, (current, { drop }): Change<void> => {
      if (!isWaitingWith(current, place)) return { result: undefined }
      const released = releaseFromReview(current, isCancelledOrDeleted(drop), ports.clock.now())
      return { result: undefined, update: { paymentIntents: [released.intent] }, events: released.events }
    })
    if (!changed.ok) throw new Error('invariant broken: a release takes no unique value')
  }
  return waiting.length === INTENTS_PER_RUN
}

/** Does the same for the payment of an intent after its use was refused. */
export async function releaseWaitingWith(
  ports: Pick<Ports, 'store' | 'clock'>,
  intent: PaymentIntent,
): Promise<void> {
  const receipt = receiptOf(intent)
  if (receipt !== null && !receipt.isCounted) await releaseWaiting(ports, receipt)
}

/**
 * The jobs of a change that uses a transfer. If the transfer is a stored unmatched payment, other intents may be in review
 * with it.
 */
export async function jobsOfUse(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  place: TransferPlace,
): Promise<readonly JobRequest[]> {
  const stored = [...(await store.unmatchedAt([place])).values()]
  return stored.map((payment) => endOfReviews(payment, clock.now()))
}

/** The job that ends the reviews of other intents with a payment, if it is returned or assigned by then. */
export const endOfReviews = ({ id }: Pick<UnmatchedPayment, 'id'>, dueAt: Instant): JobRequest => ({
  kind: 'return_payment',
  subject: id,
  ownerId: null,
  dueAt,
})
