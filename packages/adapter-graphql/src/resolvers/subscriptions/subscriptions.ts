import {
  type Claim,
  type Drop,
  EVENT_TYPES,
  type FollowedEvents,
  type LoggedEvent,
  type PaymentIntent,
  readClaimId,
  SlowConsumer,
  type Store,
} from '@dropkit/core'
import {
  eventIdOf,
  FORBIDDEN,
  followableDrop,
  notFound,
  parseEventTypes,
  parsePosition,
  refusalBeyondLog,
  refusalToResume,
} from '@dropkit/core/internal'
import { GraphQLError } from 'graphql'
import type { Services } from '../../context.ts'
import { orThrow, refusalError } from '../../errors/refusal-error.ts'
import type { ErrorExtensions } from '../../errors/request-error.ts'
import type { Resolvers } from '../../generated/resolver-types.ts'
import { createTurns } from '../../limits/turns.ts'
import type { Subscriptions } from '../operation.ts'

interface Pace {
  /** Resolves when subscribers of this key may get the next update. */
  rest(key: string): Promise<void>
}

/**
 * Subscribers of the same key wait together, so that all continue from the same state, which is read and built once for
 * all. A subscriber continues at most once per `leastIntervalMs`. Subscribers continue in turns, each from the newest state
 * at its turn.
 */
function createPace(leastIntervalMs: number): Pace {
  const rests = new Map<string, Promise<void>>()
  const turns = createTurns()

  function begin(key: string): Promise<void> {
    const rest = new Promise<void>((resolve) => {
      setTimeout(() => {
        rests.delete(key)
        resolve()
      }, leastIntervalMs).unref()
    })
    rests.set(key, rest)
    return rest
  }

  return {
    async rest(key) {
      await (rests.get(key) ?? begin(key))
      await turns.next()
    },
  }
}

/** What a subscription sends: an event, and the current state of its subject. */
interface Update {
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
const updateFields = {
  id: ({ event }: { readonly event: LoggedEvent }) => eventIdOf(event.position),
  type: ({ event }: { readonly event: LoggedEvent }) => event.type,
  timestamp: ({ event }: { readonly event: LoggedEvent }) => event.at,
}

/** The log position after which a subscription resumes. Throws if events after it may be missing. */
async function resumedPosition(
  services: Pick<Services, 'store'>,
  after: string | null | undefined,
): Promise<number | undefined> {
  const position = orThrow(parsePosition(after, 'after'))
  const removed = await refusalToResume(services, position, 'after')
  if (removed) throw refusalError(removed)
  return position
}

const eventStream: Subscriptions['eventStream'] = {
  async subscribe(_root, { types, after }, { caller, services }) {
    const filter = { visibleTo: caller.user.id, types: orThrow(parseEventTypes(types)) }
    const followed = services.dropkit.followEvents(filter, await resumedPosition(services, after))
    return updatesOf(followed, async function* (events) {
      for await (const event of events) yield { eventStream: event }
    })
  },
}

/** The events of claims that are sent. */
export const CLAIM_EVENTS = EVENT_TYPES.filter((type) => type === 'drop.claimed' || type.startsWith('claim.'))

/** Sends the caller's own claims and those on its drops, or only its own claims. */
const claimNotifications: Subscriptions['claimNotifications'] = {
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

/** Sends each change of a drop that the caller may know of. If changes are faster than the pace, sends the latest state. */
const dropUpdates: Subscriptions['dropUpdates'] = {
  async subscribe(_root, { dropId, after }, { caller, services }) {
    const { dropkit, store } = services
    const position = orThrow(parsePosition(after, 'after'))
    const found = await followableDrop(services, caller, dropId)
    if (!found) throw refusalError(notFound('Drop'))
    const beyond = await refusalBeyondLog(services, position, 'after')
    if (beyond) throw refusalError(beyond)
    const { id, audience } = found
    const followed = dropkit.followLatestEvents(id, audience, position)
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

const paymentUpdates: Subscriptions['paymentUpdates'] = {
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

/** How long a read is cached for subscribers that receive the same event a little later. */
const KEPT_MS = 1_000

interface SharedRead<T> {
  /** The event for which the read was made. The read began after the event. */
  readonly position: number
  readonly value: Promise<T | undefined>
}

type Shared<T> = (
  id: string,
  event: LoggedEvent,
  read: () => Promise<T | undefined>,
) => Promise<T | undefined>

/** Reads the subject of an event, in the state at the event or later. */
interface SharedReads {
  readonly drop: Shared<Drop>
  readonly claim: Shared<Claim>
  readonly paymentIntent: Shared<PaymentIntent>
}

const byStore = new WeakMap<Store, SharedReads>()

/** Shares reads among all subscribers of this process: of thousands that receive one event, only one reads the store. */
function sharedReads(store: Store): SharedReads {
  const reads = byStore.get(store) ?? {
    drop: share<Drop>(),
    claim: share<Claim>(),
    paymentIntent: share<PaymentIntent>(),
  }
  byStore.set(store, reads)
  return reads
}

/**
 * A subscriber may get a read that was made for its event or for a later one, so the read is never older than the event.
 */
function share<T>(): Shared<T> {
  const reads = new Map<string, SharedRead<T>>()
  return (id, { position }, read) => {
    const known = reads.get(id)
    if (known && known.position >= position) return known.value
    const made: SharedRead<T> = { position, value: read() }
    const forget = () => {
      if (reads.get(id) === made) reads.delete(id)
    }
    reads.set(id, made)
    made.value.catch(forget)
    setTimeout(forget, KEPT_MS).unref()
    return made.value
  }
}

/**
 * Converts the events that a subscription follows to its updates. Ends at once when its subscriber leaves: the generator
 * may wait for an event that never comes, so the events are ended, and that ends the wait.
 */
function updatesOf<T>(
  events: FollowedEvents,
  makeUpdates: (events: AsyncIterable<LoggedEvent>) => AsyncGenerator<T, void, undefined>,
): AsyncIterableIterator<T, void, undefined> {
  const updates = makeUpdates(events)
  const iterator: AsyncIterableIterator<T, void, undefined> = {
    async next() {
      try {
        return await updates.next()
      } catch (error) {
        await events.return()
        throw error instanceof SlowConsumer ? tooSlow(error) : error
      }
    },
    async return() {
      await events.return()
      // The generator finishes its current work first. There is no need to wait for that.
      updates.return().catch(() => {})
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

/** A subscriber that is too slow gets an error and is disconnected. It can resume with the last id. */
const tooSlow = ({ message }: SlowConsumer): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'OVERLOADED', retryable: true } satisfies ErrorExtensions })

/** The operations of this area, and the fields that need a resolver. */
export const subscriptionResolvers = {
  Subscription: { eventStream, claimNotifications, dropUpdates, paymentUpdates },
  ClaimNotification: updateFields,
  DropUpdate: updateFields,
  PaymentUpdate: updateFields,
} satisfies Resolvers
