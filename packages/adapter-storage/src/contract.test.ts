import {
  deliveryQueueContract,
  jobQueueContract,
  keyValueStoreContract,
  receiptsContract,
  storeContract,
  sweeperContract,
} from '@dropkit/core/testing'
import { describe, test } from 'vitest'
import {
  type OwnDatabase,
  partitionedPostgresDatabase,
  preparedPostgresDatabase,
  sqliteDatabase,
} from '../test/databases.ts'
import { reused } from '../test/reused-database.ts'
import type { SqlStorage } from './index.ts'

const opening = (make: () => Promise<OwnDatabase>) => async (): Promise<SqlStorage> => {
  const database = await make()
  const storage = await database.open()
  const close = async () => {
    await storage.close()
    await database.drop()
  }
  return { ...storage, close }
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
  receiptsContract(runner, opening(make))
  sweeperContract(runner, opening(make))
})

// The tables of the others are laid out as ever.
describe('Postgres, partitioned by drop', () => {
  const open = opening(reused(partitionedPostgresDatabase))
  storeContract(runner, open)
  jobQueueContract(runner, open)
  deliveryQueueContract(runner, open)
})
