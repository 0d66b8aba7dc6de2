import type { EventType, LoggedEvent } from '../domain/event.ts'
import type { DropId, PaymentIntentId, UserId } from '../domain/ids.ts'
import type { Ports } from '../ports/index.ts'

export interface EventFilter {
  /** Only events of this user's things or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly intentId?: PaymentIntentId | undefined
  readonly types?: readonly EventType[] | undefined
}

export interface EventFeed {
  /**
   * Every event that passes the filter, in the log's order, each once: those after position `after` from the store,
   * then what happens from now on. Throws `SlowConsumer` when more than `MAX_QUEUED` wait for it: it can come back
   * with the last position it saw.
   */
  follow(filter: EventFilter, after?: number): FollowedEvents
  /** How many are following at this moment. */
  readonly followers: number
}

/** Events as they come. Nothing is read or kept before the first `next`. */
export interface FollowedEvents extends AsyncIterableIterator<LoggedEvent, void, undefined> {
  /**
   * Ends it at once, also while `next` waits for an event that may never come: that `next` says that it is over. (The
   * `return` of a generator would wait its turn behind it.)
   */
  return(): Promise<IteratorResult<LoggedEvent, void>>
  [Symbol.asyncIterator](): FollowedEvents
}

/** The consumer did not keep up; what it missed is in the log. */
export class SlowConsumer extends Error {
  constructor() {
    super(`More than ${MAX_QUEUED} events were waiting; resume after the last one that came`)
    this.name = 'SlowConsumer'
  }
}

export const MAX_QUEUED = 1_000
const EVENTS_PER_READ = 200

interface Follower {
  readonly filter: EventFilter
  readonly queue: LoggedEvent[]
  isOverrun: boolean
  hasLeft: boolean
  wake: () => void
}

/** Reads the log on from where it began, for as long as anybody follows. */
interface Reader {
  readonly followers: Set<Follower>
  /** The position of the newest event when the first of them came. */
  readonly begin: Promise<void>
  tail: number
  isReading: boolean
  isAskedAgain: boolean
  stopListening: () => void
}

/** One reader of the log for all who follow it in this process: a new event is read once, however many there are. */
export function createEventFeed({ store, log }: Pick<Ports, 'store' | 'log'>): EventFeed {
  let current: Reader | undefined

  /** Each begins anew: what one who was left is still reading belongs to nobody any more. */
  function openReader(): Reader {
    const reader: Reader = {
      followers: new Set(),
      begin: store.events({ limit: 1 }).then(([newest]) => {
        reader.tail = newest?.position ?? 0
      }),
      tail: 0,
      isReading: false,
      isAskedAgain: false,
      stopListening: store.onEvents(() => void readOn(reader)),
    }
    return reader
  }

  async function readOn(reader: Reader): Promise<void> {
    if (reader.isReading) {
      reader.isAskedAgain = true
      return
    }
    reader.isReading = true
    try {
      await reader.begin
      do {
        reader.isAskedAgain = false
        await readToTheEnd(reader)
      } while (reader.isAskedAgain)
    } catch (fault) {
      // The next hint reads on from the same place.
      log.warn('the event log could not be read', { reason: String(fault) })
    } finally {
      reader.isReading = false
    }
  }

  async function readToTheEnd(reader: Reader): Promise<void> {
    while (reader.followers.size > 0) {
      const events = await store.events({ since: reader.tail, limit: EVENTS_PER_READ })
      for (const event of events) {
        reader.tail = event.position
        for (const follower of reader.followers) if (passes(follower.filter, event)) hand(follower, event)
      }
      if (events.length < EVENTS_PER_READ) return
    }
  }

  function leave(reader: Reader, follower: Follower): void {
    follower.hasLeft = true
    follower.wake()
    if (!reader.followers.delete(follower) || reader.followers.size > 0) return
    reader.stopListening()
    if (current === reader) current = undefined
  }

  async function* replay(follower: Follower, after: number, until: number) {
    for (let position = after; position < until && !follower.hasLeft; ) {
      const events = await store.events({ ...follower.filter, since: position, limit: EVENTS_PER_READ })
      for (const event of events) {
        if (event.position > until) return
        yield event
      }
      if (events.length < EVENTS_PER_READ) return
      position = events.at(-1)?.position ?? until
    }
  }

  async function* run(reader: Reader, follower: Follower, after: number | undefined) {
    try {
      await reader.begin
      const joinedAt = reader.tail
      void readOn(reader)
      if (after !== undefined) yield* replay(follower, after, joinedAt)
      // What was queued before the replay ended has been replayed already. And another server, where the consumer was
      // before, may have been further on than this one.
      const seen = Math.max(joinedAt, after ?? 0)
      while (!follower.hasLeft) {
        const event = follower.queue.shift()
        if (event && event.position > seen) yield event
        else if (!event && follower.isOverrun) throw new SlowConsumer()
        else if (!event) await news(follower)
      }
    } finally {
      leave(reader, follower)
    }
  }

  return {
    follow(filter, after) {
      const follower: Follower = { filter, queue: [], isOverrun: false, hasLeft: false, wake: () => {} }
      let events: ReturnType<typeof run> | undefined
      let reader: Reader | undefined
      const followed: FollowedEvents = {
        async next() {
          if (follower.hasLeft) return OVER
          if (!reader) {
            current ??= openReader()
            reader = current
            reader.followers.add(follower)
          }
          events ??= run(reader, follower, after)
          const next = await events.next()
          return follower.hasLeft ? OVER : next
        },
        async return() {
          follower.hasLeft = true
          if (reader) leave(reader, follower)
          return OVER
        },
        [Symbol.asyncIterator]: () => followed,
      }
      return followed
    },
    get followers() {
      return current?.followers.size ?? 0
    },
  }
}

const OVER = { done: true, value: undefined } as const

const news = (follower: Follower): Promise<void> =>
  new Promise((resolve) => {
    follower.wake = resolve
    if (follower.queue.length > 0 || follower.isOverrun || follower.hasLeft) resolve()
  })

const passes = (filter: EventFilter, event: LoggedEvent): boolean =>
  (filter.visibleTo === undefined ||
    event.ownerId === filter.visibleTo ||
    event.actorId === filter.visibleTo) &&
  (filter.dropId === undefined || event.dropId === filter.dropId) &&
  (filter.intentId === undefined || event.intentId === filter.intentId) &&
  (filter.types === undefined || filter.types.includes(event.type))

function hand(follower: Follower, event: LoggedEvent): void {
  if (follower.isOverrun) return
  if (follower.queue.length >= MAX_QUEUED) follower.isOverrun = true
  else follower.queue.push(event)
  follower.wake()
}
