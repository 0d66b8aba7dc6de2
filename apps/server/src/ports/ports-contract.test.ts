import {
  filesContract,
  hashesContract,
  idsContract,
  priceFeedContract,
  randomContract,
  secretsContract,
  TEST_CURRENCIES,
} from '@dropkit/testing'
import { describe, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createDiskContent, createFiles } from '../files/content-store.ts'
import { createConfiguredPrices } from '../open-adapters.ts'
import { createUuidIds, nodeHashes, nodeRandom } from './node-crypto.ts'
import { createSealedSecrets } from './secrets.ts'

const runner = { describe, test }
const close = async () => {}
const underKey = (byte: number) => async () => ({
  secrets: createSealedSecrets({ current: new Uint8Array(32).fill(byte) }),
  close,
})

describe('what the server has', () => {
  hashesContract(runner, async () => ({ hashes: nodeHashes, close }))
  randomContract(runner, async () => ({ random: nodeRandom, close }))
  idsContract(runner, async () => ({ ids: createUuidIds(nodeRandom), close }))
  secretsContract(runner, underKey(1), underKey(2))
  priceFeedContract(runner, async () => ({
    prices: createConfiguredPrices(TEST_CURRENCIES, new Map([['SUI', 3.5]])),
    close,
  }))
  filesContract(runner, async () => {
    const files = createFiles(createDiskContent(temporaryFolder()))
    return { files, close: async () => files.close() }
  })
})
