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
  reused,
  sqliteDatabase,
} from '../test/databases.ts'
import type { SqlStorage } from './index.ts'

const opening = (make: () => Promise<OwnDatabase>) => async () => {
  const database = await make()
  const storage = await database.open()
  const close = async () => {
    await storage.close()
    await database.drop()
  }
  return { ...storage, another: () => database.open(), close }
}

const runner = { describe, test: (name: string, body: () => Promise<void>) => void test(name, body) }

describe.each([
  ['SQLite', sqliteDatabase],
  ['Postgres', reused(preparedPostgresDatabase)],
] as const)('%s', (_, make) => {
  storeContract(runner, opening(make))
  jobQueueContract(runner, opening(make))
  keyValueStoreContract(runner, opening(make))
  deliveryQueueContract(runner, opening(make))
  idempotencyStoreContract(runner, opening(make))
  retentionContract(runner, opening(make))
  dropCountsContract(runner, opening(make))
})

const onNewFile = async () => {
  const database = await sqliteDatabase()
  const storage = await database.open()
  const close = async () => {
    await storage.close()
    await database.drop()
  }
  return { ...storage, url: database.url, close }
}

/** Copies the files in the state that a crash would leave. */
async function afterCrash({ url }: { readonly url: string }): Promise<SqlStorage> {
  const database = await sqliteDatabase()
  cpSync(dirname(pathOf(url)), dirname(pathOf(database.url)), { recursive: true })
  const storage = await database.open()
  const close = async () => {
    await storage.close()
    await database.drop()
  }
  return { ...storage, close }
}

describe('SQLite', () => durabilityContract(runner, onNewFile, afterCrash))

describe('Postgres', () => {
  const openOwn = async () => {
    const database = await preparedPostgresDatabase()
    const storage = await database.open()
    const close = async () => {
      await storage.close()
      await database.drop()
    }
    return { ...storage, another: () => database.open(), close }
  }
  durabilityContract(runner, openOwn, ({ another }) => another())
})
