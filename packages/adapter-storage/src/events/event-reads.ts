import type { DeliveryQueue, Instant, LoggedEvent, Store } from '@dropkit/core'
import { type Database, rowsAs } from '../database.ts'
import {
  type BriefEventRow,
  briefEventColumns,
  briefEventOf,
  type EventRow,
  eventColumns,
  eventOf,
} from '../tables/events-table.ts'

/** Reads events by their log positions. */
export function createEventsAt(
  database: Database,
): (positions: readonly number[]) => Promise<ReadonlyMap<number, LoggedEvent>> {
  const rowsAt = createRowsAt<EventRow>(database, 'events_at', eventColumns)
  return async (positions) => new Map((await rowsAt(positions)).map((row) => [row.position, eventOf(row)]))
}

export function createBriefEventsAt(database: Database): DeliveryQueue['eventsAt'] {
  const columns = briefEventColumns(database.dialect)
  const rowsAt = createRowsAt<BriefEventRow>(database, 'brief_events_at', columns)
  return async (positions) =>
    new Map((await rowsAt(positions)).map((row) => [row.position, briefEventOf(row)]))
}

export function createDataOfEvents(database: Database): Store['dataOfEvents'] {
  const columns = ['position', 'data']
  const rowsAt = createRowsAt<Pick<EventRow, 'position' | 'data'>>(database, 'data_of_events', columns)
  return async (positions) => new Map((await rowsAt(positions)).map(({ position, data }) => [position, data]))
}

function createRowsAt<R>(database: Database, name: string, columns: readonly string[]) {
  const { dialect } = database
  const statement = dialect.statement(
    name,
    `select ${columns.join(', ')} from events
     where ${dialect.among('position', 1, 'integer')} and position is not null`,
  )
  return async (positions: readonly number[]): Promise<readonly R[]> =>
    positions.length === 0
      ? []
      : rowsAs<R>(await database.read({ statement, values: [[...new Set(positions)]] }))
}

/** How far the processing of the event log is behind. */
export interface EventLogBacklog {
  /** Committed events without a log position. They cannot be read yet. Always 0 on SQLite. */
  readonly unplaced: number
  /** The age of the oldest of these events, in milliseconds. */
  readonly oldestUnplacedMs: number
  /** Events with a position that were not dispatched to webhooks yet. */
  readonly undispatched: number
}

export function createEventLogBacklog(database: Database): (now: Instant) => Promise<EventLogBacklog> {
  const { dialect } = database
  const ofReaders = dialect.statement(
    'event_log_backlog',
    `select coalesce((select max(position) from events), 0) as head,
            coalesce((select position from delivery_cursor where only_row), 0) as dispatched`,
  )
  const ofPlaces = dialect.statement(
    'events_without_places',
    'select count(*) as unplaced, min(at) as oldest from events where position is null',
  )
  const hasSequencer = dialect.client === 'pg'

  return async (now) => {
    const [log] = rowsAs<{ head: number; dispatched: number }>(
      await database.read({ statement: ofReaders, values: [] }),
    )
    const undispatched = Math.max(0, Number(log?.head ?? 0) - Number(log?.dispatched ?? 0))
    if (!hasSequencer) return { unplaced: 0, oldestUnplacedMs: 0, undispatched }
    const [places] = rowsAs<{ unplaced: number; oldest: number | null }>(
      await database.read({ statement: ofPlaces, values: [] }),
    )
    const oldest = places?.oldest ?? now
    return {
      unplaced: places?.unplaced ?? 0,
      oldestUnplacedMs: Math.max(0, now - Number(oldest)),
      undispatched,
    }
  }
}
