import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import { openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Claim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { ok } from '../../domain/result.ts'
import type { ClaimedOnChain } from '../../ports/index.ts'
import { watchChain } from './watch-chain.ts'
import { writePosition } from './watch-position.ts'

let service: TestService
let drop: Drop

const now = () => service.ports.clock.now()

const vaultOf = async () => (await openVaultOf(service, drop)).objectId

const strange = async (more: Partial<ClaimedOnChain> = {}): Promise<ClaimedOnChain> => ({
  dropObjectId: await vaultOf(),
  claimer: testWallet(0xbad),
  amount: amountOf(10n),
  nonce: 77,
  txHash: 'stolen',
  at: now(),
  ...more,
})

/** The chain shows just these, and where to go on. */
const shows = (claims: readonly ClaimedOnChain[], cursor: string | null = 'next') =>
  Object.assign(service.ports.chain, { claimsAfter: async () => ({ ok: true, value: { claims, cursor } }) })

const watch = (cursor: string | null = 'here') => watchChain(service.ports, testRun(cursor))

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

describe('the chain is read', () => {
  test('from the same position after it returned nothing', async () => {
    service.ports.memoryChain.setOutage('down')
    expect(await watch()).toEqual({
      kind: 'again',
      dueAt: now() + 1_000,
      memo: 'here',
      failed: { class: 'chain_unavailable', reason: 'down' },
    })
  })

  test('at once if there may be more, or else after a delay', async () => {
    const one = await strange({ dropObjectId: testWallet(0x9) })
    shows(Array.from({ length: 100 }, () => one))
    expect(await watch()).toEqual({ kind: 'again', dueAt: now(), memo: 'next' })
    shows(Array.from({ length: 99 }, () => one))
    expect(await watch()).toEqual({ kind: 'again', dueAt: now() + 300, memo: 'next' })
    shows([], null)
    expect(await watch()).toEqual({ kind: 'again', dueAt: now() + 300, memo: 'here' })
  })
})

test('a page that was begun is finished although the chain need not be polled yet', async () => {
  const [vault, other] = [await vaultOf(), testWallet(0x9)]
  const claims = [await strange(), await strange({ dropObjectId: other })]
  const value = { claims, cursor: 'next' }
  Object.assign(service.ports.chain, {
    claimsAfter: async (cursor: string, _limit: number, { isPolling = false } = {}) =>
      ok(isPolling ? { claims: [], cursor } : value),
  })
  const aside = [{ vault, cursor: 'here', behind: 2, attempts: 1, retryAt: now() + 60_000 }]
  const memo = writePosition({ cursor: 'here', aside, page: { events: 2, vaults: [vault] } })
  expect(await watch(memo)).toMatchObject({ memo: writePosition({ aside, cursor: 'next' }) })
})

test('an unknown payment of a vault is logged, and changes nothing', async () => {
  const vault = testWallet(0x9)
  shows([await strange({ dropObjectId: vault }), await strange({ dropObjectId: vault, nonce: 78 })])
  await watch()
  expect(service.ports.log.lines).toMatchObject([
    {
      level: 'debug',
      message: 'the chain shows claims from a vault that this store does not know',
      fields: { vault, claims: 2 },
    },
  ])
  expect((await service.reread(drop)).status).toBe('ACTIVE')
})

test('a payment from the vault of a drop that is deleted during the run is ignored', async () => {
  const gone = { ...drop, id: idOf('drop', '0'.repeat(32)) }
  const store = { ...service.ports.store, dropsByVault: async () => new Map([[await vaultOf(), gone]]) }
  shows([await strange()])
  expect((await watchChain({ ...service.ports, store }, testRun())).kind).toBe('again')
  expect(service.ports.log.lines).toEqual([])
})

describe('a payment that is no claim', () => {
  test('stops the drop, and reports the payment to its owner and in the log', async () => {
    shows([await strange()])
    await watch()
    const [event] = await service.ports.store.events({ dropId: drop.id, limit: 1 })
    expect(event).toMatchObject({
      type: 'drop.paused',
      data: {
        reason: 'unknown_claim',
        userAddress: testWallet(0xbad),
        amount: '10',
        nonce: 77,
        txHash: 'stolen',
      },
    })
    expect(service.ports.log.lines).toMatchObject([
      { level: 'error', fields: { dropId: drop.id, nonce: 77, txHash: 'stolen' } },
    ])
    const job = service.ports.memory.state.jobs
    expect([...job.values()].filter(({ kind }) => kind === 'guard_vault')).toMatchObject([
      { subject: drop.id, dueAt: now() },
    ])
  })

  test('keeps the money, events and jobs of claims that are confirmed with it', async () => {
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
    const buyer = await service.callerOf('buyer')
    const wallet = testWallet(5)
    const order = { dropId: drop.id, walletAddress: wallet, paymentMethod: 'SUI', quantity: 1 }
    const intent = granted(await service.dropkit.createPaymentIntent(buyer, order))
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: service.pay(intent) }))
    const { claim } = granted(
      await service.dropkit.claimDrop(buyer, { dropId: drop.id, userAddress: wallet }),
    )
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
    service.ports.memory.state.jobs.clear()
    const { amount, sequence: nonce } = claim
    shows([await strange({ claimer: wallet, amount, nonce, txHash: 'paid' }), await strange()])
    await watch()
    const after = await service.reread(drop)
    expect(after.payments.earned).toBe(2_000_000_000n)
    expect(after.vault).toMatchObject({ alarm: 'unknown_claim' })
    const events = await service.ports.store.events({ dropId: drop.id, limit: 2 })
    expect(events.map(({ type }) => type).toSorted()).toEqual(['claim.confirmed', 'drop.updated'])
    const jobs = [...service.ports.memory.state.jobs.values()].map(({ kind }) => kind)
    expect(jobs.toSorted()).toEqual(['close_vault', 'guard_vault', 'wind_up'])
  })
})

describe('a drop whose change fails', () => {
  let broken: Drop
  let repair: () => void

  const claimOnChain = async (of: Drop, wallet: number) => {
    const input = { dropId: of.id, userAddress: testWallet(wallet) }
    const { claim, voucher } = granted(await service.dropkit.claimDrop(service.owner, input))
    service.ports.memoryChain.wallet.claim(voucher)
    return claim
  }
  const stateOf = async ({ dropId, sequence }: Claim) =>
    [...(await service.ports.store.claims([{ dropId, sequence }])).values()][0]?.state.kind
  const errors = () =>
    service.ports.log.lines.filter(({ message }) => message.startsWith('claims on the chain could not be'))

  beforeEach(async () => {
    broken = await service.createDrop()
    const { store } = service.ports
    const { changeDrop } = store
    repair = () => Object.assign(store, { changeDrop })
  })

  const breakIt = (error: unknown = new Error('invariant broken')) => {
    const { store } = service.ports
    replaceMethod(store, 'changeDrop', (changeDrop, ...given) =>
      given[0] === broken.id ? Promise.reject(error) : changeDrop(...given),
    )
  }

  test('does not stop the claims of the others, and is confirmed in full once its change succeeds', async () => {
    const lost = [await claimOnChain(broken, 1), await claimOnChain(broken, 2)]
    const other = await claimOnChain(drop, 3)
    const later = await claimOnChain(broken, 4)
    breakIt()
    await service.pass(60_000, 60)
    expect(await stateOf(other)).toBe('CONFIRMED')
    expect(await Promise.all([...lost, later].map(stateOf))).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(errors().length).toBeGreaterThan(1)
    expect(errors().length).toBeLessThan(10)
    repair()
    const newest = await claimOnChain(broken, 5)
    await service.pass(60_000, 30)
    expect(await Promise.all([...lost, later, newest].map(stateOf))).toEqual(Array(4).fill('CONFIRMED'))
    expect(await service.ports.jobs.memoOf('watch_chain', 'chain')).not.toContain('aside')
  })

  test('is confirmed also while the chain is too quiet to be asked at every poll', async () => {
    const paid = await claimOnChain(broken, 1)
    breakIt()
    await service.pass(5_000, 5)
    repair()
    const { chain } = service.ports
    replaceMethod(chain, 'claimsAfter', async (claimsAfter, ...[cursor, limit, options]) =>
      options?.isPolling === true
        ? { ok: true, value: { claims: [], cursor, completeUntil: null } }
        : claimsAfter(cursor, limit),
    )
    await service.pass(60_000, 10)
    expect(await stateOf(paid)).toBe('CONFIRMED')
  })

  test('is not treated as robbed, however long its change fails', async () => {
    const paid = await claimOnChain(broken, 1)
    breakIt()
    await service.pass(60_000, 20)
    await claimOnChain(drop, 2)
    repair()
    // Only what has the lock of the broken drop after this is the release of its vouchers.
    const { store } = service.ports
    const { dropsByVault } = store
    Object.assign(store, {
      dropsByVault: async (vaults: Parameters<typeof dropsByVault>[0]) => {
        const drops = await dropsByVault(vaults)
        if ([...drops.values()].some(({ id }) => id === broken.id)) throw new Error('unreadable')
        return drops
      },
    })
    await service.pass(120 * 60_000, 60)
    expect(await stateOf(paid)).toBe('PENDING')
    Object.assign(store, { dropsByVault })
    await service.pass(10 * 60_000, 20)
    expect(await stateOf(paid)).toBe('CONFIRMED')
  })

  test('fails the whole page when it is the store that does not answer', async () => {
    const paid = await claimOnChain(broken, 1)
    breakIt(Object.assign(new Error('busy'), { name: 'StoreUnavailable', retryable: true }))
    await service.pass(10_000, 10)
    expect(await service.ports.jobs.failing({ limit: 9 })).toMatchObject([
      { kind: 'watch_chain', failure: { class: 'store_unavailable' } },
    ])
    repair()
    await service.pass(10_000, 10)
    expect(await stateOf(paid)).toBe('CONFIRMED')
  })
})
