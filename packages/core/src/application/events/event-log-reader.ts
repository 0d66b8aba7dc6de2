import { type EventAudience, type EventType, isForAudience, type LoggedEvent } from '../../domain/event.ts'
import type { DropId, PaymentIntentId, UserId } from '../../domain/ids.ts'
import type { Ports } from '../../ports/index.ts'

/** Filters events. Missing fields do not restrict the result. */
export interface EventFilter {
  /** Only events of this user's objects or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly intentId?: PaymentIntentId | undefined
  readonly types?: readonly EventType[] | undefined
}

const AUDIENCES: readonly EventAudience[] = ['owner', 'everyone']

/** The largest number of events that wait for one follower. */
export const MAX_QUEUED = 1_000
export const EVENTS_PER_READ = 200
/** How many times an event is compared with a filter in one turn of the event loop: a few milliseconds of work. */
const COMPARED_A_TURN = 10_000
/** Waking a follower takes as long as this many comparisons. */
const COMPARISONS_PER_WAKE = 50

export interface Follower {
  hasLeft: boolean
  /** The position up to which the follower needs no events. */
  seen: number
  wake: () => void
}

/** A follower who gets every event that passes the filter. */
export interface Queued extends Follower {
  readonly filter: EventFilter
  readonly queue: LoggedEvent[]
  /** Too many events waited. The follower gets only the queued ones. */
  isOverrun: boolean
}

/** A drop whose followers of one audience get only the newest event. */
interface Newest {
  event: LoggedEvent | undefined
  followers: number
  readonly waiting: Set<Follower>
}

/** Reads the log from its starting point while it has followers, and passes each event to those who may see it. */
export interface EventLogReader {
  readonly followers: Set<Follower>
  readonly queued: Set<Queued>
  readonly newest: { readonly [One in EventAudience]: Map<DropId, Newest> }
  /** Resolves when the position of the newest event at the start is known; it is the first `tail`. */
  readonly begin: Promise<void>
  /** The position of the last event that was passed on. */
  readonly tail: number
  /** Checks for new events. */
  readOn(): Promise<void>
  /** Removes a follower. After the last one, the reader stops and calls `onDeserted`. */
  leave(follower: Follower): void
}

export function openEventLogReader(
  { store, log, endOfTurn }: Pick<Ports, 'store' | 'log' | 'endOfTurn'>,
  onDeserted: () => void,
): EventLogReader {
  const followers = new Set<Follower>()
  const queued = new Set<Queued>()
  const newest: EventLogReader['newest'] = { owner: new Map(), everyone: new Map() }
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
      } catch (error) {
        // The next hint continues from the same position. A hint during this reading counts as the next one.
        log.warn('the event log could not be read', { reason: String(error) })
      }
    } while (isAskedAgain)
    isReading = false
  }

  async function readToTheEnd(): Promise<void> {
    let spent = 0
    /** A promise only if the turn ends, because an `await` takes longer than a comparison. */
    const spend = (comparisons: number): Promise<void> | undefined => {
      spent += comparisons
      if (spent < COMPARED_A_TURN) return undefined
      spent = 0
      return endOfTurn?.()
    }
    while (followers.size > 0) {
      const events = await store.events({ since: tail, limit: EVENTS_PER_READ })
      for (const event of events) {
        tail = event.position
        // A follower that joins while this waits has replayed the event.
        for (const follower of queued) {
          const wakes = passes(follower.filter, event) && enqueue(follower, event)
          const nextTurn = spend(wakes ? 1 + COMPARISONS_PER_WAKE : 1)
          if (nextTurn) await nextTurn
        }
        if (event.dropId === null) continue
        for (const audience of AUDIENCES) {
          const ofDrop = newest[audience].get(event.dropId)
          if (!ofDrop || !isForAudience(audience, event.type)) continue
          for (const follower of takeWaiting(ofDrop, event)) {
            follower.wake()
            const nextTurn = spend(COMPARISONS_PER_WAKE)
            if (nextTurn) await nextTurn
          }
        }
      }
      if (events.length === 0) await goBack()
      if (events.length < EVENTS_PER_READ) return
    }
  }

  /**
   * Continues from the end of the log if that is before `tail`. After a failover to a standby that lacks the last events,
   * other events get their positions.
   */
  async function goBack(): Promise<void> {
    const [last] = await store.events({ limit: 1 })
    const end = last?.position ?? 0
    if (end >= tail) return
    tail = end
    for (const follower of followers) follower.seen = Math.min(follower.seen, end)
    for (const audience of AUDIENCES) for (const ofDrop of newest[audience].values()) ofDrop.event = undefined
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

/** Returns the followers that wait for the event. */
function takeWaiting(newest: Newest, event: LoggedEvent): readonly Follower[] {
  newest.event = event
  const waiting = [...newest.waiting]
  newest.waiting.clear()
  return waiting
}

/** Returns whether its queue was empty. */
function enqueue(follower: Queued, event: LoggedEvent): boolean {
  if (follower.isOverrun) return false
  const isFirst = follower.queue.length === 0
  if (follower.queue.length >= MAX_QUEUED) follower.isOverrun = true
  else follower.queue.push(event)
  follower.wake()
  return isFirst
}
