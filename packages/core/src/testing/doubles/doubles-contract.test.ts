import { describe, test } from 'vitest'
import { filesContract } from '../contract/files-contract.ts'
import { hashesContract } from '../contract/hashes-contract.ts'
import { priceFeedContract } from '../contract/price-feed-contract.ts'
import { randomContract } from '../contract/random-contract.ts'
import { createTestPorts } from './test-ports.ts'

const runner = { describe, test }
const open = async () => ({ ...createTestPorts(), close: async () => {} })

// Ids that count and secrets that show themselves are not what these ports ask for: tests want them so.
describe('what tests have in place of a port', () => {
  filesContract(runner, open)
  hashesContract(runner, open)
  priceFeedContract(runner, open)
  randomContract(runner, open)
})
