import { FORBIDDEN, parsePosition, readClaimId } from '@dropkit/core'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { sharedReads } from './shared-reads.ts'
import { updatesOf } from './updates-of.ts'

/** What is told of claims. */
export const CLAIM_EVENTS = ['drop.claimed', 'claim.confirmed', 'claim.failed', 'claim.expired'] as const

/** Claims that one made and those on one's drops; only one's own. */
export const claimNotifications: Subscriptions['claimNotifications'] = {
  subscribe(_root, { userId, after }, { caller, services }) {
    const { dropkit, store } = services
    if (userId !== caller.user.id) throw refusalError(FORBIDDEN)
    const filter = { visibleTo: caller.user.id, types: CLAIM_EVENTS }
    const followed = dropkit.followEvents(filter, orThrow(parsePosition(after, 'after')))
    return updatesOf(followed, async function* (events) {
      for await (const event of events) {
        const id = String(event.data['claimId'])
        const place = readClaimId(id)
        if (!place) continue
        const claim = await sharedReads(store).claim(id, event, async () =>
          (await store.claims([place])).get(id),
        )
        if (claim) yield { claimNotifications: { event, claim } }
      }
    })
  },
}
