import { Client } from 'pg'
import { MIGRATIONS_TABLE } from '../migrations/migrate.ts'
import { columnArrays } from '../postgres/postgres-dialect.ts'
import { withoutTimeouts } from '../postgres/postgres-pool.ts'
import {
  type CatalogColumn,
  type MovedColumn,
  type MovedTable,
  type MovedType,
  movedValue,
} from './moved-tables.ts'
import {
  BYTES_PER_PAGE,
  CHANGED_MEANWHILE,
  exceptMoveRecord,
  MOVED_AWAY,
  MOVED_AWAY_STATE,
  type MoveSide,
  type SideOptions,
  STORE_MOVE_KEY,
} from './store-move.ts'

type TextRow = readonly (string | null)[]

const CASTS: Readonly<Record<MovedType, string>> = {
  text: 'text',
  integer: 'bigint',
  amount: 'numeric',
  flag: 'boolean',
  real: 'double precision',
  json: 'json',
}

const FENCE = 'move_fence'
const LOCK_TIMEOUT_MS = 20_000
/** Two numbers that no other advisory lock in this database uses. */
const MOVE_LOCK = 'pg_advisory_xact_lock(1685221232, 3)'
const PUT =
  'insert into key_values (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value'

/**
 * Opens a database. If it is the source, it converts the numbers after which webhooks get events to positions of SQLite:
 * see `eventsAfter`.
 */
export async function openPostgresMoveSide(
  url: string,
  { role, rowsPerPage }: SideOptions,
): Promise<MoveSide> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'dropkit move',
    // Returns all values as text.
    types: { getTypeParser: () => (text: string) => text } as never,
  })
  // A lost connection is reported by the query that was running.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    withoutTimeouts(['statement', 'idle_in_transaction_session', 'idle_session', 'transaction'], {
      inTransaction: false,
    }),
  )
  // A crash of Postgres may undo the last pages, together with their progress record.
  await client.query('set synchronous_commit = off')

  const read = async (text: string, values: readonly unknown[] = []): Promise<readonly TextRow[]> =>
    (await client.query<never[]>({ text, values: [...values], rowMode: 'array' })).rows as readonly TextRow[]
  const texts = async (text: string, values: readonly unknown[] = []): Promise<readonly string[]> =>
    (await read(text, values)).map(([value]) => value as string)

  return {
    catalog: async () => {
      const columns = await read(
        `select relname, attname, format_type(atttypid, atttypmod) from pg_class
         join pg_attribute on attrelid = pg_class.oid
         where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0
           and not attisdropped
         order by relname, attnum`,
      )
      return {
        kind: 'postgres',
        columns: columns.map(([table, column, type]) => ({ table, column, type }) as CatalogColumn),
      }
    },
    keyValue: async (key) => (await texts('select value from key_values where key = $1', [key]))[0],
    keyValues: (prefix) =>
      texts(`select key || ' ' || value from key_values where starts_with(key, $1) order by key`, [prefix]),
    migrations: async () => {
      const [isThere] = await texts('select to_regclass($1)', [MIGRATIONS_TABLE])
      return isThere === null ? [] : texts(`select name from ${MIGRATIONS_TABLE} order by id`)
    },
    countRows: async ({ name }) =>
      Number((await texts(`select count(*) from ${name} where ${exceptMoveRecord(name)}`))[0]),
    async page({ table, after, rows }) {
      const text = pageText(table, { isFurther: after !== null, isBounded: rows === undefined, role })
      const found = await read(text, [...(after ?? []), rows ?? rowsPerPage])
      return found.map((row) => row.map((value, place) => movedValue(typeAt(table, place), value)))
    },
    async changing(from, work) {
      await client.query('begin isolation level read committed')
      try {
        // A second concurrent move of the same store waits here, and then finds a changed record.
        await client.query(`select ${MOVE_LOCK}`)
        const [now] = await texts('select value from key_values where key = $1', [STORE_MOVE_KEY])
        if (now !== from) throw new Error(CHANGED_MEANWHILE)
        const to = await work()
        if (to === undefined) await client.query('delete from key_values where key = $1', [STORE_MOVE_KEY])
        else await client.query(PUT, [STORE_MOVE_KEY, to])
        await client.query('commit')
      } catch (cause) {
        await client.query('rollback').catch(() => undefined)
        throw cause
      }
    },
    async insert(table, rows) {
      const { name, columns } = table
      const names = namesOf(columns)
      const arrays = columns.map(({ type }, place) => `$${place + 1}::${CASTS[type]}[]`).join(', ')
      const [into, selected] = name === 'events' ? [`id, ${names}`, `position, ${names}`] : [names, names]
      await client.query({
        name: `move_${name}`,
        text: `insert into ${name} (${into}) select ${selected} from unnest(${arrays}) as given (${names})`,
        values: columnArrays(rows),
      })
    },
    async clear({ name }) {
      await client.query(`delete from ${name}`)
    },
    async fence(tables) {
      await placeEvents(client)
      await client.query(
        `create function ${FENCE}() returns trigger language plpgsql as $$
         begin raise exception '${MOVED_AWAY}' using errcode = '${MOVED_AWAY_STATE}'; end $$`,
      )
      for (const { name } of tables) for (const text of fenceTriggers(name)) await client.query(text)
    },
    async unfence() {
      await client.query(`drop function ${FENCE}() cascade`)
    },
    async suspend(tables) {
      const found = await read(
        `select relname, pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
         where relnamespace = current_schema()::regnamespace and indrelid::regclass::text = any($1)
           and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
        [tables.map(({ name }) => name)],
      )
      for (const [name] of found) await client.query(`drop index ${name}`)
      for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
      return found.map(([, text]) => text as string)
    },
    async restore(tables, suspended) {
      await client.query(`set maintenance_work_mem = '256MB'`)
      for (const text of suspended)
        await client.query(text.replace(/^create (unique )?index/i, '$& if not exists'))
      for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
      await client.query('set synchronous_commit = on')
      await client.query(
        'update event_log_head set position = (select coalesce(max(position), 0) from events)',
      )
      // Webhooks store the number of the last event at their registration: see migration 0009.
      await client.query(
        `select setval(pg_get_serial_sequence('events', 'id'), greatest(1,
           (select coalesce(max(id), 0) from events), (select coalesce(max(events_after), 0) from webhooks)))`,
      )
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

const typeAt = ({ columns }: MovedTable, place: number): MovedType => columns[place]?.type ?? 'text'

const namesOf = (columns: readonly MovedColumn[]): string => columns.map(({ name }) => name).join(', ')

/** Assigns positions to all events, as a server does, and prevents other transactions from writing more events. */
async function placeEvents(client: Client): Promise<void> {
  await client.query('select position from event_log_head for update')
  await client.query('lock table events in share row exclusive mode')
  await client.query(
    `with placed as (
       update events set position = (select position from event_log_head) + waiting.place
       from (select id, row_number() over (order by id) as place from events where position is null) as waiting
       where events.id = waiting.id returning 1
     )
     update event_log_head set position = position + (select count(*) from placed)`,
  )
}

/**
 * A webhook gets the events whose number is greater than its own. Numbers and positions differ in order, and SQLite has
 * only positions. Events up to the cursor were already dispatched, except those of a user with a backlog. After that, a
 * webhook gets every event from the first one that it must get. It never misses an event, but may get a few that were
 * written while it was registered.
 */
const EVENTS_AFTER = `coalesce(
  (select min(position) - 1 from events
   where id > its.events_after and position > coalesce(
     (select position from webhook_backlogs where user_id = its.owner_id), (select position from delivery_cursor))),
  (select position from event_log_head))`

function pageText(
  { name, columns, key }: MovedTable,
  how: { readonly isFurther: boolean; readonly isBounded: boolean; readonly role: SideOptions['role'] },
): string {
  const places = key.map(({ type }, place) => `$${place + 1}::${CASTS[type]}`).join(', ')
  const further = how.isFurther ? ` and (${namesOf(key)}) > (${places})` : ''
  const limit = `limit $${how.isFurther ? key.length + 1 : 1}::bigint`
  const rows = `select * from ${name} where ${exceptMoveRecord(name)}${further} order by ${namesOf(key)} ${limit}`
  const selected = columns
    .map((column) =>
      how.role === 'source' && name === 'webhooks' && column.name === 'events_after'
        ? `${EVENTS_AFTER} as events_after`
        : `its.${column.name}`,
    )
    .join(', ')
  const order = key.map((column) => `its.${column.name}`).join(', ')
  if (!how.isBounded) return `select ${selected} from (${rows}) as its order by ${order}`
  const size = columns
    .filter(({ type }) => type === 'text' || type === 'json')
    .map((column) => `coalesce(octet_length(${column.name}::text), 0)`)
    .join(' + ')
  const before = `coalesce(sum(${size || '0'}) over (order by ${namesOf(key)} rows between unbounded preceding and 1 preceding), 0)`
  return `select ${selected} from (select *, ${before} as move_bytes_before from (${rows}) as page) as its
    where move_bytes_before < ${BYTES_PER_PAGE} order by ${order}`
}

function fenceTriggers(table: string): readonly string[] {
  const execute = `execute function ${FENCE}()`
  if (table !== 'key_values')
    return [`create trigger ${FENCE} before insert or update or delete or truncate on ${table} ${execute}`]
  return [
    `create trigger ${FENCE}_write before insert or update on key_values for each row
     when (new.key <> '${STORE_MOVE_KEY}') ${execute}`,
    `create trigger ${FENCE}_remove before delete on key_values for each row
     when (old.key <> '${STORE_MOVE_KEY}') ${execute}`,
  ]
}
