import type { Log } from '@dropkit/core'
import { Client } from 'pg'
import { postgresDialect } from './postgres-dialect.ts'
import {
  command,
  connectionConfig,
  KEEP_CONNECTION,
  type PostgresOptions,
  type PostgresPool,
  type Session,
} from './postgres-pool.ts'

const EVENTS_CHANNEL = 'dropkit_events'

/** How many events get their position in one transaction. */
const CHUNK = 5_000

/** Under load, a pass waits this long after the previous one and handles all events that were written by then. */
const REST_BETWEEN_PASSES_MS = 15

/** How long a read waits for the positions of events that were committed before it. */
const LONGEST_WAIT_FOR_PLACES_MS = 1_000

const query = (name: string, text: string) => ({
  statement: postgresDialect.plannedAnew(postgresDialect.statement(name, text)),
  values: [],
})

// There are as many waiting events as positions. A nested loop would take quadratic time.
const joinByHash = query(
  'join_events_by_hash',
  `select set_config('enable_nestloop', 'off', true), set_config('enable_hashjoin', 'on', true)`,
)

const lockHead = query('lock_event_log', 'select position from event_log_head for update')

// A separate statement after the lock, so that it sees everything that is committed by now. Later commits get later
// positions, and so do their consequences: an event that a transaction has seen as committed has a smaller id than the
// events that it wrote.
const placeEvents = query(
  'place_events',
  `with chunk as (
     select id, row_number() over (order by id) as place from (
       select id from events where position is null order by id limit ${CHUNK}
     ) as waiting
   ), placed as (
     update events set position = (select position from event_log_head) + chunk.place
     from chunk
     where events.id = chunk.id and events.position is null
     returning 1
   ), counted as (select count(*) as placed from placed)
   update event_log_head set position = position + counted.placed
   from counted where counted.placed > 0
   returning counted.placed`,
)

const look = query(
  'look_at_event_log',
  `select position, exists (select 1 from events where position is null) as waiting from event_log_head`,
)

/** The owner in whose turns events are placed. */
const SEQUENCER = 'sequencer'

export interface Sequencer {
  /** Announces that events were committed. They get their positions soon. */
  nudge(): void
  /** Resolves when all events that were committed before the call have their positions, or after one second. */
  placeCommitted(): Promise<void>
  close(): Promise<void>
}

/**
 * Assigns log positions to committed events. Any server may run a pass; a lock makes them take turns. If a server stops
 * before it has assigned positions, another server assigns them at its next regular check.
 */
export function createSequencer(
  pool: PostgresPool,
  options: { readonly pollEveryMs: number; readonly announce: () => void; readonly log: Log | undefined },
): Sequencer {
  let isWanted = false
  let isClosing = false
  let isFailing = false
  let running: Promise<void> | null = null
  let restingUntil = 0
  let seenPosition = 0
  let timer: NodeJS.Timeout | undefined

  /** Assigns positions to one chunk. Returns how many events got one. */
  async function placeChunk(): Promise<number> {
    const place = async (session: Session) => {
      const [, , , placed] = await session.run([
        command('begin isolation level read committed /* event_log */'),
        lockHead,
        joinByHash,
        placeEvents,
        command(`notify ${EVENTS_CHANNEL}`),
        command('commit /* event_log */'),
      ])
      return Number(placed?.rows[0]?.['placed'] ?? 0)
    }
    return pool.withSession(place, SEQUENCER)
  }

  async function pass(): Promise<void> {
    for (;;) {
      const placed = await placeChunk()
      if (placed > 0) options.announce()
      if (placed < CHUNK) return
    }
  }

  async function lookAtLog(): Promise<{ readonly position: number; readonly isWaiting: boolean }> {
    const [answer] = await pool.withSession((session) => session.run([look]), SEQUENCER)
    const row = answer?.rows[0]
    return { position: Number(row?.['position'] ?? 0), isWaiting: row?.['waiting'] === true }
  }

  async function placeWaiting(): Promise<void> {
    const { isWaiting } = await lookAtLog()
    if (isWaiting) await pass()
  }

  let placing: Promise<void> | null = null
  let placingNext: Promise<void> | null = null

  /** Calls share a round that begins after them, because a running round may have read too early. */
  function placeTogether(): Promise<void> {
    if (placing === null) {
      placing = placeWaiting().finally(() => {
        placing = null
      })
      return placing
    }
    placingNext ??= placing
      .catch(() => undefined)
      .then(() => {
        placingNext = null
        return placeTogether()
      })
    return placingNext
  }

  async function lookAround(): Promise<void> {
    const { position, isWaiting } = await lookAtLog()
    if (isWaiting) isWanted = true
    if (position !== seenPosition) options.announce()
    seenPosition = position
  }

  async function work(step: () => Promise<void>): Promise<void> {
    try {
      await step()
      while (isWanted) {
        isWanted = false
        await pass()
      }
      isFailing = false
    } catch (cause) {
      if (!isFailing)
        options.log?.warn('events wait for their positions in the log', { reason: String(cause) })
      isFailing = true
    } finally {
      restingUntil = performance.now() + REST_BETWEEN_PASSES_MS
      running = null
      schedule()
    }
  }

  function start(step: () => Promise<void>): void {
    if (running !== null) return
    clearTimeout(timer)
    timer = undefined
    running = work(step)
  }

  function schedule(): void {
    if (isClosing || running !== null) return
    clearTimeout(timer)
    const isDue = isWanted && !isFailing
    const delayMs = isDue ? Math.max(0, restingUntil - performance.now()) : options.pollEveryMs
    timer = setTimeout(() => start(isDue ? async () => undefined : lookAround), delayMs)
    timer.unref()
  }

  schedule()

  return {
    nudge: () => {
      isWanted = true
      if (running === null) schedule()
    },
    async placeCommitted() {
      let timer: NodeJS.Timeout | undefined
      const timeIsOver = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LONGEST_WAIT_FOR_PLACES_MS)
      })
      // If the wait is too long, the sequencer assigns the positions later, and the read returns what the log has.
      await Promise.race([placeTogether().catch(() => undefined), timeIsOver])
      clearTimeout(timer)
    },
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await running
      await Promise.allSettled([placing, placingNext])
      if (isWanted) await pass().catch(() => undefined)
    },
  }
}

const RECONNECT_AFTER_MS = 1_000

/**
 * Listens for new events that any server has placed, on its own connection, which is reopened when it is lost. Until it is
 * connected, polling of the log takes its place.
 */
export function openEventHints(options: PostgresOptions, announce: () => void): { close(): Promise<void> } {
  let current: Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosing = false
  let connecting: Promise<void> = Promise.resolve()

  async function connect(): Promise<void> {
    const client = new Client(connectionConfig(options))
    client.on('error', () => undefined)
    client.on('notification', announce)
    client.on('end', () => {
      if (current === client) current = null
      reconnectLater()
    })
    try {
      await client.connect()
      current = client
      await client.query(KEEP_CONNECTION)
      await client.query(`listen ${EVENTS_CHANNEL}`)
      // Events may have been written while the connection was down.
      announce()
    } catch {
      await client.end().catch(() => undefined)
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    if (isClosing) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      connecting = connect()
    }, RECONNECT_AFTER_MS)
    timer.unref()
  }

  connecting = connect()

  return {
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await connecting
      await current?.end()
    },
  }
}
