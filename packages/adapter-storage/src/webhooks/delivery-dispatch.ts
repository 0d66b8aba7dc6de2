import type { DeliveryQueue, LoggedEvent, Webhook } from '@dropkit/core'
import { type Database, type Decided, rowsAs, type Value, type Write } from '../database.ts'
import { columnsOf } from '../reads/store-reads.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events-table.ts'
import { valuesOf } from '../tables/table.ts'
import { deliveriesTable, type WebhookRow, webhooksTable } from '../tables/webhooks-tables.ts'

/**
 * After this many deliveries are queued, further events wait for the next call. A user may have 100 webhooks, and queueing
 * all deliveries of 500 events in one transaction would block the process and the events of other users.
 */
export const MOST_DELIVERIES_PER_DISPATCH = 1_000

/** The next events, up to a limit. */
interface Waiting {
  readonly events: number
  /** 1 if a user whom one of the events concerns has a webhook. */
  readonly are_wanted: number | null
}

/** An event, and the number that is compared with the registration of webhooks. */
interface WrittenEventRow extends EventRow {
  readonly written: number
}

interface RegisteredWebhookRow extends WebhookRow {
  readonly events_after: number
}

interface Reached {
  readonly events: number
  readonly last: number | null
}

/**
 * Reads the log from a cursor that one transaction at a time locks, and queues deliveries in the same transaction. Events
 * of users without webhooks are left until `limit` of them wait, because moving the cursor is a durable commit, and most
 * batches of claims have no webhook to deliver to. A webhook that is registered in the meantime starts after them.
 */
export function createDispatch(database: Database): DeliveryQueue['dispatch'] {
  const { dialect } = database

  // Does not wait if another transaction has locked the cursor.
  const lockCursor = dialect.statement(
    'lock_delivery_cursor',
    `select position from delivery_cursor where only_row ${dialect.skipLocked}`,
  )
  const next = `position > (select position from delivery_cursor where only_row)`
  const upTo = `position <= (select position from delivery_cursor where only_row) + cast(?1 as bigint)`
  const has = (webhook: string) =>
    `exists (select 1 from webhooks where ${webhook} owner_id in (events.owner_id, events.actor_id))`
  const waiting = dialect.statement(
    'events_that_wait',
    `select count(*) as events, max(case when ${has('')} then 1 else 0 end) as are_wanted
     from events where ${next} and ${upTo}`,
  )
  const lastEvent = dialect.statement(
    'last_event_to_deliver',
    `select count(*) as events, max(position) as last from events where ${next} and ${upTo}`,
  )
  const readEvents = dialect.statement(
    'read_events_to_deliver',
    `select ${eventColumns.join(', ')}, ${dialect.eventNumber} as written from events where ${next} and ${upTo} and ${has('is_active and')}
     order by position`,
  )
  // Log positions have no gaps. The webhooks are locked against deletion while deliveries to them are queued.
  const readWebhooks = dialect.statement(
    'read_webhooks_of_events',
    `select ${columnsOf(webhooksTable)}, events_after from webhooks
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

  return async (limit, choose) => {
    const [there] = rowsAs<Waiting>(await database.read({ statement: waiting, values: [limit] }))
    if (!there || there.events === 0 || (there.are_wanted === 0 && there.events < limit)) return 0
    const loads = [
      { statement: lockCursor, values: [] },
      { statement: lastEvent, values: [limit] },
      { statement: readEvents, values: [limit] },
      { statement: readWebhooks, values: [limit] },
    ]
    return database.change(loads, ([cursor, lastRows, eventRows, webhookRows]): Decided<number> => {
      const [reached] = rowsAs<Reached>(lastRows)
      if (cursor?.length !== 1 || !reached || reached.last === null)
        return { writes: [], hasEvents: false, result: 0 }
      const registered = rowsAs<RegisteredWebhookRow>(webhookRows).map((row) => ({
        webhook: webhooksTable.fromRow(row),
        eventsAfter: row.events_after,
      }))
      const ofUser = Map.groupBy(registered, ({ webhook }) => webhook.ownerId)
      const webhooksOf = ({ ownerId, actorId }: LoggedEvent, written: number): readonly Webhook[] => {
        const owners = ofUser.get(ownerId) ?? []
        const actors = actorId === null || actorId === ownerId ? [] : (ofUser.get(actorId) ?? [])
        return [...owners, ...actors].flatMap(({ webhook, eventsAfter }) =>
          written > eventsAfter ? webhook : [],
        )
      }
      const { last } = reached
      let readUpTo = last
      const rows: Value[][] = []
      for (const row of rowsAs<WrittenEventRow>(eventRows)) {
        const event = eventOf(row)
        // More events may have got positions since the last one was read. The next dispatch finds them.
        if (event.position > last) break
        for (const delivery of choose(event, webhooksOf(event, row.written)))
          rows.push(valuesOf(deliveriesTable.toRow(delivery), columns))
        if (rows.length < MOST_DELIVERIES_PER_DISPATCH) continue
        readUpTo = event.position
        break
      }
      const moved: Write = {
        statement: moveCursor,
        shared: [],
        rows: [[true, readUpTo]],
        mustMatch: false,
      }
      const queued = rows.length === 0 ? [] : [{ statement: insert, shared: [], rows, mustMatch: false }]
      // Log positions have no gaps.
      return { writes: [...queued, moved], hasEvents: false, result: reached.events - (last - readUpTo) }
    })
  }
}
