import { describe, test } from 'vitest'
import { deliveryQueueContract } from '../contract/delivery-queue-contract.ts'
import { dropCountsContract } from '../contract/drop-counts-contract.ts'
import { idempotencyStoreContract } from '../contract/idempotency-store-contract.ts'
import { jobQueueContract } from '../contract/job-queue-contract.ts'
import { keyValueStoreContract } from '../contract/key-value-store-contract.ts'
import { retentionContract } from '../contract/retention-contract.ts'
import { storeContract } from '../contract/store-contract.ts'
import { createMemoryStore } from './memory-store.ts'

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
