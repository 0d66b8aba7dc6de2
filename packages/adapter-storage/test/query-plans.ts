import { inspect } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { expect } from 'vitest'
import type { Database, Load, Query } from '../src/database.ts'
import { createSqlStorage, type SqlStorage } from '../src/open-sql-storage.ts'
import { openPostgres } from '../src/postgres/postgres-database.ts'
import { bindable } from '../src/postgres/postgres-dialect.ts'
import { connectionConfig, type PostgresOptions, valuesOf } from '../src/postgres/postgres-pool.ts'
import { openSqlite } from '../src/sqlite/sqlite-database.ts'
import { onDatabase, pathOf, preparedPostgresDatabase, preparedSqliteDatabase } from './databases.ts'

const WHOLE = { depth: null, maxArrayLength: null, maxStringLength: null }

/** The database of a storage, without the storage. */
export interface Beside {
  run(statements: readonly string[]): Promise<void>
  columnsOf(table: string): Promise<readonly string[]>
  /** What was asked until now is not planned. */
  forgetAsked(): void
}

/** A storage to plan for. The statements of both calls are planned. */
export interface Planned<Filled> {
  fill(storage: SqlStorage, beside: Beside): Promise<Filled>
  ask(storage: SqlStorage, filled: Filled): Promise<void>
}

/** How SQLite executes what was asked. */
export interface SqlitePlans {
  /** The steps of each statement, by its text. */
  readonly plans: ReadonlyMap<string, readonly string[]>
  /** The steps of all statements. */
  readonly steps: readonly string[]
  readonly asked: readonly Load[]
  /** The number of rows that SQLite reads for a list. */
  rowsRead(query: Query): number
}

/** Fills a storage on SQLite, asks, and lets `check` see the plans of what was asked. */
export const plansOf = <Filled>(
  { fill, ask }: Planned<Filled>,
  check: (plans: SqlitePlans) => void,
): Promise<void> =>
  onDatabase(preparedSqliteDatabase, async ({ url }) => {
    const path = pathOf(url)
    const database = noting(await openSqlite({ path, pollEveryMs: 60_000 }))
    const storage = createSqlStorage(database)
    try {
      const filled = await fill(storage, {
        run: async (statements) => runOnSqlite(path, statements),
        columnsOf: async (table) => sqliteColumns(path, table),
        forgetAsked: () => void database.asked.splice(0),
      })
      await ask(storage, filled)
    } finally {
      await storage.close()
    }
    const plans = sqlitePlans(path, database.asked)
    const rowsRead = (query: Query) => sqliteRowsRead(path, query)
    check({ plans, steps: [...plans.values()].flat(), asked: database.asked, rowsRead })
  })

/** Fills a storage on Postgres, asks, and expects that no step of a plan takes in more than `few` rows. */
export const expectFewRows = <Filled>({ fill, ask }: Planned<Filled>, few: number): Promise<void> =>
  onDatabase(preparedPostgresDatabase, async ({ url }) => {
    const { database, client } = await openPlanned(url)
    const storage = createSqlStorage(database)
    try {
      const filled = await fill(storage, {
        async run(statements) {
          for (const statement of statements) await client.query(statement)
        },
        columnsOf: (table) => postgresColumns(client, table),
        forgetAsked: () => void database.asked.splice(0),
      })
      await ask(storage, filled)
      // A statement with the same values has the same plan.
      const asked = new Map(
        database.asked.map((load) => [inspect([load.statement.text, valuesOf(load)], WHOLE), load]),
      )
      for (const load of asked.values()) {
        const { name, text } = load.statement
        const rows = await rowsRead(client, load)
        expect(rows, `${name}: ${text.slice(-600)} ${valuesOf(load).map(String).join(', ')}`).toBeLessThan(
          few,
        )
      }
    } finally {
      await client.end()
      await storage.close()
    }
  })

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

function sqliteColumns(path: string, table: string): readonly string[] {
  const db = new SqliteDatabase(path, { readonly: true })
  const names = db.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[]
  db.close()
  return names
}

async function postgresColumns(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1`,
    [table],
  )
  return rows.map((row) => String(row.column_name))
}

/** How many rows SQLite looks at for a list: it counts them itself, in the condition that bounds the list's time. */
function sqliteRowsRead(path: string, { statement, values }: Query): number {
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
function sqlitePlans(path: string, asked: readonly Load[]): ReadonlyMap<string, readonly string[]> {
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
async function openPlanned(url: string) {
  const options = {
    url,
    maxConnections: 4,
    connectTimeoutMs: 60_000,
    statementTimeoutMs: 60_000,
    pollEveryMs: 60_000,
  }
  return { database: noting(await openPostgres(options)), client: await planner(options) }
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
