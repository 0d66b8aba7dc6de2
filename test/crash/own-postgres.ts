// A Postgres only for this test, which waits for the disk as in production and may be killed.
import { setTimeout as pause } from 'node:timers/promises'
import {
  killEmbeddedPostgres,
  restartEmbeddedPostgres,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  stopEmbeddedPostgresAtOnce,
} from '../support/embedded-postgres.ts'
import { withClient } from '../support/postgres-client.ts'

export type OwnPostgres = {
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
