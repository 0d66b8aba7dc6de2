import { EVENT_TYPES, parsePosition } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { toldWhenSlow } from './told-when-slow.ts'

const TYPES = EVENT_TYPES.filter((type) => type.startsWith('payment.') || type.startsWith('refund.'))

export const paymentUpdates: Subscriptions['paymentUpdates'] = {
  subscribe: async function* (_root, { paymentIntentId, after }, { caller, services }) {
    const { id } = orThrow(await services.dropkit.readPaymentIntent(caller, paymentIntentId))
    const filter = { intentId: id, types: TYPES }
    const events = services.dropkit.followEvents(filter, orThrow(parsePosition(after, 'after')))
    for await (const event of toldWhenSlow(events)) {
      const paymentIntent = (await services.store.paymentIntents([id])).get(id)
      if (paymentIntent) yield { paymentUpdates: { event, paymentIntent } }
    }
  },
}
