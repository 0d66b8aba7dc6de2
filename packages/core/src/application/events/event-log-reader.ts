import type { EventType, LoggedEvent } from '../../domain/event.ts'
import type { DropId, PaymentIntentId, UserId } from '../../domain/ids.ts'
import type { Ports } from '../../ports/index.ts'

/** Which events are wanted; what is left out does not matter. */
export interface EventFilter {
  /** Only events of this user's things or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly intentId?: PaymentIntentId | undefined
  readonly types?: readonly EventType[] | undefined
}

/** The most events that wait for one follower. */
export const MAX_QUEUED = 1_000
export const EVENTS_PER_READ = 200

export interface Follower {
  hasLeft: boolean
  wake: () => void
}

/** A follower who wants every event that passes. */
export interface Queued extends Follower {
  readonly filter: EventFilter
  readonly queue: LoggedEvent[]
  /** More came than may wait: what is queued is all that it gets. */
  isOverrun: boolean
}

/** A drop that is followed by its newest event alone. */
interface Newest {
  event: LoggedEvent | undefined
  followers: number
  readonly waiting: Set<Follower>
}

/** Reads the log from its starting point while it has followers, and hands each event to those who may see it. */
export interface EventLogReader {
  readonly followers: Set<Follower>
  readonly queued: Set<Queued>
  readonly newest: Map<DropId, Newest>
  /** The position of the newest event when it was opened is known, and is its `tail` for now. */
  readonly begin: Promise<void>
  /** The position of the last event that was handed on. */
  readonly tail: number
  /** Looks whether there is anything new. */
  readOn(): Promise<void>
  /** When the last one has left it stops listening, and calls `onDeserted`. */
  leave(follower: Follower): void
}

export function openEventLogReader(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  onDeserted: () => void,
): EventLogReader {
  const followers = new Set<Follower>()
  const queued = new Set<Queued>()
  const newest = new Map<DropId, Newest>()
  let tail = 0
  let isReading = false
  let isAskedAgain = false
  const begin = store.events({ limit: 1 }).then(([last]) => {
    tail = last?.position ?? 0
  })
  const stopListening = store.onEvents(() => void readOn())

  async function readOn(): Promise<void> {
    if (isReading) {
      isAskedAgain = true
      return
    }
    isReading = true
    do {
      isAskedAgain = false
      try {
        await begin
        await readToTheEnd()
      } catch (fault) {
        // The next hint reads on from the same place; one that came during this reading counts as the next.
        log.warn('the event log could not be read', { reason: String(fault) })
      }
    } while (isAskedAgain)
    isReading = false
  }

  async function readToTheEnd(): Promise<void> {
    while (followers.size > 0) {
      const events = await store.events({ since: tail, limit: EVENTS_PER_READ })
      for (const event of events) {
        tail = event.position
        for (const follower of queued) if (passes(follower.filter, event)) hand(follower, event)
        const ofDrop = event.dropId && newest.get(event.dropId)
        if (ofDrop) renew(ofDrop, event)
      }
      if (events.length < EVENTS_PER_READ) return
    }
  }

  const reader: EventLogReader = {
    followers,
    queued,
    newest,
    begin,
    get tail() {
      return tail
    },
    readOn,
    leave(follower) {
      follower.hasLeft = true
      follower.wake()
      if (!followers.delete(follower) || followers.size > 0) return
      stopListening()
      onDeserted()
    },
  }
  return reader
}

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
