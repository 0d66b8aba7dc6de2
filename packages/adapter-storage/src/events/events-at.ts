import type { DeliveryQueue } from '@dropkit/core'
import { type Database, rowsAs } from '../database.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events-table.ts'

/** Reads events by their log positions. */
export function createEventsAt(database: Database): DeliveryQueue['eventsAt'] {
  const { dialect } = database
  const statement = dialect.statement(
    'events_at',
    `select ${eventColumns.join(', ')} from events
     where ${dialect.among('position', 1, 'integer')} and position is not null`,
  )
  return async (positions) => {
    if (positions.length === 0) return new Map()
    const rows = await database.read({ statement, values: [[...new Set(positions)]] })
    return new Map(rowsAs<EventRow>(rows).map((row) => [row.position, eventOf(row)]))
  }
}
