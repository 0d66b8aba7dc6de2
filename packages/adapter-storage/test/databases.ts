import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { startPostgres } from '../../../test/support/postgres.ts'
import { withClient } from '../../../test/support/postgres-client.ts'
import { createPostgresDatabase, sqliteTemplate } from '../../../test/support/prepared-databases.ts'
import { openSqlStorage, type SqlStorage, type SqlStorageOptions } from '../src/index.ts'

/** A database of a test's own; `drop` removes it. */
export interface OwnDatabase {
  readonly url: string
  open(options?: Partial<SqlStorageOptions>): Promise<SqlStorage>
  drop(): Promise<void>
}

const withOpen = ({ url, drop }: Pick<OwnDatabase, 'url' | 'drop'>): OwnDatabase => ({
  url,
  open: (options) => openSqlStorage({ url, ...options }),
  drop,
})

/** A file that does not exist yet. */
export async function sqliteDatabase(): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-storage-'))
  const drop = async () => rmSync(folder, { recursive: true })
  return withOpen({ url: `sqlite:${join(folder, 'store.db')}`, drop })
}

export const pathOf = (url: string): string => url.replace(/^sqlite:/, '')

/** A file with the tables in it. */
export async function preparedSqliteDatabase(): Promise<OwnDatabase> {
  const database = await sqliteDatabase()
  copyFileSync(await sqliteTemplate(), pathOf(database.url))
  return database
}

/** An empty database. */
export const postgresDatabase = async (): Promise<OwnDatabase> =>
  withOpen(await (await startPostgres()).createDatabase())

/** A database with the tables in it. */
export const preparedPostgresDatabase = async (): Promise<OwnDatabase> =>
  withOpen(await createPostgresDatabase())

export const databases = [
  ['SQLite', preparedSqliteDatabase],
  ['Postgres', preparedPostgresDatabase],
] as const

/** Runs a test body on a database of its own and removes it whatever comes of it. */
export async function onDatabase(
  make: () => Promise<OwnDatabase>,
  body: (database: OwnDatabase) => Promise<void>,
): Promise<void> {
  const database = await make()
  try {
    await body(database)
  } finally {
    await database.drop()
  }
}

/** The same with the database open. */
export const withStorage = (
  make: () => Promise<OwnDatabase>,
  body: (storage: SqlStorage, database: OwnDatabase) => Promise<void>,
  options: Partial<SqlStorageOptions> = {},
): Promise<void> =>
  onDatabase(make, async (database) => {
    const storage = await database.open(options)
    try {
      await body(storage, database)
    } finally {
      await storage.close()
    }
  })

/**
 * One Postgres database for many tests, one after the other, each of which finds it as the first one did: to empty one
 * takes a tenth of the time that it takes to copy one. What is left at the end goes with the run. Only a superuser may
 * empty one without minding foreign keys; for other roles each test has its own.
 */
export function reused(make: () => Promise<OwnDatabase>): () => Promise<OwnDatabase> {
  let made: Promise<{ readonly database: OwnDatabase; readonly restoring: string | null }> | undefined
  let isFresh = true

  const makeOnce = async () => {
    const database = await make()
    return { database, restoring: await restoringStatements(database.url) }
  }

  return async () => {
    made ??= makeOnce()
    const { database, restoring } = await made
    if (restoring === null) return make()
    if (!isFresh) await withClient(database.url, (client) => client.query(restoring))
    isFresh = false
    return { ...database, drop: async () => {} }
  }
}

/** Statements that restore the rows of all tables to their present values; null if the role may not do that. */
const restoringStatements = (url: string): Promise<string | null> =>
  withClient(url, async (client) => {
    const { rows: settings } = await client.query('show is_superuser')
    if (settings[0].is_superuser !== 'on') return null
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const { rows: sequences } = await client.query<{ name: string }>(
      `select sequencename as name from pg_sequences where schemaname = 'public'`,
    )
    const statements: string[] = []
    for (const table of tables.map(({ name }) => escapeIdentifier(name))) {
      statements.push(`delete from ${table}`)
      const { rows } = await client.query(`select json_agg(${table})::text as stored from ${table}`)
      const stored: string | null = rows[0].stored
      if (stored !== null)
        statements.push(
          `insert into ${table} select * from json_populate_recordset(null::${table}, ${escapeLiteral(stored)})`,
        )
    }
    for (const { name } of sequences) statements.push(`alter sequence ${escapeIdentifier(name)} restart`)
    // No triggers and no foreign keys meanwhile.
    return `begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`
  })

/** The number of sessions that wait for a lock. */
export const waitingSessions = (url: string): Promise<number | null> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rowCount
  })

/** Another process that has written into a file of SQLite, and holds its lock for so long before it commits. */
export async function startOtherWriter(path: string, text: string, holdMs: number): Promise<void> {
  const script = `
    const [path, text, holdMs] = process.argv.slice(1)
    const db = new (require('better-sqlite3'))(path)
    db.exec('begin immediate;' + text)
    console.log('held')
    setTimeout(() => { db.exec('commit'); db.close() }, Number(holdMs))`
  const holder = spawn(process.execPath, ['-e', script, path, text, String(holdMs)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
}
