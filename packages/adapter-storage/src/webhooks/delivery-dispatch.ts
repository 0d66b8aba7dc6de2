import type { DeliveryQueue, LoggedEvent, UserId, Webhook, WebhookDelivery } from '@dropkit/core'
import { type Database, type Decided, type Row, rowsAs, type Value, type Write } from '../database.ts'
import { columnsOf } from '../reads/store-reads.ts'
import { type BriefEventRow, briefEventColumns, briefEventOf } from '../tables/events-table.ts'
import { valuesOf } from '../tables/table.ts'
import { deliveriesTable, type WebhookRow, webhooksTable } from '../tables/webhooks-tables.ts'

/**
 * After this many deliveries are queued, further events wait for the next call, so that one transaction does not block the
 * process.
 */
const MOST_DELIVERIES_PER_DISPATCH = 500
/**
 * After this many deliveries to one user's webhooks, the further events of this user wait for the user's turn. A user may
 * have 100 webhooks, so the events of one user may need as many deliveries as those of a hundred others.
 */
export const MOST_DELIVERIES_PER_USER = 200

type Choose = Parameters<DeliveryQueue['dispatch']>[1]

/** The next events, up to a limit. */
interface Waiting {
  readonly events: number
  /** 1 if a user whom one of the events concerns has a webhook. */
  readonly are_wanted: number | null
}

/** An event, and the number that is compared with the registration of webhooks. */
interface WrittenEventRow extends BriefEventRow {
  readonly written: number
}

interface RegisteredWebhookRow extends WebhookRow {
  readonly events_after: number
}

interface Reached {
  readonly events: number
  readonly last: number | null
}

interface Backlog {
  readonly user_id: UserId
  readonly position: number
  readonly last_turn: number
}

/**
 * Reads the log from a cursor that one transaction at a time locks, and queues deliveries in the same transaction. Events
 * of users without webhooks are left until `limit` of them wait, because moving the cursor is a durable commit, and most
 * batches of claims have no webhook to deliver to. A webhook that is registered in the meantime starts after them.
 *
 * A user with many deliveries does not delay the others: the cursor moves on past the further events of this user, who gets
 * a backlog. When the cursor has reached the end of the log, users with a backlog take turns.
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
  const waiting = dialect.statement(
    'events_that_wait',
    `select count(*) as events, max(case when
       exists (select 1 from webhooks where owner_id in (events.owner_id, events.actor_id)) then 1 else 0 end) as are_wanted
     from events where ${next} and ${upTo}`,
  )
  const lastEvent = dialect.statement(
    'last_event_to_deliver',
    `select count(*) as events, max(position) as last from events where ${next} and ${upTo}`,
  )
  const eventsWhere = (condition: string) =>
    `select ${briefEventColumns(dialect).join(', ')}, ${dialect.eventNumber} as written from events where ${condition}`
  const hasNoBacklog = 'not exists (select 1 from webhook_backlogs where user_id = webhooks.owner_id)'
  const readEvents = dialect.statement(
    'read_events_to_deliver',
    `${eventsWhere(`${next} and ${upTo}`)} and exists (
       select 1 from webhooks
       where is_active and owner_id in (events.owner_id, events.actor_id) and ${hasNoBacklog})
     order by position`,
  )
  // Log positions have no gaps. The webhooks are locked against deletion while deliveries to them are queued.
  const readWebhooks = dialect.statement(
    'read_webhooks_of_events',
    `select ${columnsOf(webhooksTable)}, events_after from webhooks
     where is_active and ${hasNoBacklog} and owner_id in (
       select owner_id from events where ${next} and ${upTo}
       union select actor_id from events where ${next} and ${upTo} and actor_id is not null
     ) order by id ${dialect.forKeyShare}`,
  )
  const columns = Object.keys(deliveriesTable.columns)
  // During an upgrade, a server of an earlier release may have queued an event of a user with a backlog.
  const insert = dialect.insert(
    'insert_deliveries',
    deliveriesTable.name,
    deliveriesTable.columns,
    'on conflict (webhook_id, position) do nothing',
  )
  const moveCursor = dialect.update(
    'move_delivery_cursor',
    'delivery_cursor',
    { shared: {}, own: { only_row: 'boolean' } },
    { position: 'integer' },
  )

  const inTurn = dialect.statement(
    'webhook_backlog_in_turn',
    `select user_id, position, (select max(turn) from webhook_backlogs) as last_turn
     from webhook_backlogs order by turn, user_id limit 1`,
  )
  const stillThere = dialect.statement(
    'webhook_backlog',
    'select user_id, position, turn as last_turn from webhook_backlogs where user_id = ?1',
  )
  const cursor = '(select position from delivery_cursor where only_row)'
  const eventsOf = (name: string, condition: string) =>
    `select * from (
       ${eventsWhere(`${condition} and position > ?2 and position <= ${cursor}`)} order by position limit ?3
     ) as ${name}`
  const readBacklog = dialect.statement(
    'read_events_of_backlog',
    `${eventsOf('owned', 'owner_id = ?1')}
     union all ${eventsOf('caused', 'actor_id = ?1 and actor_id <> owner_id')}
     order by position limit ?3`,
  )
  const webhooksOfUser = dialect.statement(
    'webhooks_of_backlog',
    `select ${columnsOf(webhooksTable)}, events_after from webhooks
     where is_active and owner_id = ?1 order by id ${dialect.forKeyShare}`,
  )
  const addBacklogs = dialect.insert(
    'add_webhook_backlogs',
    'webhook_backlogs',
    { user_id: 'text', position: 'integer', turn: 'integer' },
    'on conflict (user_id) do nothing',
  )
  const moveBacklog = dialect.update(
    'move_webhook_backlog',
    'webhook_backlogs',
    { shared: {}, own: { user_id: 'text' } },
    { position: 'integer', turn: 'integer' },
  )
  const endBacklog = dialect.remove('end_webhook_backlog', 'webhook_backlogs', 'user_id')

  const write = (statement: Write['statement'], rows: Write['rows']): readonly Write[] =>
    rows.length === 0 ? [] : [{ statement, shared: [], rows, mustMatch: false }]
  const rowOf = (delivery: WebhookDelivery): Value[] => valuesOf(deliveriesTable.toRow(delivery), columns)

  /** Queues the next events of the log. Returns the number of events that were read. */
  async function readOn(limit: number, choose: Choose): Promise<number> {
    const [there] = rowsAs<Waiting>(await database.read({ statement: waiting, values: [limit] }))
    if (!there || there.events === 0 || (there.are_wanted === 0 && there.events < limit)) return 0
    const loads = [
      { statement: lockCursor, values: [] },
      { statement: lastEvent, values: [limit] },
      { statement: readEvents, values: [limit] },
      { statement: readWebhooks, values: [limit] },
    ]
    return database.change(loads, ([locked, lastRows, eventRows, webhookRows]): Decided<number> => {
      const [reached] = rowsAs<Reached>(lastRows)
      if (locked?.length !== 1 || !reached || reached.last === null)
        return { writes: [], hasEvents: false, result: 0 }
      const webhooksOf = webhooksByUser(webhookRows)
      const { last } = reached
      let readUpTo = last
      const rows: Value[][] = []
      const counts = new Map<UserId, number>()
      const backlogs = new Map<UserId, number>()
      for (const row of rowsAs<WrittenEventRow>(eventRows)) {
        const event = briefEventOf(row)
        // More events may have got positions since the last one was read. The next dispatch finds them.
        if (event.position > last) break
        const served: Webhook[] = []
        for (const user of new Set([event.ownerId, event.actorId ?? event.ownerId])) {
          const webhooks = webhooksOf(user, row.written)
          if (backlogs.has(user) || webhooks.length === 0) continue
          if ((counts.get(user) ?? 0) >= MOST_DELIVERIES_PER_USER) backlogs.set(user, event.position - 1)
          else served.push(...webhooks)
        }
        const ownerOf = new Map(served.map(({ id, ownerId }) => [id, ownerId]))
        for (const delivery of choose(event, served)) {
          rows.push(rowOf(delivery))
          const user = ownerOf.get(delivery.webhookId) ?? event.ownerId
          counts.set(user, (counts.get(user) ?? 0) + 1)
        }
        if (rows.length < MOST_DELIVERIES_PER_DISPATCH) continue
        readUpTo = event.position
        break
      }
      return {
        writes: [
          ...write(insert, rows),
          ...write(moveCursor, [[true, readUpTo]]),
          // A new backlog comes first.
          ...write(
            addBacklogs,
            [...backlogs].map(([user, position]) => [user, position, 0]),
          ),
        ],
        hasEvents: false,
        // Log positions have no gaps.
        result: reached.events - (last - readUpTo),
      }
    })
  }

  /** Queues the next events of the user whose turn it is. Returns the number of events that were read. */
  async function readBacklogInTurn(limit: number, choose: Choose): Promise<number> {
    const [first] = rowsAs<Backlog>(await database.read({ statement: inTurn, values: [] }))
    if (!first) return 0
    const { user_id: user, position, last_turn: lastTurn } = first
    const loads = [
      { statement: lockCursor, values: [] },
      { statement: stillThere, values: [user] },
      { statement: readBacklog, values: [user, position, limit] },
      { statement: webhooksOfUser, values: [user] },
    ]
    return database.change(loads, ([locked, there, eventRows, webhookRows]): Decided<number> => {
      const isUnchanged = rowsAs<Backlog>(there)[0]?.position === position
      if (locked?.length !== 1 || !isUnchanged) return { writes: [], hasEvents: false, result: 0 }
      if (webhookRows?.length === 0)
        return { writes: write(endBacklog, [[user]]), hasEvents: false, result: 0 }
      const webhooksOf = webhooksByUser(webhookRows)
      const events = rowsAs<WrittenEventRow>(eventRows)
      const rows: Value[][] = []
      let read = 0
      let readUpTo = position
      for (const row of events) {
        if (rows.length >= MOST_DELIVERIES_PER_USER) break
        const event = briefEventOf(row)
        for (const delivery of choose(event, webhooksOf(user, row.written))) rows.push(rowOf(delivery))
        readUpTo = event.position
        read++
      }
      const isOver = read === events.length && events.length < limit
      return {
        writes: [
          ...write(insert, rows),
          ...(isOver ? write(endBacklog, [[user]]) : write(moveBacklog, [[user, readUpTo, lastTurn + 1]])),
        ],
        hasEvents: false,
        result: read,
      }
    })
  }

  return async (limit, choose) => {
    const read = await readOn(limit, choose)
    return read >= limit ? read : read + (await readBacklogInTurn(limit, choose))
  }
}

/** The webhooks of a user that were registered before an event was written. */
function webhooksByUser(
  rows: readonly Row[] | undefined,
): (user: LoggedEvent['ownerId'], written: number) => readonly Webhook[] {
  const registered = rowsAs<RegisteredWebhookRow>(rows).map((row) => ({
    webhook: webhooksTable.fromRow(row),
    eventsAfter: row.events_after,
  }))
  const ofUser = Map.groupBy(registered, ({ webhook }) => webhook.ownerId)
  return (user, written) =>
    (ofUser.get(user) ?? []).flatMap(({ webhook, eventsAfter }) => (written > eventsAfter ? webhook : []))
}
