import type { Address } from '@dropkit/core'
import { sampleAddress } from '@dropkit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSuiWorld, PEPPER, type SuiWorld, unwrap } from '../../test/sui-fixture.ts'

const FISH = `${sampleAddress(0xf15)}::fish::Fish`
const ADDRESS = sampleAddress(1)

let world: SuiWorld
beforeEach(async () => {
  world = await openSuiWorld()
})
afterEach(() => world.close())

describe('what wallets hold', () => {
  test('is returned for each of many wallets, also for duplicates, from coins and from the address balance', async () => {
    const owners = Array.from({ length: 60 }, (_, n) => sampleAddress(n + 1))
    owners.forEach((owner, n) => {
      if (n > 0) world.node.faucet(owner, PEPPER, BigInt(n))
      if (n > 30) world.node.faucet(owner, PEPPER, 1_000n, 'balance')
    })
    const found = unwrap(await world.chain.balances(PEPPER, [...owners, ADDRESS]))
    expect(found).toEqual(new Map(owners.map((owner, n) => [owner, BigInt(n > 30 ? n + 1_000 : n)])))
  })

  test('is unknown if it cannot be read for one of them', async () => {
    const owners = Array.from({ length: 40 }, (_, n) => sampleAddress(n + 1))
    world.node.setFault({ method: 'GetBalance', fault: { kind: 'unavailable' }, nth: 20, times: 1_000 })
    const answer = await world.chain.balances(PEPPER, owners)
    expect(answer.ok ? 'told' : answer.error.kind).toBe('chain_unavailable')
  })

  test('is counted over any number of pages', async () => {
    const other = sampleAddress(2)
    for (let n = 0; n < 1_005; n++) world.node.giveObject(ADDRESS, FISH)
    world.node.giveObject(other, `${sampleAddress(0xf15)}::fish::Bone`)
    const found = unwrap(await world.chain.ownedObjects(FISH, [ADDRESS, other]))
    expect(found).toEqual(
      new Map([
        [ADDRESS, 1_005],
        [other, 0],
      ]),
    )
  })

  test.each(['', 'SUI', '0x2::sui', '0x2::no such::TYPE', 'x'.repeat(2_000)])(
    'is zero for an invalid type: %s',
    async (type) => {
      expect(unwrap(await world.chain.balances(type, [ADDRESS]))).toEqual(
        new Map<Address, bigint>([[ADDRESS, 0n]]),
      )
      expect(unwrap(await world.chain.ownedObjects(type, [ADDRESS]))).toEqual(new Map([[ADDRESS, 0]]))
      expect(unwrap(await world.chain.coin(type))).toBeNull()
    },
  )
})

describe('a coin', () => {
  test('is known with its decimals, by any form of its type', async () => {
    const of = { coinType: PEPPER, name: 'Pepper', symbol: 'PEP', description: '', iconUrl: '', decimals: 6 }
    world.node.describeCoin(of)
    const short = PEPPER.replace(/^0x0+/, '0x')
    const coin = unwrap(await world.chain.coin(short))
    expect(coin).toMatchObject({
      coinType: PEPPER,
      symbol: 'PEP',
      decimals: 6,
      packageId: PEPPER.slice(0, 66),
    })
  })

  test('is not unknown because the node does not answer', async () => {
    world.node.down()
    const answer = await world.chain.coin(PEPPER)
    expect(answer.ok ? 'told' : answer.error.kind).toBe('chain_unavailable')
  })
})
