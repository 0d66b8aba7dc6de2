import { FORBIDDEN, parsePosition, readClaimId } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { sharedReads } from './shared-reads.ts'
import { updatesOf } from './updates-of.ts'

const TYPES = ['drop.claimed', 'claim.confirmed', 'claim.failed', 'claim.expired'] as const

/** Claims that one made and those on one's drops; only one's own. */
export const claimNotifications: Subscriptions['claimNotifications'] = {
  subscribe(_root, { userId, after }, { caller, services }) {
    if (userId !== caller.user.id) throw refusalError(FORBIDDEN)
    const filter = { visibleTo: caller.user.id, types: TYPES }
    const followed = services.dropkit.followEvents(filter, orThrow(parsePosition(after, 'after')))
    return updatesOf(followed, async function* (events) {
      for await (const event of events) {
        const place = readClaimId(String(event.data['claimId']))
        const claim = place && (await sharedReads(services.store).claim.load(place))
        if (claim) yield { claimNotifications: { event, claim } }
      }
    })
  },
}
