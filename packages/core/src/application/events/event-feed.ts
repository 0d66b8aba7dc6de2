import {
  EVENT_TYPES_FOR_EVERYONE,
  type EventAudience,
  isForAudience,
  type LoggedEvent,
} from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Ports } from '../../ports/index.ts'
import {
  EVENTS_PER_READ,
  type EventFilter,
  type EventLogReader,
  type Follower,
  MAX_QUEUED,
  openEventLogReader,
  type Queued,
} from './event-log-reader.ts'

export interface EventFeed {
  /**
   * Every event that passes the filter, in log order, each once: first those after position `after` from the store, then
   * new ones. Throws `SlowConsumer` if more than `MAX_QUEUED` events wait for the consumer, who can continue after the last
   * position.
   */
  follow(filter: EventFilter, after?: number): FollowedEvents
  /**
   * The drop's newest event that is for this audience, each time there is one that was not returned yet. Older events are
   * skipped. One copy is kept for all followers of the drop, so an event costs nothing for drops without followers.
   */
  followLatest(dropId: DropId, audience: EventAudience, after?: number): FollowedEvents
  /** The number of current followers. */
  readonly followers: number
}

interface FollowedDrop {
  readonly dropId: DropId
  readonly audience: EventAudience
  readonly after: number | undefined
}

/** Events when they occur. Nothing is read or kept before the first `next`. */
export interface FollowedEvents extends AsyncIterableIterator<LoggedEvent, void, undefined> {
  /**
   * Ends the iteration immediately, even while `next` waits for an event; that `next` then reports the end. (The `return`
   * of a generator would wait behind it.)
   */
  return(): Promise<IteratorResult<LoggedEvent, void>>
  [Symbol.asyncIterator](): FollowedEvents
}

/** Thrown if the consumer did not keep up. The log has the events that it missed. */
export class SlowConsumer extends Error {
  constructor() {
    super(`More than ${MAX_QUEUED} events were waiting; resume after the last one that came`)
    this.name = 'SlowConsumer'
  }
}

/** One reader of the log for all followers in this process, so each new event is read once. */
export function createEventFeed(ports: Pick<Ports, 'store' | 'log' | 'endOfTurn'>): EventFeed {
  const { store } = ports
  let current: EventLogReader | undefined

  /** Each reader starts fresh: a reader without followers may still be reading, and its events are dropped. */
  const openReader = (): EventLogReader =>
    openEventLogReader(ports, () => {
      current = undefined
    })

  async function* replay(follower: Queued, after: number, until: number) {
    for (let position = after; position < until; ) {
      const events = await store.events({ ...follower.filter, since: position, limit: EVENTS_PER_READ })
      for (const event of events) {
        if (event.position > until) return
        yield event
      }
      if (events.length < EVENTS_PER_READ) return
      position = events.at(-1)?.position ?? until
    }
  }

  async function* all(reader: EventLogReader, follower: Queued, after: number | undefined) {
    reader.queued.add(follower)
    try {
      await reader.begin
      const joinedAt = reader.tail
      void reader.readOn()
      const from = after ?? joinedAt
      // Events that were queued before the replay ended were replayed already. The server to which the consumer was
      // connected before may have been ahead of this one.
      follower.seen = Math.max(joinedAt, from)
      yield* replay(follower, from, joinedAt)
      while (!follower.hasLeft) {
        const event = follower.queue.shift()
        if (event && event.position > follower.seen) yield event
        else if (!event && follower.isOverrun) throw new SlowConsumer()
        else if (!event) await news(follower)
      }
    } finally {
      reader.queued.delete(follower)
      reader.leave(follower)
    }
  }

  async function newestOf(dropId: DropId, audience: EventAudience): Promise<LoggedEvent | undefined> {
    const [newest] = await store.events({ dropId, limit: 1 })
    if (!newest || isForAudience(audience, newest.type)) return newest
    return (await store.events({ dropId, types: EVENT_TYPES_FOR_EVERYONE, limit: 1 }))[0]
  }

  async function* latest(
    reader: EventLogReader,
    follower: Follower,
    { dropId, audience, after }: FollowedDrop,
  ) {
    const drops = reader.newest[audience]
    const newest = drops.get(dropId) ?? { event: undefined, followers: 0, waiting: new Set() }
    drops.set(dropId, newest)
    newest.followers++
    try {
      await reader.begin
      follower.seen = Math.max(reader.tail, after ?? 0)
      void reader.readOn()
      if (after !== undefined) {
        const found = await newestOf(dropId, audience)
        if (found && found.position > after) {
          follower.seen = Math.max(follower.seen, found.position)
          yield found
        }
      }
      while (!follower.hasLeft) {
        const { event } = newest
        if (event && event.position > follower.seen) {
          follower.seen = event.position
          yield event
        } else {
          newest.waiting.add(follower)
          await news(follower)
        }
      }
    } finally {
      newest.followers--
      newest.waiting.delete(follower)
      if (newest.followers === 0) drops.delete(dropId)
      reader.leave(follower)
    }
  }

  function followed<T extends Follower>(
    follower: T,
    run: (reader: EventLogReader, follower: T) => AsyncGenerator<LoggedEvent, void, undefined>,
  ): FollowedEvents {
    let events: AsyncGenerator<LoggedEvent, void, undefined> | undefined
    let reader: EventLogReader | undefined
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
        if (reader) reader.leave(follower)
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
        { filter, queue: [], isOverrun: false, hasLeft: false, seen: 0, wake: () => {} },
        (reader, follower) => all(reader, follower, after),
      ),
    followLatest: (dropId, audience, after) =>
      followed<Follower>({ hasLeft: false, seen: 0, wake: () => {} }, (reader, follower) =>
        latest(reader, follower, { dropId, audience, after }),
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
  })
