import { type Drop, followableDrop, type LoggedEvent, notFound, parsePosition } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { createPace } from './pace.ts'
import { sharedReads } from './shared-reads.ts'
import type { DropUpdateSource } from './update-fields.ts'
import { updatesOf } from './updates-of.ts'

/** At most four updates a second. */
const pace = createPace(250)

/** Each change of a drop; of changes that come faster than anybody looks, the latest state. */
export const dropUpdates: Subscriptions['dropUpdates'] = {
  async subscribe(_root, { dropId, after }, { caller, services }) {
    const { dropkit, store } = services
    const position = orThrow(parsePosition(after, 'after'))
    const id = await followableDrop(services, caller, dropId)
    if (!id) throw refusalError(notFound('Drop'))
    const followed = dropkit.followLatestEvents(id, position)
    return updatesOf(followed, async function* (events) {
      for await (const event of events) {
        // Also when it has been deleted: that is an update too, and the last one.
        const drop = await sharedReads(store).drop(id, event, () => store.dropForSettlement(id))
        if (!drop) return
        yield updateOf(event, drop)
        if (drop.deletedAt !== null) return
        await pace.rest(id)
      }
    })
  },
}

interface DropUpdated {
  readonly dropUpdates: DropUpdateSource
}

const updates = new WeakMap<Drop, WeakMap<LoggedEvent, DropUpdated>>()

/** The same object for all who are told the same, so that it is known to be. */
function updateOf(event: LoggedEvent, drop: Drop): DropUpdated {
  const ofDrop = updates.get(drop) ?? new WeakMap<LoggedEvent, DropUpdated>()
  updates.set(drop, ofDrop)
  const update = ofDrop.get(event) ?? { dropUpdates: { event, drop } }
  ofDrop.set(event, update)
  return update
}
