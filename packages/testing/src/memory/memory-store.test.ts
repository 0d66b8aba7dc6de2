import { describe, test } from 'vitest'
import { deliveryQueueContract } from '../contract/delivery-queue-contract.ts'
import { dropCountsContract } from '../contract/drop-counts-contract.ts'
import { idempotencyStoreContract } from '../contract/idempotency-store-contract.ts'
import { jobQueueContract } from '../contract/job-queue-contract.ts'
import { keyValueStoreContract } from '../contract/key-value-store-contract.ts'
import { retentionContract } from '../contract/retention-contract.ts'
import { storeContract } from '../contract/store-contract.ts'
import { runLedgerModel } from '../model/run-ledger-model.ts'
import { createMemoryAudit } from './memory-audit.ts'
import { createMemoryState } from './memory-state.ts'
import { createMemoryStore } from './memory-store.ts'
import type { MemoryRow } from './memory-table.ts'

describe('the in-memory store', () => {
  storeContract({ describe, test }, async () => createMemoryStore())
  jobQueueContract({ describe, test }, async () => createMemoryStore())
  deliveryQueueContract({ describe, test }, async () => createMemoryStore())
  idempotencyStoreContract({ describe, test }, async () => createMemoryStore())
  retentionContract({ describe, test }, async () => createMemoryStore())
  keyValueStoreContract({ describe, test }, async () => createMemoryStore())
  dropCountsContract({ describe, test }, async () => createMemoryStore())
})

describe('the in-memory store that decides everything twice', () => {
  storeContract({ describe, test }, async () => createMemoryStore({ decidesTwice: true }))
})

describe('a state that starts with the rows of another', () => {
  test('is independent of the other’s later changes', () =>
    runLedgerModel(
      async () => {
        const stored = new Map<string, MemoryRow>()
        const onRow = (row: MemoryRow): void => {
          const key = `${row.collection} ${row.key}`
          if (row.value === undefined) stored.delete(key)
          else stored.set(key, row)
        }
        const reread = () => createMemoryState({ rows: stored.values(), onRow })
        return {
          open: async () => createMemoryStore({ state: reread() }),
          audit: { atOneMoment: (...asked) => createMemoryAudit(reread()).atOneMoment(...asked) },
          destroy: async () => undefined,
        }
      },
      { numRuns: 60 },
    ))
})
