import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { expect } from 'vitest'
import type { Database, Load, Query } from '../src/database.ts'
import { openPostgres } from '../src/postgres/postgres-database.ts'
import { bindable } from '../src/postgres/postgres-dialect.ts'
import { connectionConfig, type PostgresOptions, valuesOf } from '../src/postgres/postgres-pool.ts'

/** A database that notes what it is asked. */
export function noting(database: Database): Database & { readonly asked: Load[] } {
  const asked: Load[] = []
  const note = (loads: readonly Load[]) => void asked.push(...loads)
  return {
    ...database,
    asked,
    read: (query) => {
      note([query])
      return database.read(query)
    },
    readEach: (query) => {
      note([query])
      return database.readEach(query)
    },
    readTogether: (loads) => {
      note(loads)
      return database.readTogether(loads)
    },
    change: (loads, decide) => {
      note(loads)
      return database.change(loads, decide)
    },
  }
}

/** Runs statements beside the store. */
export function runOnSqlite(path: string, statements: readonly string[]): void {
  const db = new SqliteDatabase(path)
  for (const statement of statements) db.exec(statement)
  db.close()
}

/** How many rows SQLite looks at for a list: it counts them itself, in the condition that bounds the list's time. */
export function sqliteRowsRead(path: string, { statement, values }: Query): number {
  const db = new SqliteDatabase(path, { readonly: true })
  let rows = 0
  db.function('within_time', (_column: unknown) => {
    rows++
    return 1
  })
  db.prepare(statement.text).all(...(values as (string | number | null)[]))
  db.close()
  return rows
}

/** How SQLite would go about what was asked, by the texts of the statements. */
export function sqlitePlans(path: string, asked: readonly Load[]): ReadonlyMap<string, readonly string[]> {
  const db = new SqliteDatabase(path)
  db.function('within_time', (_column: unknown) => 1)
  const plans = new Map(
    asked.map(({ statement: { text } }) => {
      const steps = db.prepare(`explain query plan ${text}`)
      const places = text.match(/\?/g)?.length ?? 0
      const rows = steps.all(...Array.from({ length: places }, () => null)) as { detail: string }[]
      return [text, rows.map(({ detail }) => detail)]
    }),
  )
  db.close()
  return plans
}

/** A database that notes what it is asked, and a connection on which Postgres plans as it does for it. */
export async function openPlanned(url: string) {
  const options = {
    url,
    maxConnections: 4,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 30_000,
    pollEveryMs: 60_000,
  }
  return { database: noting(await openPostgres(options)), client: await planner(options) }
}

/** Holds every answer to at most so many rows taken in. */
export async function expectFewRows(client: Client, asked: readonly Load[], few: number): Promise<void> {
  for (const load of asked) {
    const { name, text } = load.statement
    expect(
      await rowsRead(client, load),
      `${name}: ${text.slice(-600)} ${valuesOf(load).map(String).join(', ')}`,
    ).toBeLessThan(few)
  }
}

/** A connection on which Postgres plans as it does for the store. */
async function planner(options: PostgresOptions): Promise<Client> {
  const client = new Client(connectionConfig(options))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The most rows that any one step of Postgres' plan took in. Nothing that the statement changes stays. */
async function rowsRead(client: Client, load: Load): Promise<number> {
  // Prepared, as the store has it: then the plan is made without knowing the values, unless it is planned anew each time.
  const values = valuesOf(load).map((value) => {
    const bound = bindable(value)
    return bound === null ? 'null' : client.escapeLiteral(String(bound))
  })
  const given = values.length === 0 ? '' : `(${values.join(', ')})`
  await client.query(`prepare asked as ${load.statement.text}`)
  await client.query('begin')
  if (load.statement.isPlannedAnew) await client.query('set local plan_cache_mode = force_custom_plan')
  const { rows } = await client.query(`explain (analyze, timing off, format json) execute asked${given}`)
  await client.query('rollback')
  await client.query('deallocate asked')
  const [{ Plan: plan }] = JSON.parse(rows[0]['QUERY PLAN'])
  return mostRows(plan)
}

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The most rows that any one step of a plan took in. */
function mostRows(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  const here = (node['Actual Rows'] + removed) * node['Actual Loops']
  return Math.max(here, ...(node.Plans ?? []).map(mostRows))
}
