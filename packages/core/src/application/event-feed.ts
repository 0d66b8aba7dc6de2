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
   * then what happens from now on. Ends when its consumer stops. Throws `SlowConsumer` when more than `MAX_QUEUED`
   * wait for it: it can come back with the last position it saw.
   */
  follow(filter: EventFilter, after?: number): AsyncGenerator<LoggedEvent, void, undefined>
}

/** The consumer did not keep up; what it missed is in the log. */
export class SlowConsumer extends Error {
  constructor() {
    super(`More than ${MAX_QUEUED} events were waiting; resume after the last one that came`)
  }
}

export const MAX_QUEUED = 1_000
const EVENTS_PER_READ = 200

interface Follower {
  readonly filter: EventFilter
  readonly queue: LoggedEvent[]
  isOverrun: boolean
  wake: () => void
}

/** One reader of the log for all who follow it in this process: a new event is read once, however many there are. */
export function createEventFeed({ store, log }: Pick<Ports, 'store' | 'log'>): EventFeed {
  const followers = new Set<Follower>()
  let tail: number | undefined
  let stopListening: (() => void) | undefined
  let isReading = false
  let isAskedAgain = false

  async function readOn(): Promise<void> {
    if (isReading) {
      isAskedAgain = true
      return
    }
    isReading = true
    try {
      do {
        isAskedAgain = false
        await readToTheEnd()
      } while (isAskedAgain)
    } catch (fault) {
      // The next hint reads on from the same place.
      log.warn('the event log could not be read', { reason: String(fault) })
    } finally {
      isReading = false
    }
  }

  async function readToTheEnd(): Promise<void> {
    while (tail !== undefined && followers.size > 0) {
      const events = await store.events({ since: tail, limit: EVENTS_PER_READ })
      for (const event of events) {
        tail = event.position
        for (const follower of followers) if (passes(follower.filter, event)) hand(follower, event)
      }
      if (events.length < EVENTS_PER_READ) return
    }
  }

  async function join(follower: Follower): Promise<number> {
    followers.add(follower)
    stopListening ??= store.onEvents(() => void readOn())
    if (tail === undefined) {
      const [newest] = await store.events({ limit: 1 })
      tail ??= newest?.position ?? 0
    }
    return tail
  }

  function leave(follower: Follower): void {
    followers.delete(follower)
    if (followers.size > 0) return
    stopListening?.()
    stopListening = undefined
    tail = undefined
  }

  async function* replay(filter: EventFilter, after: number, until: number) {
    for (let position = after; position < until; ) {
      const events = await store.events({ ...filter, since: position, limit: EVENTS_PER_READ })
      for (const event of events) {
        if (event.position > until) return
        yield event
      }
      if (events.length < EVENTS_PER_READ) return
      position = events.at(-1)?.position ?? until
    }
  }

  return {
    async *follow(filter, after) {
      const follower: Follower = { filter, queue: [], isOverrun: false, wake: () => {} }
      try {
        const joinedAt = await join(follower)
        void readOn()
        if (after !== undefined) yield* replay(filter, after, joinedAt)
        for (;;) {
          const event = follower.queue.shift()
          if (event) {
            // What was queued before the replay ended has been replayed already.
            if (event.position > joinedAt) yield event
            continue
          }
          if (follower.isOverrun) throw new SlowConsumer()
          await new Promise<void>((resolve) => {
            follower.wake = resolve
            if (follower.queue.length > 0 || follower.isOverrun) resolve()
          })
        }
      } finally {
        leave(follower)
      }
    },
  }
}

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
