import {
  type Instant,
  LOG_REMOVED_KEY,
  type Retention,
  type RetentionKind,
  type WebhookId,
  writeRemovedLog,
} from '@dropkit/core'
import { type Database, rowsAs, type Statement, type Value } from './database.ts'
import { DELIVERIES_IN } from './migrations/0030-to-0049.ts'
import { waitingDeliveriesOf } from './webhooks/delivery-take.ts'

/** For each kind, its table, its key, and the indexed column that says when its rows ended. */
const PLACES: {
  readonly [Kind in Exclude<RetentionKind, 'events'>]: {
    readonly table: string
    readonly key: string
    readonly overSince: string
  }
} = {
  deliveries: { table: 'webhook_deliveries', key: 'id', overSince: 'ended_at' },
  sessions: { table: 'sessions', key: 'id', overSince: 'expires_at' },
  challenges: { table: 'sign_in_challenges', key: 'nonce', overSince: 'expires_at' },
  receipts: { table: 'receipts', key: 'user_id, key', overSince: 'expires_at' },
  counts: { table: 'drop_counts', key: 'drop_id, span, starts_at, counted', overSince: 'expires_at' },
}

export function createSqlRetention(database: Database): Retention {
  const { dialect } = database
  const statementFor = (kind: keyof typeof PLACES) => {
    const { table, key, overSince } = PLACES[kind]
    return dialect.statement(
      `sweep_${kind}`,
      `delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${overSince} <= ?1
         order by ${overSince} limit ?2 ${dialect.skipLocked}
       ) returning 1`,
    )
  }
  const statements = {
    deliveries: statementFor('deliveries'),
    sessions: statementFor('sessions'),
    challenges: statementFor('challenges'),
    receipts: statementFor('receipts'),
    counts: statementFor('counts'),
  }
  const removeBeginning = createLogTrimmer(database)
  const removeAbandoned = createAbandonedRemoval(database)
  const removeOrphaned = createOrphanedRemoval(database)
  return {
    async deleteExpired(kind, by, limit) {
      if (kind === 'events') return removeBeginning(by, limit)
      let deleted = await deleteBy(database, statements[kind], [by, limit])
      if (kind !== 'deliveries') return deleted
      if (deleted < limit) deleted += await removeAbandoned(by, limit - deleted)
      if (deleted < limit) deleted += await removeOrphaned(limit - deleted)
      return deleted
    },
  }
}

const deleteBy = (database: Database, statement: Statement, values: readonly Value[]): Promise<number> =>
  database.change([{ statement, values }], ([deleted]) => ({
    writes: [],
    hasEvents: false,
    result: deleted?.length ?? 0,
  }))

/**
 * Removes waiting deliveries of webhooks that are not active and have not changed since an instant. They would never be
 * sent, and the log keeps the events of all stored deliveries.
 */
function createAbandonedRemoval(database: Database): (by: Instant, limit: number) => Promise<number> {
  const { dialect } = database
  const { ctes, hasWaiting } = waitingDeliveriesOf(dialect)
  const isAbandoned = (by: string) => `not is_active and updated_at <= ${by}`
  const abandoned = dialect.statement(
    'abandoned_webhooks',
    `${ctes} select id from webhooks where ${isAbandoned('?1')} and ${hasWaiting} order by updated_at limit ?2`,
  )
  const remove = dialect.statement(
    'remove_abandoned_deliveries',
    `delete from webhook_deliveries where id in (
       select id from webhook_deliveries ${dialect.byIndex('webhook_deliveries_waiting')}
       where webhook_id = ?1 and ${DELIVERIES_IN.waiting}
         and exists (select 1 from webhooks where id = ?1 and ${isAbandoned('?2')})
       order by position limit ?3 ${dialect.skipLocked}
     ) returning 1`,
  )
  return async (by, limit) => {
    const webhooks = rowsAs<{ id: WebhookId }>(
      await database.read({ statement: abandoned, values: [by, limit], isLong: true }),
    )
    let removed = 0
    for (const { id } of webhooks) {
      if (removed >= limit) break
      removed += await deleteBy(database, remove, [id, by, limit - removed])
    }
    return removed
  }
}

/** Removes the deliveries of deleted webhooks. Finds them by skipping through an index. */
function createOrphanedRemoval(database: Database): (limit: number) => Promise<number> {
  const { dialect } = database
  const first = (more: string) => dialect.firstByIndex('webhook_id', `webhook_deliveries${more}`)
  const deleted = dialect.statement(
    'deleted_webhooks',
    `with recursive stored(id) as (
       select (${first('')})
       union all
       select (${first(' where webhook_id > stored.id')}) from stored where stored.id is not null
     )
     select id from stored
     where id is not null and not exists (select 1 from webhooks where webhooks.id = stored.id) limit ?1`,
  )
  const remove = dialect.statement(
    'remove_orphaned_deliveries',
    `delete from webhook_deliveries where id in (
       select id from webhook_deliveries ${dialect.byIndex('webhook_deliveries_event')}
       where webhook_id = ?1 limit ?2 ${dialect.skipLocked}
     ) returning 1`,
  )
  return async (limit) => {
    const webhooks = rowsAs<{ id: WebhookId }>(
      await database.read({ statement: deleted, values: [limit], isLong: true }),
    )
    let removed = 0
    for (const { id } of webhooks) {
      if (removed >= limit) break
      removed += await deleteBy(database, remove, [id, limit - removed])
    }
    return removed
  }
}

interface Bounds {
  last: number | null
  dispatched: number | null
  delivered: number | null
  queued: number | null
}

/**
 * Removes the beginning of the event log: at most `limit` events that happened before an instant, were dispatched to
 * webhooks, also to those of users with a backlog, and have no stored delivery. The last event always stays, because
 * SQLite derives the next position from it.
 */
function createLogTrimmer(database: Database): (by: Instant, limit: number) => Promise<number> {
  const { dialect } = database
  const bounds = dialect.statement(
    'bounds_of_removable_log',
    `select (select max(position) from events where position is not null) as last,
       (select position from delivery_cursor) as dispatched,
       (select min(position) from webhook_deliveries) as delivered,
       (select min(position) + 1 from webhook_backlogs) as queued`,
  )
  const beginning = dialect.statement(
    'beginning_of_log',
    'select position, at from events where position > 0 order by position limit ?1',
  )
  const remove = dialect.remove('remove_beginning_of_log', 'events', 'position', 'integer')
  const note = dialect.insert(
    'note_removed_log',
    'key_values',
    { key: 'text', value: 'text' },
    'on conflict (key) do update set value = excluded.value',
  )
  const lock =
    dialect.lockTexts === null ? [] : [{ statement: dialect.lockTexts, values: [[LOG_REMOVED_KEY]] }]

  return (by, limit) =>
    database.change(
      [...lock, { statement: bounds, values: [] }, { statement: beginning, values: [limit] }],
      (loaded) => {
        const [bound] = rowsAs<Bounds>(loaded.at(-2))
        const end = Math.min(
          bound?.last ?? 0,
          (bound?.dispatched ?? 0) + 1,
          bound?.delivered ?? Number.POSITIVE_INFINITY,
          bound?.queued ?? Number.POSITIVE_INFINITY,
        )
        const events = rowsAs<{ position: number; at: Instant }>(loaded.at(-1))
        const firstRemaining = events.findIndex(({ position, at }) => position >= end || at > by)
        const over = firstRemaining === -1 ? events : events.slice(0, firstRemaining)
        const last = over.at(-1)
        if (last === undefined) return { writes: [], hasEvents: false, result: 0 }
        return {
          writes: [
            { statement: remove, shared: [], rows: over.map(({ position }) => [position]), mustMatch: true },
            {
              statement: note,
              shared: [],
              rows: [[LOG_REMOVED_KEY, writeRemovedLog({ upTo: last.position, by })]],
              mustMatch: false,
            },
          ],
          hasEvents: false,
          result: over.length,
        }
      },
    )
}
