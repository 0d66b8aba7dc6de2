import {
  createTestPorts,
  createTestService,
  granted,
  openTransactionsOf,
  refusalOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdDeliveries, openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/instant.ts'
import type { Chain, Store } from '../../ports/index.ts'
import { followTransaction } from '../chain/chain-work.ts'
import { createDropkit } from '../dropkit.ts'
import { closeVault } from './close-vault.ts'
import { applyOpeningOutcome } from './open-vault.ts'

describe('closing a vault', () => {
  test.each(['deleted', 'cancelled'] as const)(
    'finds the one that was being made, its answer lost, when the drop was %s',
    async (way) => {
      const fates: ('taken' | 'taken_unanswered')[] = ['taken_unanswered']
      const ports = createTestPorts({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
      let isSilent = true
      const chain: Chain = {
        ...ports.chain,
        outcome: async (txHash) =>
          isSilent
            ? { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } }
            : ports.chain.outcome(txHash),
      }
      const dropkit = createDropkit({ ...ports, chain })
      const made = await dropkit.createLocalUser({ username: 'owner', key: { name: 'first' } })
      if (!made.ok) throw new Error('no user')
      const caller = { user: made.value.user, credential: { kind: 'system' } } as const
      const token = await dropkit.createToken(caller, { name: 'Pepper', symbol: 'PEPPER', supply: '100' })
      if (!token.ok) throw new Error('no token')
      const terms = { title: 'Gone', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' } as const
      const drop = await dropkit.createDrop(caller, { ...terms, existingTokenId: token.value.id })
      if (!drop.ok) throw new Error('no drop')
      const { id } = drop.value
      if (way === 'deleted') await dropkit.deleteDrop(caller, id)
      else await dropkit.updateDrop(caller, id, { status: 'CANCELLED' })

      isSilent = false
      for (let second = 0; second < 30; second++) {
        ports.clock.advance(1_000)
        while ((await dropkit.runDueJobs()) > 0);
      }
      expect((await ports.store.dropForSettlement(id))?.vault.kind).toBe('closed')
      expect(await openTransactionsOf(ports.store, id)).toEqual([])
    },
  )

  test('finds the one that another server sees made right after this one has read the drop', async () => {
    const service = await createTestService()
    const { chain, store } = service.ports
    const silent = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
    const { outcome } = chain
    Object.assign(chain, { outcome: async () => silent })
    const drop = await service.createDrop()
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    Object.assign(chain, { outcome })
    const opened = await openTransactionsOf(store, drop.id)
    const overtaken: Store = {
      ...store,
      dropForSettlement: async (id) => {
        const read = await store.dropForSettlement(id)
        for (const opening of opened) await followTransaction(service.ports, opening, applyOpeningOutcome)
        return read
      },
    }
    expect((await closeVault({ ...service.ports, store: overtaken }, drop.id, null)).kind).toBe('again')
    await service.pass(10_000)
    expect((await service.reread(drop)).vault.kind).toBe('closed')
  })
})

describe('the vault of a drop that is over', () => {
  const LIFETIME_MS = 15 * 60_000
  const ends: readonly (readonly [string, (service: TestService, drop: Drop) => Promise<unknown>])[] = [
    ['deleted', ({ dropkit, owner }, { id }) => dropkit.deleteDrop(owner, id)],
    ['cancelled', ({ dropkit, owner }, { id }) => dropkit.updateDrop(owner, id, { status: 'CANCELLED' })],
  ]
  const vaultOf = async (service: TestService, drop: Drop) => (await service.reread(drop)).vault.kind

  test.each(ends)('because it is %s stays open while a voucher is out, which is paid', async (_, end) => {
    const service = await createTestService()
    const drop = await service.createDrop()
    const claim = async (number: number) =>
      granted(
        await service.dropkit.claimDrop(service.owner, {
          dropId: drop.id,
          userAddress: testWallet(number),
        }),
      )
    const [late] = [await claim(1), await claim(2)]
    await end(service, drop)
    await service.pass(LIFETIME_MS - 30_000, 20)
    expect(await vaultOf(service, drop)).toBe('open')
    expect(service.ports.memoryChain.wallet.claim(late.voucher).kind).toBe('succeeded')
    await service.pass(60_000, 20)
    expect(await vaultOf(service, drop)).toBe('closed')
    const { tally } = await service.reread(drop)
    expect(tally).toMatchObject({ reservedAmount: 10n, reservedCount: 1 })
  })

  test.each(ends)('because it is %s stays open until drawn amounts are delivered', async (_, end) => {
    const service = await createTestService()
    const drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    const deliverAgain = holdDeliveries(service.ports.chain)
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
    await end(service, drop)
    await service.pass(60 * 60_000, 20)
    expect(await vaultOf(service, drop)).toBe('open')
    deliverAgain()
    await service.pass(60_000, 20)
    expect(await vaultOf(service, drop)).toBe('closed')
    expect(await service.ports.store.undeliveredClaims(drop.id, 1)).toEqual([])
  })

  test.each(ends)('because it is %s returns deposits to the owner’s wallet', async (_, end) => {
    const service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const coinType = `${testWallet(7)}::club::CLUB`
    const { chain, memoryChain } = service.ports
    const wallet = testWallet(0xb0)
    memoryChain.wallet.faucet(wallet, coinType, 1_000n as never)
    const adopted = { name: 'Club', symbol: 'CLUB', supply: '1000', coinType }
    const token = granted(await service.dropkit.createToken(service.owner, adopted))
    const drop = await service.createDrop({ existingTokenId: token.id })
    await service.pass(10_000)
    const funding = { dropId: drop.id, senderAddress: wallet }
    const deposit = granted(await service.dropkit.prepareDropFunding(service.owner, funding))
    expect(memoryChain.wallet.execute(wallet, deposit).kind).toBe('succeeded')
    await service.pass(180_000, 20)
    const claimed = granted(
      await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }),
    )
    memoryChain.wallet.claim(claimed.voucher)
    await end(service, drop)
    await service.pass(60_000, 20)
    expect(await vaultOf(service, drop)).toBe('closed')
    const balances = await chain.balances(coinType, [wallet])
    expect(balances.ok && balances.value.get(wallet)).toBe(990n)
  })
})

// Drops that no one funds must cost the node of the chain almost nothing.

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
  const vault = await openVaultOf(service, drop)
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
})

test('a deposit is seen soon after days without one', async () => {
  await day()
  await day()
  await depositUnannounced(firstDrop())
  await service.pass(2 * MINUTE_MS, 20)
  expect((await service.reread(firstDrop())).vault).toMatchObject({ deposited: firstDrop().pool })
  granted(await claim(firstDrop()))
})

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
})
