import { FORBIDDEN, parsePosition, readClaimId } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { toldWhenSlow } from './told-when-slow.ts'

const TYPES = ['drop.claimed', 'claim.confirmed', 'claim.failed', 'claim.expired'] as const

/** Claims that one made and those on one's drops; only one's own. */
export const claimNotifications: Subscriptions['claimNotifications'] = {
  subscribe: async function* (_root, { userId, after }, { caller, services }) {
    if (userId !== caller.user.id) throw refusalError(FORBIDDEN)
    const filter = { visibleTo: caller.user.id, types: TYPES }
    const events = services.dropkit.followEvents(filter, orThrow(parsePosition(after, 'after')))
    for await (const event of toldWhenSlow(events)) {
      const id = String(event.data['claimId'])
      const place = readClaimId(id)
      const claim = place && (await services.store.claims([place])).get(id)
      if (claim) yield { claimNotifications: { event, claim } }
    }
  },
}
