import { describe, test } from 'vitest'
import { deliveryQueueContract } from '../contract/delivery-queue-contract.ts'
import { jobQueueContract } from '../contract/job-queue-contract.ts'
import { keyValueStoreContract } from '../contract/key-value-store-contract.ts'
import { receiptsContract } from '../contract/receipts-contract.ts'
import { storeContract } from '../contract/store-contract.ts'
import { sweeperContract } from '../contract/sweeper-contract.ts'
import { createMemoryStore } from './memory-store.ts'

describe('the in-memory store', () => {
  storeContract({ describe, test }, async () => createMemoryStore())
  jobQueueContract({ describe, test }, async () => createMemoryStore())
  deliveryQueueContract({ describe, test }, async () => createMemoryStore())
  receiptsContract({ describe, test }, async () => createMemoryStore())
  sweeperContract({ describe, test }, async () => createMemoryStore())
  keyValueStoreContract({ describe, test }, async () => createMemoryStore())
})

describe('the in-memory store that decides everything twice', () => {
  storeContract({ describe, test }, async () => createMemoryStore({ decidesTwice: true }))
})
