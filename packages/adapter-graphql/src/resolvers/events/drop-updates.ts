import { followableDrop, notFound, parsePosition } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { latestOf } from './latest-of.ts'
import { toldWhenSlow } from './told-when-slow.ts'

/** At most four updates a second. */
const LEAST_INTERVAL_MS = 250

/** Each change of a drop; of changes that come faster than anybody looks, the latest state. */
export const dropUpdates: Subscriptions['dropUpdates'] = {
  subscribe: async function* (_root, { dropId, after }, { caller, services }) {
    const id = await followableDrop(services, caller, dropId)
    if (!id) throw refusalError(notFound('Drop'))
    const events = services.dropkit.followEvents({ dropId: id }, orThrow(parsePosition(after, 'after')))
    for await (const event of latestOf(toldWhenSlow(events), LEAST_INTERVAL_MS)) {
      // Also when it has been deleted: that is an update too, and the last one.
      const drop = await services.store.dropForSettlement(id)
      if (!drop) return
      yield { dropUpdates: { event, drop } }
      if (drop.deletedAt !== null) return
    }
  },
}
