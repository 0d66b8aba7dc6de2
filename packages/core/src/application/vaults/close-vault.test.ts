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
import { replaceMethod } from '../../../test/replace-method.ts'
import {
  changeVaultOnChain,
  holdDeliveries,
  openVaultOf,
  putSentTransaction,
} from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { ChainPurpose } from '../../domain/chain-transaction.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/instant.ts'
import type { Chain, Store, TransactionOutcome } from '../../ports/index.ts'
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

// One run of the job at a time: what keeps a vault open, when it is looked at again, and what is sent to close it.

const SILENT = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const LIFETIME_MS = 15 * 60_000

let drop: Drop

const now = () => service.ports.clock.now()
const close = () => closeVault(service.ports, drop.id, null)
const later = (reason: 'chain' | 'waiting') => ({
  kind: 'again',
  dueAt: now() + 1_000,
  failed: expect.objectContaining({ class: expect.stringMatching(`^${reason}`) }),
})
const vaultOf = async () => (await service.reread(drop)).vault.kind
const sent = async () =>
  (await openTransactionsOf(service.ports.store, drop.id)).map(({ purpose }) => purpose.kind)

/** The chain answers like this what has become of a transaction. */
const answer = (outcome: () => TransactionOutcome | typeof SILENT) =>
  Object.assign(service.ports.chain, {
    outcome: async () => {
      const value = outcome()
      return 'ok' in value ? value : { ok: true, value }
    },
  })

const cancel = async () =>
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))

const claimOf = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

const DELIVERY: ChainPurpose = { kind: 'deliver_claims', sequences: [] }

function whilePreparing(doIt: () => Promise<unknown>): void {
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
    await doIt()
    return prepare(action)
  })
}

describe('the run that closes a vault', () => {
  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
  })

  test('there is nothing to close for a missing drop, an active drop, or a closed vault', async () => {
    expect(await closeVault(service.ports, idOf('drop', '0'.repeat(32)), null)).toEqual({ kind: 'done' })
    expect(await close()).toEqual({ kind: 'done' })
    expect(await vaultOf()).toBe('open')
    await cancel()
    expect(await close()).toEqual({ kind: 'done' })
    expect(await vaultOf()).toBe('closed')
    service.ports.memoryChain.setOutage('down')
    expect(await close()).toEqual({ kind: 'done' })
  })

  describe('a vault that is not on the chain any more', () => {
    /** A thief of the operator's key closes the vault. */
    const closeOnChain = () => changeVaultOnChain(service, drop, { isClosed: true })

    test('counts as closed once the chain has shown later that it is gone', async () => {
      await closeOnChain()
      await cancel()
      await service.pass(20_000, 20)
      expect(await vaultOf()).toBe('open')
      await service.pass(120_000, 60)
      expect(await vaultOf()).toBe('closed')
      expect(
        [...service.ports.memory.state.jobs.values()].filter(({ kind }) => kind === 'close_vault'),
      ).toEqual([])
    })

    test('stays open for a node that is behind, and for one that shows it again', async () => {
      await cancel()
      const { prepare, usedNonces } = service.ports.chain
      const refused = { ok: false, error: { kind: 'not_possible', reason: 'ENoVault' } } as const
      const readAt = now()
      Object.assign(service.ports.chain, {
        prepare: async () => refused,
        usedNonces: async () => ({ ok: true, value: { used: null, chainTime: readAt } }),
      })
      await service.pass(120_000, 60)
      expect(await vaultOf()).toBe('open')
      Object.assign(service.ports.chain, { usedNonces })
      await service.pass(120_000, 60)
      expect(await vaultOf()).toBe('open')
      Object.assign(service.ports.chain, { prepare })
      await service.pass(20 * 60_000, 20)
      expect(await vaultOf()).toBe('closed')
    })
  })

  describe('the vault of a drop that is cancelled stays open', () => {
    beforeEach(cancel)

    test('while something is being delivered from it', async () => {
      await putSentTransaction(service, drop, DELIVERY)
      expect(await close()).toEqual(later('waiting'))
      expect(await sent()).toEqual(['deliver_claims'])
    })

    test('when a delivery starts while the close is prepared', async () => {
      whilePreparing(() => putSentTransaction(service, drop, DELIVERY))
      expect(await close()).toEqual(later('chain'))
      expect(await sent()).toEqual(['deliver_claims'])
      expect(await vaultOf()).toBe('open')
    })

    test('when another server closes it while its end is prepared, which is the end of it', async () => {
      const vault = await openVaultOf(service, drop)
      whilePreparing(() =>
        service.ports.store.changeDrop(drop.id, {}, (dropState) => ({
          result: undefined,
          update: dropState
            ? { drops: [{ ...dropState.drop, vault: { kind: 'closed', objectId: vault.objectId } }] }
            : {},
        })),
      )
      expect(await close()).toEqual(later('chain'))
      expect(await sent()).toEqual([])
      expect(await close()).toEqual({ kind: 'done' })
    })

    test('when the chain does not take its end', async () => {
      service.ports.memoryChain.setOutage('down')
      expect(await close()).toEqual(later('chain'))
      expect(await vaultOf()).toBe('open')
    })

    test('when its end was refused there, and another one is made', async () => {
      const { outcome } = service.ports.chain
      answer(() => ({ kind: 'failed', reason: 'busy', at: now() }))
      expect(await close()).toMatchObject(later('chain'))
      expect([await vaultOf(), await sent()]).toEqual(['open', []])
      Object.assign(service.ports.chain, { outcome })
      service.ports.memoryChain.state.ledger.vaults.forEach((vault, id, all) => {
        all.set(id, { ...vault, isClosed: false })
      })
      expect(await close()).toEqual({ kind: 'done' })
      expect(await vaultOf()).toBe('closed')
    })

    test('until its result is known: a sent transaction is followed, and no other is sent', async () => {
      const { outcome } = service.ports.chain
      answer(() => SILENT)
      expect(await close()).toEqual(later('chain'))
      expect([await vaultOf(), await sent()]).toEqual(['open', ['close_vault']])
      const prepared: string[] = []
      replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
        prepared.push(action.kind)
        return prepare(action)
      })
      expect(await close()).toEqual(later('chain'))
      answer(() => ({ kind: 'pending' }))
      expect(await close()).toEqual(later('chain'))
      Object.assign(service.ports.chain, { outcome })
      expect(await close()).toEqual({ kind: 'done' })
      expect([await vaultOf(), await sent(), prepared]).toEqual(['closed', [], []])
    })
  })

  describe('the vault of a drop that is cancelled is looked at again', () => {
    test('when the next voucher has run out, or soon where that has just happened', async () => {
      await claimOf(1)
      const expiresAt = now() + LIFETIME_MS
      await cancel()
      expect(await close()).toEqual({ kind: 'again', dueAt: expiresAt + 1_000 })
      service.ports.clock.advance(LIFETIME_MS + 5_000)
      expect(await close()).toEqual(later('waiting'))
      expect(await sent()).toEqual([])
    })

    test('soon while something drawn is to be delivered', async () => {
      drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
      const input = { dropId: drop.id, userAddress: testWallet(1) }
      granted(await service.dropkit.claimRandomDrop(service.owner, input))
      await cancel()
      let isPrepared = false
      replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
        isPrepared = true
        return prepare(action)
      })
      expect(await close()).toEqual(later('waiting'))
      expect([await sent(), isPrepared]).toEqual([[], false])
    })
  })
})
