import { parseEventTypes, parsePosition } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { updatesOf } from './updates-of.ts'

export const eventStream: Subscriptions['eventStream'] = {
  subscribe(_root, { types, after }, { caller, services }) {
    const filter = { visibleTo: caller.user.id, types: orThrow(parseEventTypes(types)) }
    const followed = services.dropkit.followEvents(filter, orThrow(parsePosition(after, 'after')))
    return updatesOf(followed, async function* (events) {
      for await (const event of events) yield { eventStream: event }
    })
  },
}
