// Runs the ledger model's histories, which are otherwise run in memory, on real databases.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAudit, openSqlStorage } from '@dropkit/adapter-storage'
import { runLedgerModel } from '@dropkit/testing'
import { readConfigureGlobal } from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startPostgres, type TestPostgres } from './support/postgres.ts'

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
          const url = `sqlite:${join(folder, 'ledger.db')}`
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
  let template: { readonly name: string; readonly drop: () => Promise<void> }

  // The tables are created once. Every history begins with a copy of them.
  beforeAll(async () => {
    postgres = await startPostgres()
    const { url, drop } = await postgres.createDatabase()
    const storage = await openSqlStorage({ url })
    await storage.close()
    template = { name: new URL(url).pathname.slice(1), drop }
  })

  afterAll(async () => {
    await template?.drop()
    await postgres?.stop()
  })

  test(
    'equals the model, for any sequence of commands',
    () =>
      runLedgerModel(
        async () => {
          const { url, drop } = await postgres.createDatabase({ template: template.name })
          const open = () => openSqlStorage({ url, maxConnections: 4 })
          return { open, audit: openAudit(url), destroy: drop }
        },
        { numRuns },
      ),
    longestMs,
  )
})
