import { parseEventTypes, parsePosition } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { toldWhenSlow } from './told-when-slow.ts'

export const eventStream: Subscriptions['eventStream'] = {
  subscribe: async function* (_root, { types, after }, { caller, services }) {
    const filter = { visibleTo: caller.user.id, types: orThrow(parseEventTypes(types)) }
    const events = services.dropkit.followEvents(filter, orThrow(parsePosition(after, 'after')))
    for await (const event of toldWhenSlow(events)) yield { eventStream: event }
  },
}
