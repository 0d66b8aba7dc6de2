import {
  type AuditRows,
  type EventType,
  LOG_REMOVED_KEY,
  readRemovedLog,
  type StoredEvent,
} from '@dropkit/core'
import { REMOVED_DELIVERIES } from '@dropkit/core/internal'
import type { Row } from '../database.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events-table.ts'
import type { Snapshot } from './snapshot.ts'

type EventReads = Pick<
  AuditRows,
  'events' | 'paymentEvents' | 'tokenEvents' | 'log' | 'strangeDeliveries' | 'eventsWithoutDelivery'
>

type ReadEvents = (page: readonly Row[], fromRow: (row: EventRow) => StoredEvent) => readonly StoredEvent[]

/** A webhook that was registered less than this after an event may not have existed yet when the event was dispatched. */
const WELL_BEFORE_MS = 60_000

/** How many missing positions of the log are reported. */
const MOST_MISSING = 20

const columns = eventColumns.map((column) => `events.${column}`).join(', ')

/** Reads the event log and the deliveries of its events. */
export function auditEvents(snapshot: Snapshot, readEvents: ReadEvents): EventReads {
  const isSqlite = snapshot.dialect.client === 'better-sqlite3'
  // On Postgres, events without a position come last, by id. On SQLite, every event has a position.
  const inOrder = isSqlite ? 'position' : 'position nulls last, id'

  async function* events<Event extends StoredEvent>(
    where: string,
    order: string,
  ): AsyncGenerator<readonly Event[]> {
    const text = `select ${columns} from events where ${where} order by ${order}`
    for await (const page of snapshot.pages(text)) yield readEvents(page, eventOf) as readonly Event[]
  }

  return {
    events: () =>
      isSqlite
        ? events(`drop_id > ''`, `drop_id, position`)
        : joined(
            events(`drop_id > '' and position is not null`, 'drop_id, position'),
            events(`drop_id > '' and position is null`, 'drop_id, id'),
          ),
    paymentEvents: () =>
      events(
        `intent_id is not null and (type like 'payment.%' or type like 'refund.%')`,
        `drop_id, intent_id, ${inOrder}`,
      ),
    tokenEvents: () => events(`type like 'token.%'`, `token_id, ${inOrder}`),

    async log() {
      const [extent] = await snapshot.all(
        `select count(*) as placed, coalesce(min(position), 0) as first, coalesce(max(position), 0) as last
         from events where position is not null`,
      )
      const [removed] = await snapshot.all(`select value from key_values where key = '${LOG_REMOVED_KEY}'`)
      const number = (row: Row | undefined, column: string) => Number(row?.[column] ?? 0)
      const [placed, first, last] = [
        number(extent, 'placed'),
        number(extent, 'first'),
        number(extent, 'last'),
      ]
      const gaps =
        placed === 0 || placed === last - first + 1
          ? []
          : await snapshot.all(
              `select before + 1 as position from (
                 select position, lag(position) over (order by position) as before from events
                 where position is not null
               ) as placed where position > before + 1 order by 1 limit ${MOST_MISSING}`,
            )
      const [head] = isSqlite ? [] : await snapshot.all('select position from event_log_head')
      const [cursor] = await snapshot.all('select position from delivery_cursor')
      return {
        placed,
        first,
        removed: readRemovedLog(removed && String(removed['value'])),
        last,
        missing: gaps.map(({ position }) => Number(position)),
        head: head === undefined ? null : number(head, 'position'),
        dispatched: number(cursor, 'position'),
      }
    },

    async *strangeDeliveries() {
      const text = `
        select deliveries.id, deliveries.position, deliveries.event_type
        from webhook_deliveries as deliveries
        left join events on events.position = deliveries.position
        where events.position is null or events.type <> deliveries.event_type
        order by deliveries.id`
      for await (const page of snapshot.pages(text)) {
        yield page.map((row) => ({
          id: String(row['id']),
          position: Number(row['position']),
          eventType: row['event_type'] as EventType,
        }))
      }
    },

    async *eventsWithoutDelivery(since) {
      const ofWebhook = (who: string) => `
        select webhooks.id, webhooks.events, events.position, events.type
        from webhooks
        left join key_values as removed on removed.key = '${REMOVED_DELIVERIES}' || webhooks.id
        join events on ${who}
          and events.position > coalesce(cast(removed.value as bigint), 0)
          and events.position <= coalesce(
            (select position from webhook_backlogs where user_id = webhooks.owner_id),
            (select position from delivery_cursor))
          and events.at >= webhooks.created_at + ${WELL_BEFORE_MS} and events.at >= ?1
        left join webhook_deliveries as deliveries
          on deliveries.webhook_id = webhooks.id and deliveries.position = events.position
        where webhooks.is_active and webhooks.updated_at = webhooks.created_at and deliveries.id is null`
      const text = `${ofWebhook('events.owner_id = webhooks.owner_id')}
        union all ${ofWebhook('events.actor_id = webhooks.owner_id and events.actor_id <> events.owner_id')}`
      for await (const page of snapshot.pages(text, [since])) {
        yield page.map((row) => ({
          webhookId: String(row['id']),
          patterns: JSON.parse(String(row['events'])) as readonly string[],
          position: Number(row['position']),
          type: row['type'] as EventType,
        }))
      }
    },
  }
}

/** Joins two lists that are sorted by drop. For each drop, the events of the first list come before those of the second. */
async function* joined<Event extends StoredEvent>(
  first: AsyncIterable<readonly Event[]>,
  second: AsyncIterable<readonly Event[]>,
): AsyncGenerator<readonly Event[]> {
  // Events without a position. They are newer than all others.
  const later: Event[] = []
  for await (const page of second) later.push(...page)
  const byDrop = (event: Event) => event.dropId ?? ''
  let next = 0
  for await (const page of first) {
    const mixed: Event[] = []
    for (const event of page) {
      for (let one = later[next]; one !== undefined && byDrop(one) < byDrop(event); one = later[next]) {
        mixed.push(one)
        next++
      }
      mixed.push(event)
    }
    yield mixed
  }
  if (next < later.length) yield later.slice(next)
}
