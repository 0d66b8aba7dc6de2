import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateTokenInput } from './create-token.ts'

const WALLET = testWallet(0xb0)
const TOKEN = { name: 'Gold', symbol: 'GLD', supply: '1000' }

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const create = (input: Partial<CreateTokenInput> = {}) =>
  service.dropkit.createToken(service.owner, { ...TOKEN, ...input })

describe('a new token', () => {
  test('has its creator’s values, is pending, and is reserved for drops completely', async () => {
    const more = { description: 'Shines.\nAlways.', imageUrl: 'https://example.org/g.png', decimals: 18 }
    const token = granted(await create(more))
    expect(token).toEqual({
      id: expect.stringMatching(/^token_/),
      creatorId: service.owner.user.id,
      name: 'Gold',
      symbol: 'GLD',
      description: more.description,
      imageUrl: more.imageUrl,
      decimals: 18,
      totalSupply: 1_000n,
      isExternal: false,
      reserves: { communityDrops: 1_000n, publicSale: 0n, creator: 0n },
      deployment: { kind: 'PENDING' },
      createdAt: service.ports.clock.now(),
      updatedAt: service.ports.clock.now(),
    })
    expect(await service.dropkit.readToken(service.owner, token.id)).toEqual(token)
    expect(granted(await create())).toMatchObject({ description: null, imageUrl: null, decimals: 0 })
  })

  test.each<[string, Partial<CreateTokenInput>]>([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(121) }],
    ['symbol', { symbol: 'G L D' }],
    ['description', { description: 'x'.repeat(5_001) }],
    ['imageUrl', { imageUrl: 'ftp://example.org' }],
    ['supply', { supply: '0' }],
    ['decimals', { decimals: -1 }],
    ['decimals', { decimals: 19 }],
    ['decimals', { decimals: 1.5 }],
    ['communityDropsReserve', { communityDropsReserve: '-1' }],
    ['publicSaleReserve', { publicSaleReserve: 'all' }],
    ['creatorReserve', { creatorReserve: '' }],
    ['communityDropsReserve', { communityDropsReserve: '600', creatorReserve: '401' }],
    ['coinType', { coinType: 'gold' }],
    ['coinType', { coinType: `${testWallet(99)}::gold::GOLD` }],
  ])('is refused by its %s: %o', async (field, input) => {
    expect(await create(input)).toMatchObject({ error: { kind: 'bad_user_input', field } })
    expect(granted(await service.dropkit.listTokens(service.owner, {}))).toHaveLength(1)
  })

  test('has its supply divided as its creator says', async () => {
    const given = { communityDropsReserve: '600', publicSaleReserve: '100', creatorReserve: '300' }
    expect(granted(await create(given)).reserves).toEqual({
      communityDrops: 600n,
      publicSale: 100n,
      creator: 300n,
    })
  })

  test('says in the log that it was made', async () => {
    const { id } = granted(await create())
    const events = await service.ports.store.events({ types: ['token.created'], limit: 1 })
    expect(events).toMatchObject([{ data: { tokenId: id } }])
  })
})

describe('a coin that is on the chain already', () => {
  const publish = async () => {
    const { memoryChain, chain } = service.ports
    const { txHash } = memoryChain.wallet.publish(WALLET, {
      symbol: 'CLUB',
      decimals: 6,
      supply: 500n as never,
    })
    const outcome = await chain.outcome(txHash)
    if (!outcome.ok || outcome.value.kind !== 'succeeded') throw new Error('not published')
    const [coin] = outcome.value.effects.published
    if (!coin) throw new Error('no coin')
    return coin
  }

  test('is adopted with the chain’s decimals, deployed at once by a transaction that we did not see', async () => {
    const { address, packageId, coinType } = await publish()
    expect(granted(await create({ coinType, decimals: 2 }))).toMatchObject({
      isExternal: true,
      decimals: 6,
      deployment: { kind: 'DEPLOYED', address, packageId, coinType, txHash: null },
    })
  })

  test('is not adopted while the chain is away', async () => {
    const { coinType } = await publish()
    service.ports.memoryChain.setOutage('down')
    expect(await create({ coinType })).toMatchObject({ error: { kind: 'chain_unavailable' } })
  })
})
