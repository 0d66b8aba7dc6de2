import { describe, test } from 'vitest'
import { beaconContract } from '../contract/beacon-contract.ts'
import { filesContract } from '../contract/key-value-store-contract.ts'
import { hashesContract, priceFeedContract, randomContract } from '../contract/small-contracts.ts'
import { createTestPorts } from './test-ports.ts'

const runner = { describe, test }
const open = async () => ({ ...createTestPorts(), close: async () => {} })

// Sequential ids and transparent secrets do not meet the contracts of their ports, because tests need them to be
// predictable.
describe('a test double of a port', () => {
  beaconContract(runner, async () => {
    const { beacon, clock } = createTestPorts()
    return { beacon, elapse: async (ms) => clock.advance(ms), now: clock.now, close: async () => {} }
  })
  filesContract(runner, open)
  hashesContract(runner, open)
  priceFeedContract(runner, open)
  randomContract(runner, open)
})
