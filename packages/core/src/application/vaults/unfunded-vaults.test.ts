// Drops that no one funds must cost the node of the chain almost nothing.

import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/instant.ts'

const COIN = `${testWallet(7)}::club::CLUB`
const WALLET = testWallet(0xaa)
const DROPS = 50

let service: TestService
let drops: Drop[]
/** How often the chain was asked about one vault, or about balances. */
let questions: number

beforeEach(async () => {
  service = await createTestService({ chain: { opensVaultsAtOnce: false } })
  service.ports.memoryChain.wallet.faucet(WALLET, COIN, amountOf(1_000_000n))
  const adopted = { name: 'Club', symbol: 'CLUB', supply: '1000', coinType: COIN }
  const token = granted(await service.dropkit.createToken(service.owner, adopted))
  drops = []
  for (let n = 0; n < DROPS; n++) drops.push(await service.createDrop({ existingTokenId: token.id }))
  questions = 0
  const { vaults, balances } = service.ports.chain
  Object.assign(service.ports.chain, {
    vaults(ids: Parameters<typeof vaults>[0]) {
      if (ids.length === 1) questions++
      return vaults(ids)
    },
    balances(...input: Parameters<typeof balances>) {
      questions++
      return balances(...input)
    },
  })
})

/** A day, minute by minute. */
const day = () => service.pass(DAY_MS, DAY_MS / MINUTE_MS)

const firstDrop = (): Drop => {
  const [drop] = drops
  if (!drop) throw new Error('no drop')
  return drop
}

/** The owner's wallet pays in; `prepareDropFunding` is not asked. */
async function depositUnannounced(drop: Drop): Promise<void> {
  const { vault } = await service.reread(drop)
  if (vault.kind !== 'open') throw new Error('no vault')
  const { chain, memoryChain } = service.ports
  const place = { dropObjectId: vault.objectId, coinType: vault.coinType }
  const prepared = await chain.prepareDeposit(place, drop.pool, WALLET)
  if (!prepared.ok) throw new Error('not prepared')
  memoryChain.wallet.execute(WALLET, prepared.value)
}

const claim = (drop: Drop) =>
  service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) })

test('an unfunded vault is checked some 20 times on its first day, and then no more', async () => {
  await day()
  expect(questions / DROPS).toBeLessThan(25)
  expect(questions / DROPS).toBeGreaterThan(5)
  await day()
  questions = 0
  await day()
  expect(questions).toBe(0)
}, 60_000)

test('a deposit is seen soon after days without one', async () => {
  await day()
  await day()
  await depositUnannounced(firstDrop())
  await service.pass(2 * MINUTE_MS, 20)
  expect((await service.reread(firstDrop())).vault).toMatchObject({ deposited: firstDrop().pool })
  granted(await claim(firstDrop()))
}, 60_000)

test('claims on a drop without funds make its vault be looked at again, and no more than twice a minute', async () => {
  await day()
  await day()
  await day()
  questions = 0
  for (let n = 0; n < 60; n++) {
    expect(refusalOf(await claim(firstDrop()))).toBe('drop_not_ready')
    await service.pass(1_000, 1)
  }
  expect(questions).toBeGreaterThan(0)
  expect(questions).toBeLessThanOrEqual(15)
}, 60_000)
