import {
  type Claim,
  type Drop,
  EVENT_TYPES,
  type LoggedEvent,
  type PaymentIntent,
  readClaimId,
} from '@dropkit/core'
import {
  eventIdOf,
  FORBIDDEN,
  followableDrop,
  notFound,
  parseEventTypes,
  parsePosition,
  refusalToResume,
} from '@dropkit/core/internal'
import type { Services } from '../../context.ts'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { Subscriptions } from '../operation.ts'
import { createPace } from './pace.ts'
import { sharedReads } from './shared-reads.ts'
import { updatesOf } from './updates-of.ts'

/** What a subscription sends: an event, and the current state of its subject. */
export interface Update {
  readonly event: LoggedEvent
}

export interface DropUpdateSource extends Update {
  readonly drop: Drop
}

export interface ClaimNotificationSource extends Update {
  readonly claim: Claim
}

export interface PaymentUpdateSource extends Update {
  readonly paymentIntent: PaymentIntent
}

/** Common to all updates. A subscriber resumes with the `id`. */
export const updateFields = {
  id: ({ event }: Update) => eventIdOf(event.position),
  type: ({ event }: Update) => event.type,
  timestamp: ({ event }: Update) => event.at,
}

/** The log position after which a subscription resumes. Throws if events after it were already removed. */
async function resumedPosition(
  services: Pick<Services, 'store'>,
  after: string | null | undefined,
): Promise<number | undefined> {
  const position = orThrow(parsePosition(after, 'after'))
  const removed = await refusalToResume(services, position, 'after')
  if (removed) throw refusalError(removed)
  return position
}

export const eventStream: Subscriptions['eventStream'] = {
  async subscribe(_root, { types, after }, { caller, services }) {
    const filter = { visibleTo: caller.user.id, types: orThrow(parseEventTypes(types)) }
    const followed = services.dropkit.followEvents(filter, await resumedPosition(services, after))
    return updatesOf(followed, async function* (events) {
      for await (const event of events) yield { eventStream: event }
    })
  },
}

/** The events of claims that are sent. */
export const CLAIM_EVENTS = ['drop.claimed', 'claim.confirmed', 'claim.failed', 'claim.expired'] as const

/** Sends the caller's own claims and those on its drops, or only its own claims. */
export const claimNotifications: Subscriptions['claimNotifications'] = {
  async subscribe(_root, { userId, after }, { caller, services }) {
    const { dropkit, store } = services
    if (userId !== caller.user.id) throw refusalError(FORBIDDEN)
    const filter = { visibleTo: caller.user.id, types: CLAIM_EVENTS }
    const followed = dropkit.followEvents(filter, await resumedPosition(services, after))
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

/** At most four updates a second. */
const pace = createPace(250)

/** Sends each change of a drop. If changes are faster than the pace, sends the latest state. */
export const dropUpdates: Subscriptions['dropUpdates'] = {
  async subscribe(_root, { dropId, after }, { caller, services }) {
    const { dropkit, store } = services
    const position = orThrow(parsePosition(after, 'after'))
    const id = await followableDrop(services, caller, dropId)
    if (!id) throw refusalError(notFound('Drop'))
    const followed = dropkit.followLatestEvents(id, position)
    return updatesOf(followed, async function* (events) {
      for await (const event of events) {
        // Also for a deleted drop: its deletion is the last update.
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

/** Returns the same object for all subscribers of an update, so that the result can be shared. */
function updateOf(event: LoggedEvent, drop: Drop): DropUpdated {
  const ofDrop = updates.get(drop) ?? new WeakMap<LoggedEvent, DropUpdated>()
  updates.set(drop, ofDrop)
  const update = ofDrop.get(event) ?? { dropUpdates: { event, drop } }
  ofDrop.set(event, update)
  return update
}

/** The events of payments that are sent. */
export const PAYMENT_EVENTS = EVENT_TYPES.filter(
  (type) => type.startsWith('payment.') || type.startsWith('refund.'),
)

export const paymentUpdates: Subscriptions['paymentUpdates'] = {
  async subscribe(_root, { paymentIntentId, after }, { caller, services }) {
    const { dropkit, store } = services
    const position = await resumedPosition(services, after)
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
