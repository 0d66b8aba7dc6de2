import { cpSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  deliveryQueueContract,
  dropCountsContract,
  durabilityContract,
  idempotencyStoreContract,
  jobQueueContract,
  keyValueStoreContract,
  retentionContract,
  storeContract,
} from '@dropkit/testing'
import { describe, test } from 'vitest'
import {
  type OwnDatabase,
  pathOf,
  preparedPostgresDatabase,
  preparedSqliteDatabase,
  reused,
} from '../test/databases.ts'
import type { SqlStorage } from './index.ts'

const opening = (make: () => Promise<OwnDatabase>) => async () => {
  const database = await make()
  const storage = await database.open()
  const close = async () => {
    await storage.close()
    await database.drop()
  }
  return { ...storage, url: database.url, another: () => database.open(), close }
}

const runner = { describe, test: (name: string, body: () => Promise<void>) => void test(name, body) }
const openSqlite = opening(preparedSqliteDatabase)
const openPostgres = opening(reused(preparedPostgresDatabase))

describe.each([
  ['SQLite', openSqlite],
  ['Postgres', openPostgres],
] as const)('%s', (_, open) => {
  storeContract(runner, open)
  jobQueueContract(runner, open)
  keyValueStoreContract(runner, open)
  deliveryQueueContract(runner, open)
  idempotencyStoreContract(runner, open)
  retentionContract(runner, open)
  dropCountsContract(runner, open)
})

/** Copies the files in the state that a crash would leave. */
async function afterCrash({ url }: { readonly url: string }): Promise<SqlStorage> {
  const database = await preparedSqliteDatabase()
  cpSync(dirname(pathOf(url)), dirname(pathOf(database.url)), { recursive: true })
  const storage = await database.open()
  const close = async () => {
    await storage.close()
    await database.drop()
  }
  return { ...storage, close }
}

describe('SQLite', () => durabilityContract(runner, openSqlite, afterCrash))

describe('Postgres', () => durabilityContract(runner, openPostgres, ({ another }) => another()))
