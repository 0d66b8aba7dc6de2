import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../test/support/postgres.ts'
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

/** An empty database. */
export const postgresDatabase = async (): Promise<OwnDatabase> =>
  withOpen(await (await startPostgres()).createDatabase())

async function makeTemplate(): Promise<string> {
  const { url } = await (await startPostgres()).createDatabase()
  await (await openSqlStorage({ url })).close()
  return new URL(url).pathname.slice(1)
}

let template: Promise<string> | undefined

/** A database with the tables in it: a copy of one that is made once. */
export async function preparedPostgresDatabase(): Promise<OwnDatabase> {
  template ??= makeTemplate()
  return withOpen(await (await startPostgres()).createDatabase({ template: await template }))
}

export const databases = [
  ['SQLite', sqliteDatabase],
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
