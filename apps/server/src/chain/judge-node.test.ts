import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlStorage, type SqlStorage } from '@dropkit/adapter-storage'
import { silentLog } from '@dropkit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { conflictOfChains, type StoreChain } from './judge-node.ts'

const testnet: StoreChain = { chain: 'sui', chainId: 'testnet-digest', packageId: '0xd0' }

describe('a database', () => {
  let folder: string
  let storage: SqlStorage
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'same-chain-'))
    storage = await openSqlStorage({ url: `sqlite:${join(folder, 'one.db')}`, log: silentLog })
  })
  afterEach(async () => {
    await storage.close()
    await rm(folder, { recursive: true })
  })

  it('belongs to the chain that it is first used with', async () => {
    expect(await conflictOfChains(storage.keyValues, testnet)).toBeNull()
    expect(await conflictOfChains(storage.keyValues, testnet)).toBeNull()
  })

  it.each<[string, StoreChain]>([
    ['another network', { ...testnet, chainId: 'mainnet-digest' }],
    ['another package', { ...testnet, packageId: '0xd1' }],
    ['the fake chain', { chain: 'fake' }],
  ])('is refused with %s, and does not change', async (_, other) => {
    await conflictOfChains(storage.keyValues, testnet)
    const conflict = await conflictOfChains(storage.keyValues, other)
    expect(conflict).toContain('testnet-digest')
    expect(await conflictOfChains(storage.keyValues, testnet)).toBeNull()
  })

  it('is given to one of two servers that start with different chains at the same moment', async () => {
    const conflicts = await Promise.all([
      conflictOfChains(storage.keyValues, testnet),
      conflictOfChains(storage.keyValues, { chain: 'fake' }),
    ])
    expect(conflicts.filter((conflict) => conflict === null)).toHaveLength(1)
  })
})
