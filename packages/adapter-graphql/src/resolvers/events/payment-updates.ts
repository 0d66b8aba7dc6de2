import { EVENT_TYPES, parsePosition } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { sharedReads } from './shared-reads.ts'
import { updatesOf } from './updates-of.ts'

/** What is told of a payment. */
export const PAYMENT_EVENTS = EVENT_TYPES.filter(
  (type) => type.startsWith('payment.') || type.startsWith('refund.'),
)

export const paymentUpdates: Subscriptions['paymentUpdates'] = {
  async subscribe(_root, { paymentIntentId, after }, { caller, services }) {
    const { dropkit, store } = services
    const position = orThrow(parsePosition(after, 'after'))
    const { id } = orThrow(await dropkit.readPaymentIntent(caller, paymentIntentId))
    const followed = dropkit.followEvents({ intentId: id, types: PAYMENT_EVENTS }, position)
    return updatesOf(followed, async function* (events) {
      for await (const event of events) {
        const paymentIntent = await sharedReads(store).paymentIntent(id, event, async () =>
          (await store.paymentIntents([id])).get(id),
        )
        if (paymentIntent) yield { paymentUpdates: { event, paymentIntent } }
      }
    })
  },
}
