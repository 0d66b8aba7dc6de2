// Processes that a crash test may kill: a server that restarts on the same port, and a Postgres.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import {
  killEmbeddedPostgres,
  restartEmbeddedPostgres,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  stopEmbeddedPostgresAtOnce,
} from '../support/embedded-postgres.ts'
import { freePort } from '../support/http.ts'
import { withClient } from '../support/postgres-client.ts'
import { type Environment, startServer, type TestServer } from '../support/server.ts'
import type { Chance } from './claim-load.ts'

export type MortalServer = {
  /** The URL, which stays the same. */
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  /** The first instance. All later instances have the same API key and URL. */
  readonly first: TestServer
  /** The running instance. Undefined between a kill and the next start. */
  readonly current: TestServer | undefined
  readonly kills: number
  /** The duration of the slowest start until the server was ready, in milliseconds. */
  readonly slowestStartMs: number
  /** Sends SIGKILL and waits for the end of the process. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<TestServer>
  /** Ends the server normally, and removes its folder unless the caller provided it. */
  readonly stop: () => Promise<void>
}

/** The file of a server on SQLite. */
export const databasePathOf = ({ databaseUrl }: Pick<MortalServer, 'databaseUrl'>): string =>
  databaseUrl.slice('sqlite:'.length)

/** The violations that SQLite itself finds in a file, its indexes and its references. No other process may use the file. */
export const integrityViolations = (path: string): string[] => {
  const database = new DatabaseSync(path)
  try {
    const found = database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row['integrity_check']))
    const broken = database
      .prepare('pragma foreign_key_check')
      .all()
      .map((row) => `a reference from ${row['table']}`)
    return [...found.filter((line) => line !== 'ok'), ...broken]
  } finally {
    database.close()
  }
}

/** Allows for a busy machine. */
const START_LIMIT_MS = 120_000

type MortalServerOptions = {
  readonly env?: Environment
  readonly dataDir?: string
}

export const createMortalServer = async ({
  env = {},
  dataDir: givenDataDir,
}: MortalServerOptions = {}): Promise<MortalServer> => {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'dropkit-crash-'))
  const port = await freePort()
  const databaseUrl = env['DATABASE_URL'] ?? `sqlite:${join(dataDir, 'dropkit.db')}`
  const state = { current: undefined as TestServer | undefined, kills: 0, slowestStartMs: 0 }
  const own: Omit<MortalServer, 'first'> = {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    dataDir,
    get current() {
      return state.current
    },
    get kills() {
      return state.kills
    },
    get slowestStartMs() {
      return state.slowestStartMs
    },
    kill: async () => {
      const dying = state.current
      if (!dying) return
      state.current = undefined
      state.kills++
      const { signal } = await dying.kill()
      if (signal !== 'SIGKILL')
        throw new Error(`the server had ended before it was killed:\n${dying.errorOutput()}`)
    },
    start: async () => {
      const startedAt = performance.now()
      const settings = { PORT: String(port), LOG_LEVEL: 'error', ...env, DATABASE_URL: databaseUrl }
      const started = await startServer({ env: settings, dataDir, startLimitMs: START_LIMIT_MS })
      state.slowestStartMs = Math.max(state.slowestStartMs, Math.round(performance.now() - startedAt))
      state.current = started
      return started
    },
    stop: async () => {
      try {
        await state.current?.stop()
      } finally {
        state.current = undefined
        if (givenDataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
  try {
    return Object.assign(own, { first: await own.start() })
  } catch (cause) {
    await own.stop()
    throw cause
  }
}

// A Postgres only for this test, which waits for the disk as in production and may be killed.

type OwnPostgres = {
  readonly databaseUrl: string
  readonly kill: () => void
  /** Restarts it. Returns the time, in `performance.now()`, when it first answered a query. */
  readonly restart: () => Promise<number>
  readonly stop: () => Promise<void>
}

const DATABASE = 'crash_tests'
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const ACCEPT_LIMIT_MS = 30_000

const untilItAnswers = async (url: string): Promise<number> => {
  for (const giveUpAt = Date.now() + ACCEPT_LIMIT_MS; ; ) {
    try {
      await withClient(url, (client) => client.query('select 1'))
      return performance.now()
    } catch (cause) {
      if (Date.now() > giveUpAt) throw cause
      await pause(10)
    }
  }
}

export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const { url, folder } = await startEmbeddedPostgres({ durable: true })
  // Postgres would outlive this process otherwise.
  const leave = () => stopEmbeddedPostgresAtOnce(folder)
  process.once('exit', leave)
  // Prepended, so that it runs before handlers that end this process on the same signal.
  for (const signal of SIGNALS) process.prependOnceListener(signal, leave)
  await withClient(url, (client) => client.query(`create database ${DATABASE}`))
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${DATABASE}`
  return {
    databaseUrl: databaseUrl.href,
    kill: () => killEmbeddedPostgres(folder),
    restart: async () => {
      const [, answeredAt] = await Promise.all([
        restartEmbeddedPostgres(folder),
        untilItAnswers(databaseUrl.href),
      ])
      return answeredAt
    },
    stop: async () => {
      for (const event of ['exit', ...SIGNALS]) process.off(event, leave)
      await stopEmbeddedPostgres(folder)
    },
  }
}

/** Servers on one store. */
type Fleet = { readonly servers: readonly MortalServer[]; readonly stop: () => Promise<void> }

export const oneOnSqlite = async (env: Environment = {}): Promise<Fleet> => {
  const server = await createMortalServer({ env })
  return { servers: [server], stop: server.stop }
}

export const threeOnPostgres = async (env: Environment = {}): Promise<Fleet> => {
  const postgres = await startOwnPostgres()
  const servers: MortalServer[] = []
  const stop = async () => {
    for (const server of servers) await server.stop().catch(() => {})
    await postgres.stop()
  }
  try {
    const settings = { ...env, DATABASE_URL: postgres.databaseUrl }
    for (let started = 0; started < 3; started++) servers.push(await createMortalServer({ env: settings }))
    return { servers, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** The URL of one of the servers that are running. Undefined if there is none. */
export const urlOfOne = (servers: readonly MortalServer[], chance: Chance): string | undefined => {
  const alive = servers.filter(({ current }) => current !== undefined)
  return alive.length === 0 ? undefined : chance.oneOf(alive).url
}
