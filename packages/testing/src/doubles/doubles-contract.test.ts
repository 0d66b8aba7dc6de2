import { describe, test } from 'vitest'
import { beaconContract } from '../contract/beacon-contract.ts'
import { filesContract } from '../contract/files-contract.ts'
import { hashesContract } from '../contract/hashes-contract.ts'
import { priceFeedContract } from '../contract/price-feed-contract.ts'
import { randomContract } from '../contract/random-contract.ts'
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
