import { followableDrop, notFound, parsePosition } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { latestOf } from './latest-of.ts'
import { sharedReads } from './shared-reads.ts'
import { updatesOf } from './updates-of.ts'

/** At most four updates a second. */
const LEAST_INTERVAL_MS = 250

/** Each change of a drop; of changes that come faster than anybody looks, the latest state. */
export const dropUpdates: Subscriptions['dropUpdates'] = {
  async subscribe(_root, { dropId, after }, { caller, services }) {
    const { dropkit, store } = services
    const position = orThrow(parsePosition(after, 'after'))
    const id = await followableDrop(services, caller, dropId)
    if (!id) throw refusalError(notFound('Drop'))
    const followed = dropkit.followEvents({ dropId: id }, position)
    return updatesOf(followed, async function* (events) {
      for await (const event of latestOf(events, LEAST_INTERVAL_MS)) {
        // Also when it has been deleted: that is an update too, and the last one.
        const drop = await sharedReads(store).drop(id, event, () => store.dropForSettlement(id))
        if (!drop) return
        yield { dropUpdates: { event, drop } }
        if (drop.deletedAt !== null) return
      }
    })
  },
}
