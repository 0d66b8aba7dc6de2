import type { DeliveryQueue, LoggedEvent, Webhook } from '@dropkit/core'
import { type Database, type Decided, rowsAs, type Write } from './database.ts'
import { columnsOf } from './store-reads.ts'
import { type EventRow, eventColumns, eventOf } from './tables/events-table.ts'
import { valuesOf } from './tables/table.ts'
import { deliveriesTable, type WebhookRow, webhooksTable } from './tables/webhooks-tables.ts'

/** Reads the log on from a cursor that one transaction at a time holds, and queues deliveries with it. */
export function createDispatch(database: Database): DeliveryQueue['dispatch'] {
  const { dialect } = database

  // Somebody else who holds it is not waited for.
  const lockCursor = dialect.statement(
    'lock_delivery_cursor',
    `select position from delivery_cursor where only_row ${dialect.skipLocked}`,
  )
  const next = `position > (select position from delivery_cursor where only_row)`
  const upTo = `position <= (select position from delivery_cursor where only_row) + cast(?1 as bigint)`
  const readEvents = dialect.statement(
    'read_events_to_deliver',
    `select ${eventColumns.join(', ')} from events where ${next} and ${upTo} order by position`,
  )
  // Places in the log have no gaps. Nobody removes one of these while deliveries to it are being queued.
  const readWebhooks = dialect.statement(
    'read_webhooks_of_events',
    `select ${columnsOf(webhooksTable)} from webhooks
     where is_active and owner_id in (
       select owner_id from events where ${next} and ${upTo}
       union select actor_id from events where ${next} and ${upTo} and actor_id is not null
     ) order by id ${dialect.forKeyShare}`,
  )
  const columns = Object.keys(deliveriesTable.columns)
  const insert = dialect.insert('insert_deliveries', deliveriesTable.name, deliveriesTable.columns)
  const moveCursor = dialect.update(
    'move_delivery_cursor',
    'delivery_cursor',
    { shared: {}, own: { only_row: 'boolean' } },
    { position: 'integer' },
  )

  return (limit, choose) => {
    const loads = [
      { statement: lockCursor, values: [] },
      { statement: readEvents, values: [limit] },
      { statement: readWebhooks, values: [limit] },
    ]
    return database.change(loads, ([cursor, eventRows, webhookRows]): Decided<number> => {
      const events = rowsAs<EventRow>(eventRows).map(eventOf)
      const last = events.at(-1)
      if (cursor?.length !== 1 || !last) return { writes: [], hasEvents: false, result: 0 }
      const webhooks = rowsAs<WebhookRow>(webhookRows).map((row) => webhooksTable.fromRow(row))
      const ofUser = Map.groupBy(webhooks, ({ ownerId }) => ownerId)
      const webhooksOf = ({ ownerId, actorId }: LoggedEvent): readonly Webhook[] => {
        const owners = ofUser.get(ownerId) ?? []
        const actors = actorId === null || actorId === ownerId ? [] : (ofUser.get(actorId) ?? [])
        return [...owners, ...actors]
      }
      const rows = events
        .flatMap((event) => choose(event, webhooksOf(event)))
        .map((delivery) => valuesOf(deliveriesTable.toRow(delivery), columns))
      const moved: Write = {
        statement: moveCursor,
        shared: [],
        rows: [[true, last.position]],
        mustMatch: false,
      }
      const queued = rows.length === 0 ? [] : [{ statement: insert, shared: [], rows, mustMatch: false }]
      return { writes: [...queued, moved], hasEvents: false, result: events.length }
    })
  }
}
