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
  /**
   * Each time the drop's newest event, if it has not been given yet; those before it are left out. It is kept once for
   * all who follow the drop so: an event costs nothing for those who do not wait for it.
   */
  followLatest(dropId: DropId, after?: number): FollowedEvents
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
  hasLeft: boolean
  wake: () => void
}

interface Queued extends Follower {
  readonly filter: EventFilter
  readonly queue: LoggedEvent[]
  isOverrun: boolean
}

/** A drop that is followed by its newest event alone. */
interface Newest {
  event: LoggedEvent | undefined
  followers: number
  readonly waiting: Set<Follower>
}

/** Reads the log on from where it began, for as long as anybody follows. */
interface Reader {
  readonly followers: Set<Follower>
  readonly queued: Set<Queued>
  readonly newest: Map<DropId, Newest>
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
      queued: new Set(),
      newest: new Map(),
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
    do {
      reader.isAskedAgain = false
      try {
        await reader.begin
        await readToTheEnd(reader)
      } catch (fault) {
        // The next hint reads on from the same place; one that came during this reading counts as the next.
        log.warn('the event log could not be read', { reason: String(fault) })
      }
    } while (reader.isAskedAgain)
    reader.isReading = false
  }

  async function readToTheEnd(reader: Reader): Promise<void> {
    while (reader.followers.size > 0) {
      const events = await store.events({ since: reader.tail, limit: EVENTS_PER_READ })
      for (const event of events) {
        reader.tail = event.position
        for (const follower of reader.queued) if (passes(follower.filter, event)) hand(follower, event)
        const newest = event.dropId && reader.newest.get(event.dropId)
        if (newest) renew(newest, event)
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

  async function* replay(follower: Queued, after: number, until: number) {
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

  async function* all(reader: Reader, follower: Queued, after: number | undefined) {
    reader.queued.add(follower)
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
      reader.queued.delete(follower)
      leave(reader, follower)
    }
  }

  async function* latest(reader: Reader, follower: Follower, dropId: DropId, after: number | undefined) {
    const newest = reader.newest.get(dropId) ?? { event: undefined, followers: 0, waiting: new Set() }
    reader.newest.set(dropId, newest)
    newest.followers++
    try {
      await reader.begin
      let seen = Math.max(reader.tail, after ?? 0)
      void readOn(reader)
      if (after !== undefined) {
        const [found] = await store.events({ dropId, limit: 1 })
        if (found && found.position > after) {
          seen = Math.max(seen, found.position)
          yield found
        }
      }
      while (!follower.hasLeft) {
        const { event } = newest
        if (event && event.position > seen) {
          seen = event.position
          yield event
        } else {
          newest.waiting.add(follower)
          await news(follower)
        }
      }
    } finally {
      newest.followers--
      newest.waiting.delete(follower)
      if (newest.followers === 0) reader.newest.delete(dropId)
      leave(reader, follower)
    }
  }

  function followed<T extends Follower>(
    follower: T,
    run: (reader: Reader, follower: T) => AsyncGenerator<LoggedEvent, void, undefined>,
  ): FollowedEvents {
    let events: AsyncGenerator<LoggedEvent, void, undefined> | undefined
    let reader: Reader | undefined
    const iterator: FollowedEvents = {
      async next() {
        if (follower.hasLeft) return OVER
        if (!reader) {
          current ??= openReader()
          reader = current
          reader.followers.add(follower)
        }
        events ??= run(reader, follower)
        const next = await events.next()
        return follower.hasLeft ? OVER : next
      },
      async return() {
        follower.hasLeft = true
        if (reader) leave(reader, follower)
        void events?.return()
        return OVER
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }

  return {
    follow: (filter, after) =>
      followed<Queued>(
        { filter, queue: [], isOverrun: false, hasLeft: false, wake: () => {} },
        (reader, follower) => all(reader, follower, after),
      ),
    followLatest: (dropId, after) =>
      followed<Follower>({ hasLeft: false, wake: () => {} }, (reader, follower) =>
        latest(reader, follower, dropId, after),
      ),
    get followers() {
      return current?.followers.size ?? 0
    },
  }
}

const OVER = { done: true, value: undefined } as const

const news = (follower: Follower): Promise<void> =>
  new Promise((resolve) => {
    follower.wake = resolve
    if (follower.hasLeft) resolve()
  })

const passes = (filter: EventFilter, event: LoggedEvent): boolean =>
  (filter.visibleTo === undefined ||
    event.ownerId === filter.visibleTo ||
    event.actorId === filter.visibleTo) &&
  (filter.dropId === undefined || event.dropId === filter.dropId) &&
  (filter.intentId === undefined || event.intentId === filter.intentId) &&
  (filter.types === undefined || filter.types.includes(event.type))

function renew(newest: Newest, event: LoggedEvent): void {
  newest.event = event
  for (const follower of newest.waiting) follower.wake()
  newest.waiting.clear()
}

function hand(follower: Queued, event: LoggedEvent): void {
  if (follower.isOverrun) return
  if (follower.queue.length >= MAX_QUEUED) follower.isOverrun = true
  else follower.queue.push(event)
  follower.wake()
}
