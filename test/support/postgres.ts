// A real Postgres for tests. The first of these is used:
// 1. DATABASE_TEST_URL, if it is set;
// 2. the server on 127.0.0.1:5432, if postgres or root can create databases there without a password;
// 3. an embedded Postgres.
// TEST_POSTGRES=embedded selects the last one. A test that needs Postgres gets one or fails; it is never skipped.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts'
import { withClient } from './postgres-client.ts'
import { runFolder, sharedInRun } from './test-run.ts'

type TestDatabase = {
  readonly url: string
  /** Removes the database, even with open connections. */
  readonly drop: () => Promise<void>
}

export type TestPostgres = {
  readonly origin: 'configured' | 'local' | 'embedded'
  /** The URL for maintenance connections. */
  readonly url: string
  /** The folder of an embedded Postgres, for `stopEmbeddedPostgres`. */
  readonly folder: string | undefined
  /** Creates a database for one caller: empty, or a copy of `template`, which must have no open connections. */
  readonly createDatabase: (options?: { readonly template?: string }) => Promise<TestDatabase>
  /** Stops a Postgres that `startPostgres` started for this caller alone. A shared one stops with the vitest run. */
  readonly stop: () => Promise<void>
}

type Found = Pick<TestPostgres, 'origin' | 'url'> & { readonly folder?: string }

const localUrls = ['postgres', 'root'].map((user) => `postgres://${user}@127.0.0.1:5432/postgres`)
const oldestVersion = 13

/** Throws if no database can be created at `url`. */
const assertUsable = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version, rolsuper or rolcreatedb as may_create
       from pg_roles where rolname = current_user`,
    )
    const [row] = rows
    if (row.version < oldestVersion)
      throw new Error(`it is Postgres ${row.version}, and ${oldestVersion} is wanted`)
    if (row.may_create !== true) throw new Error('its user may not create databases')
  })

const isUsable = (url: string): Promise<boolean> =>
  assertUsable(url).then(
    () => true,
    () => false,
  )

const find = async (options: StartPostgresOptions): Promise<Found> => {
  const startOwn = async () => ({ origin: 'embedded' as const, ...(await startEmbeddedPostgres(options)) })
  const { DATABASE_TEST_URL: configured, TEST_POSTGRES: wanted } = process.env
  if (wanted !== undefined && wanted !== '' && wanted !== 'embedded')
    throw new Error(`TEST_POSTGRES may be "embedded" or not set; it is "${wanted}".`)
  if (!wanted && configured) {
    await assertUsable(configured).catch((error: unknown) => {
      // The message does not repeat the URL, because the URL may contain a password.
      throw new Error(`DATABASE_TEST_URL is set, but cannot be used: ${error}`)
    })
    return { origin: 'configured', url: configured }
  }
  if (!wanted) {
    for (const url of localUrls) if (await isUsable(url)) return { origin: 'local', url }
  }
  return runFolder() === undefined ? startOwn() : sharedInRun('postgres', startOwn)
}

const dropDatabase = async (adminUrl: string, name: string): Promise<void> => {
  await withClient(adminUrl, (client) =>
    client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
  )
}

/** Records a database in the run's folder while the database exists. Returns the function that removes the record. */
const noteDatabase = (name: string, adminUrl: string): (() => void) => {
  const run = runFolder()
  if (run === undefined) return () => {}
  const note = join(run, 'databases', name)
  mkdirSync(join(run, 'databases'), { recursive: true })
  writeFileSync(note, adminUrl, { mode: 0o600 })
  return () => rmSync(note, { force: true })
}

/** Drops the databases that the tests of a run did not drop. */
export const dropLeftDatabases = async (run: string): Promise<void> => {
  const notes = join(run, 'databases')
  if (!existsSync(notes)) return
  for (const name of readdirSync(notes)) await dropDatabase(readFileSync(join(notes, name), 'utf8'), name)
}

const createDatabase = async (adminUrl: string, template: string): Promise<TestDatabase> => {
  const name = `dropkit_test_${process.pid}_${randomBytes(6).toString('hex')}`
  const strikeOut = noteDatabase(name, adminUrl)
  // template0 has no additions of the machine's administrator, and accepts no connections.
  const from = `template ${escapeIdentifier(template)}${template === 'template0' ? " encoding 'UTF8'" : ''}`
  await withClient(adminUrl, (client) => client.query(`create database ${escapeIdentifier(name)} ${from}`))
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await dropDatabase(adminUrl, name)
      strikeOut()
    },
  }
}

type StartPostgresOptions = {
  /** Whether an embedded Postgres waits for the disk when it commits. */
  readonly durable?: boolean
}

/** Finds a Postgres or starts one. All callers in a vitest run share one. */
export const startPostgres = async (options: StartPostgresOptions = {}): Promise<TestPostgres> => {
  const { origin, url, folder } = await find(options)
  return {
    origin,
    url,
    folder,
    createDatabase: ({ template = 'template0' } = {}) => createDatabase(url, template),
    stop: async () => {
      if (folder !== undefined && runFolder() === undefined) await stopEmbeddedPostgres(folder)
    },
  }
}
