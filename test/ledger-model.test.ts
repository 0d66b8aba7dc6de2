// Runs the ledger model's histories, which are otherwise run in memory, on real databases.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAudit, openSqlStorage } from '@dropkit/adapter-storage'
import { runLedgerModel } from '@dropkit/testing'
import { readConfigureGlobal } from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startPostgres, type TestPostgres } from './support/postgres.ts'
import { postgresTemplate, sqliteTemplate } from './support/prepared-databases.ts'

// A history takes about a second on a database, but a few milliseconds in memory.
const numRuns = Math.ceil((readConfigureGlobal().numRuns ?? 500) / 50)
const longestMs = 60_000 + numRuns * 15_000

describe('the ledger on SQLite', () => {
  test(
    'equals the model, for any sequence of commands',
    () =>
      runLedgerModel(
        async () => {
          const folder = await mkdtemp(join(tmpdir(), 'dropkit-ledger-'))
          const path = join(folder, 'ledger.db')
          await copyFile(await sqliteTemplate(), path)
          const url = `sqlite:${path}`
          return {
            open: () => openSqlStorage({ url }),
            audit: openAudit(url),
            destroy: () => rm(folder, { recursive: true }),
          }
        },
        { numRuns },
      ),
    longestMs,
  )
})

describe('the ledger on Postgres', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  test(
    'equals the model, for any sequence of commands',
    () =>
      runLedgerModel(
        async () => {
          const { url, drop } = await postgres.createDatabase({ template: await postgresTemplate() })
          const open = () => openSqlStorage({ url, maxConnections: 4 })
          return { open, audit: openAudit(url), destroy: drop }
        },
        { numRuns },
      ),
    longestMs,
  )
})
