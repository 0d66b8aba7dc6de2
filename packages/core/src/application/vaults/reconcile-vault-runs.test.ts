// One run of the job at a time: what it does, when it is to come back, and what it remembers until then.
import {
  createTestService,
  granted,
  openTransactionsOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { changeVaultOnChain, openVaultOf, putSentTransaction } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop, Vault } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { ok } from '../../domain/result.ts'
import { raiseAlarm } from '../../domain/vault.ts'
import type { JobOutcome } from '../../ports/index.ts'
import { closeVault } from './close-vault.ts'
import { reconcileVault } from './reconcile-vault.ts'

const SILENT = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const GRACE_MS = 10_000

let service: TestService
let drop: Drop

const now = () => service.ports.clock.now()
const guard = (memo: string | null = null) => reconcileVault(service.ports, drop.id, memo)
const soon = (hasFailed: boolean, memo: string | null = null) => ({
  kind: 'again',
  dueAt: now() + 500,
  memo,
  ...(hasFailed ? { failed: expect.anything() } : {}),
})
const later = (memo: string): JobOutcome => ({ kind: 'again', dueAt: now() + GRACE_MS, memo })

const vaultOf = () => openVaultOf(service, drop)

const onChain = async () => service.ports.memoryChain.state.ledger.vaults.get((await vaultOf()).objectId)

const changeOnChain = (change: Parameters<typeof changeVaultOnChain>[2]) =>
  changeVaultOnChain(service, drop, change)

async function removeFromChain() {
  service.ports.memoryChain.state.ledger.vaults.delete((await vaultOf()).objectId)
}

const change = (changed: (drop: Drop) => Drop) =>
  service.ports.store.changeDrop(drop.id, {}, (dropState) => {
    if (!dropState) throw new Error('no drop')
    return { result: undefined, update: { drops: [changed(dropState.drop)] } }
  })

const changeVault = (more: Partial<Extract<Vault, { kind: 'open' }>>) =>
  change((before) =>
    before.vault.kind === 'open' ? { ...before, vault: { ...before.vault, ...more } } : before,
  )

const alarm = () =>
  change((before) => raiseAlarm(before, { alarm: 'unknown_claim', details: {} }, now()).drop)

/** Does something while a transaction is being prepared. */
function whilePreparing(doIt: () => Promise<unknown>): void {
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
    await doIt()
    return prepare(action)
  })
}

const openKinds = async () =>
  (await openTransactionsOf(service.ports.store, drop.id)).map(({ purpose }) => purpose.kind)

const errors = () => service.ports.log.lines.filter(({ level }) => level === 'error')

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

test('does nothing for a missing drop, a missing vault, or a correct one', async () => {
  expect(await guard()).toEqual({ kind: 'done' })
  await change((before) => ({ ...before, vault: { kind: 'none' } }))
  service.ports.memoryChain.setOutage('down')
  expect(await guard()).toEqual({ kind: 'done' })
  expect(await reconcileVault(service.ports, idOf('drop', '0'.repeat(32)), null)).toEqual({ kind: 'done' })
})

test('runs again soon, and keeps its suspicion, if the chain does not answer', async () => {
  service.ports.memoryChain.setOutage('down')
  expect(await guard('a suspicion')).toEqual(soon(true, 'a suspicion'))
})

describe('a vault is paused and resumed', () => {
  const changed = (isPaused: boolean, at = now()) =>
    JSON.stringify({ alarm: 'vault_gone', readAt: at, change: { at, isPaused } })

  /** From now on, reads of vaults are answered as now, and reads of nonces too, or not. */
  async function standStill(isForNonces: boolean): Promise<() => void> {
    const { chain, clock } = service.ports
    const { vaults, usedNonces } = chain
    const { objectId } = await vaultOf()
    const [before, at] = [await vaults([objectId]), clock.now()]
    const vault = (before.ok && before.value.get(objectId)) || null
    Object.assign(chain, {
      vaults: async () => before,
      ...(isForNonces && { usedNonces: async () => ok({ chainTime: at, used: new Set(), vault }) }),
    })
    return () => Object.assign(chain, { vaults, usedNonces })
  }

  const pauses = () =>
    [...service.ports.memory.state.chainTransactions.all()].filter(
      ({ purpose }) => purpose.kind === 'pause_vault',
    )

  test.each([
    ['all nodes that answer are', true],
    ['the node that shows vaults is', false],
  ])('once while %s behind', async (_, isForNonces) => {
    await alarm()
    const goOn = await standStill(isForNonces)
    const { jobs } = service.ports
    await jobs.request([{ kind: 'guard_vault', subject: drop.id, ownerId: null, dueAt: now() }])
    await service.pass(20_000, 20)
    expect(pauses()).toHaveLength(1)
    goOn()
    await service.pass(60_000, 20)
    expect(pauses()).toHaveLength(1)
    expect((await onChain())?.isPaused).toBe(true)
    expect((await jobs.failing({ limit: 9 })).map(({ kind }) => kind)).toEqual([])
  })

  test('again if the chain shows later that it is not', async () => {
    await alarm()
    const { memo } = (await guard()) as { readonly memo: string }
    service.ports.clock.advance(1_000)
    await changeOnChain({ isPaused: false })
    expect(await guard(memo)).toEqual(soon(false, changed(true)))
    expect((await onChain())?.isPaused).toBe(true)
  })

  test('at once if the alarm has changed since, also by a node that is behind', async () => {
    await alarm()
    const { memo } = (await guard()) as { readonly memo: string }
    await changeVault({ alarm: null })
    await standStill(true)
    expect(await guard(memo)).toEqual(soon(false, changed(false)))
    expect((await onChain())?.isPaused).toBe(false)
  })

  test('not while the chain does not answer after it', async () => {
    await alarm()
    const { memo } = (await guard()) as { readonly memo: string }
    await changeOnChain({ isPaused: false })
    Object.assign(service.ports.chain, { usedNonces: async () => SILENT })
    expect(await guard(memo)).toEqual(soon(true, memo))
    expect(pauses()).toHaveLength(1)
  })

  test('as its drop has an alarm or none', async () => {
    await alarm()
    expect(await guard()).toEqual(soon(false, changed(true)))
    expect((await onChain())?.isPaused).toBe(true)
    await changeVault({ alarm: null })
    expect(await guard()).toEqual(soon(false, changed(false)))
    expect((await onChain())?.isPaused).toBe(false)
    expect(await openKinds()).toEqual([])
  })

  test('fails while the chain refuses it, which is logged', async () => {
    await alarm()
    Object.assign(service.ports.chain, { prepare: async () => SILENT })
    expect(await guard()).toEqual(soon(true))
    expect(errors()).toMatchObject([
      {
        message: 'a vault could not be paused or resumed yet',
        fields: { dropId: drop.id, kind: 'pause_vault', reason: 'silent' },
      },
    ])
    expect((await onChain())?.isPaused).toBe(false)
  })

  test('by a transaction that is followed to its end before anything else', async () => {
    const { chain } = service.ports
    const { outcome } = chain
    await alarm()
    Object.assign(chain, { outcome: async () => SILENT })
    expect(await guard()).toEqual(soon(true))
    expect(await openKinds()).toEqual(['pause_vault'])
    expect(await guard()).toEqual(soon(true))
    expect(await openKinds()).toEqual(['pause_vault'])
    Object.assign(chain, { outcome })
    expect(await guard()).toEqual(soon(false, changed(true)))
    expect(await openKinds()).toEqual([])
  })

  test('not when its drop’s alarm has changed while that was prepared', async () => {
    await alarm()
    whilePreparing(() => changeVault({ alarm: null }))
    expect(await guard()).toEqual(soon(true))
    expect((await onChain())?.isPaused).toBe(false)
    expect(errors()[0]?.fields).toMatchObject({ reason: 'no transaction took effect; a new one is made' })
  })

  test('not when it was closed while that was prepared', async () => {
    await changeOnChain({ isPaused: true })
    const { objectId } = await vaultOf()
    whilePreparing(() => change((before) => ({ ...before, vault: { kind: 'closed', objectId } })))
    expect(await guard()).toEqual(soon(true))
    expect(service.ports.memoryChain.state.ledger.vaults.get(objectId)?.isPaused).toBe(true)
  })

  test('by a transaction that is followed to its end also if the vault is closed by then', async () => {
    const { chain } = service.ports
    const { outcome } = chain
    await alarm()
    Object.assign(chain, { outcome: async () => SILENT })
    expect(await guard()).toEqual(soon(true))
    const { objectId } = await vaultOf()
    await change((before) => ({ ...before, vault: { kind: 'closed', objectId } }))
    Object.assign(chain, { outcome })
    expect(await guard()).toEqual(soon(false, changed(true)))
    expect(await openKinds()).toEqual([])
    expect(await guard()).toEqual({ kind: 'done' })
  })

  test('also while a delivery is under way, which leaves it paused; resumed only after that', async () => {
    await putSentTransaction(service, drop, { kind: 'deliver_claims', sequences: [] })
    await changeOnChain({ isPaused: true })
    expect(await guard()).toEqual(soon(true))
    expect(await openKinds()).toEqual(['deliver_claims'])
    expect((await onChain())?.isPaused).toBe(true)
    expect(errors()).toEqual([])
    await changeOnChain({ isPaused: false })
    await alarm()
    expect(await guard()).toEqual(soon(false, changed(true)))
    expect((await onChain())?.isPaused).toBe(true)
  })
})

describe('a suspected discrepancy', () => {
  const suspicion = (alarm: string, more: object = {}) => JSON.stringify({ alarm, ...more, readAt: now() })
  const pausedFor = async () => {
    const [event] = await service.ports.store.events({ dropId: drop.id, types: ['drop.paused'], limit: 1 })
    return event?.data
  }

  test('is checked again after the ledger’s delay, and not before', async () => {
    await changeOnChain({ balance: 990n })
    const memo = suspicion('missing_amount', { spent: '10' })
    const first = await guard()
    expect(first.kind === 'again' && JSON.parse(first.memo ?? '')).toEqual(JSON.parse(memo))
    expect(first).toMatchObject({ kind: 'again', dueAt: now() + GRACE_MS })
    const readAt = now()
    service.ports.clock.advance(GRACE_MS - 1)
    expect(await guard(memo)).toMatchObject({ kind: 'again', dueAt: readAt + GRACE_MS })
    expect(await pausedFor()).toBeUndefined()
    service.ports.clock.advance(1)
    expect(await guard(memo)).toEqual({ kind: 'again', dueAt: now(), memo: null })
    expect(await pausedFor()).toMatchObject({ reason: 'missing_amount', missing: '10' })
  })

  test.each<[alarm: string, wrong: () => Promise<unknown>, details: object]>([
    ['missing_amount', () => changeOnChain({ balance: 990n }), { missing: '10' }],
    ['unknown_key', () => changeOnChain({ publicKey: 'theirs' }), { publicKey: 'theirs' }],
    ['vault_gone', removeFromChain, {}],
  ])('stops the drop if it persists, and reports it: %s', async (kind, wrong, details) => {
    const { objectId: vaultId } = await vaultOf()
    const memo = suspicion(kind, kind === 'missing_amount' ? { spent: '10' } : {})
    await wrong()
    service.ports.clock.advance(GRACE_MS)
    expect(await guard(memo)).toEqual({ kind: 'again', dueAt: now(), memo: null })
    expect((await vaultOf()).alarm).toBe(kind)
    expect(await pausedFor()).toMatchObject({ reason: kind, vaultId, ...details })
    expect(errors()).toMatchObject([
      {
        message: 'a drop was paused: its vault differs from the store',
        fields: { dropId: drop.id, alarm: kind, vaultId, ...details },
      },
    ])
  })

  test.each([
    ['vault_gone', 'before it was opened', undefined],
    ['unknown_key', 'with its former key', { publicKey: 'former' }],
  ])(
    'raises no alarm because a node that is behind shows the vault as it was: %s',
    async (kind, _, former) => {
      const shown = await onChain()
      const { objectId } = await vaultOf()
      const states = former && shown ? [[objectId, { ...shown, ...former }] as const] : []
      Object.assign(service.ports.chain, { vaults: async () => ({ ok: true, value: new Map(states) }) })
      const first = await guard()
      expect(first).toMatchObject({ kind: 'again', memo: expect.stringContaining(kind) })
      service.ports.clock.advance(GRACE_MS)
      expect(await guard(first.kind === 'again' ? first.memo : null)).toEqual({ kind: 'done' })
      expect((await vaultOf()).alarm).toBeNull()
      expect(await pausedFor()).toBeUndefined()
    },
  )

  test.each<[what: string, memo: () => string, explained: () => Promise<unknown>]>([
    ['the vault is shown again', () => suspicion('vault_gone'), async () => undefined],
    [
      'the vault was found out before',
      () => suspicion('vault_gone'),
      async () => {
        await alarm()
        await removeFromChain()
      },
    ],
    [
      'the chain shows nonces of the vault, and never the vault with them',
      () => suspicion('vault_gone'),
      async () => {
        const answer = { chainTime: Number.POSITIVE_INFINITY, used: new Set() }
        Object.assign(service.ports.chain, {
          vaults: async () => ({ ok: true, value: new Map() }),
          usedNonces: async () => ({ ok: true, value: answer }),
        })
      },
    ],
    [
      'it is being closed',
      () => suspicion('vault_gone'),
      async () => {
        granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
        Object.assign(service.ports.chain, { outcome: async () => SILENT })
        await closeVault(service.ports, drop.id, null)
        expect(await openKinds()).toEqual(['close_vault'])
        await change((before) => ({ ...before, status: 'ACTIVE' }))
      },
    ],
    ['the key is the drop’s own', () => suspicion('unknown_key'), async () => undefined],
    [
      'the key is the drop’s next one by now',
      () => suspicion('unknown_key'),
      async () => {
        await changeOnChain({ publicKey: 'next' })
        whileReading(() =>
          change((before) => ({ ...before, nextVoucherKey: { publicKey: 'next', privateKey: '' } })),
        )
      },
    ],
    [
      'the key was the drop’s own a moment ago',
      () => suspicion('unknown_key'),
      async () => {
        whileReading(() =>
          change((before) => ({ ...before, voucherKey: { publicKey: 'next', privateKey: '' } })),
        )
      },
    ],
    ['its key cannot be seen', () => suspicion('unknown_key'), removeFromChain],
    [
      'its key was found out before',
      () => suspicion('unknown_key'),
      async () => {
        await alarm()
        await changeOnChain({ isPaused: true, publicKey: 'theirs' })
      },
    ],
    ['the amount is there', () => suspicion('missing_amount', { spent: '0' }), async () => undefined],
    [
      'the amount was reserved by then',
      () => suspicion('missing_amount', { spent: '10' }),
      async () => {
        const input = { dropId: drop.id, userAddress: testWallet(1) }
        const { voucher } = granted(await service.dropkit.claimDrop(service.owner, input))
        service.ports.memoryChain.wallet.claim(voucher)
      },
    ],
    [
      'the amount is known to be missing',
      () => suspicion('missing_amount', { spent: '10' }),
      () => changeVault({ missing: amountOf(10n) }),
    ],
  ])('is explained when %s', async (_, memo, explained) => {
    const written = memo()
    const before = (await vaultOf()).alarm
    await explained()
    const { alarm: known } = await vaultOf()
    service.ports.clock.advance(GRACE_MS)
    expect(await guard(written)).toEqual({ kind: 'done' })
    expect((await vaultOf()).alarm).toBe(known)
    expect([before, errors()]).toEqual([null, []])
    expect(await pausedFor()).toBeUndefined()
  })

  /** Does something after the chain was asked what it shows of the vault. */
  function whileReading(doIt: () => Promise<unknown>): void {
    replaceMethod(service.ports.chain, 'usedNonces', async (usedNonces, ...asked) => {
      await doIt()
      return usedNonces(...asked)
    })
  }

  describe('is not judged', () => {
    const kinds = [
      ['missing_amount', { spent: '10' }],
      ['unknown_key', {}],
    ] as const

    test.each(kinds)('while the chain does not answer: %s', async (kind, more) => {
      const memo = suspicion(kind, more)
      service.ports.clock.advance(GRACE_MS)
      Object.assign(service.ports.chain, { usedNonces: async () => SILENT })
      const again = await guard(memo)
      expect(again).toEqual(later(again.kind === 'again' ? (again.memo ?? '') : ''))
      expect(again.kind === 'again' && JSON.parse(again.memo ?? '')).toEqual(JSON.parse(memo))
    })

    test.each(kinds)('while the chain shows an earlier state: %s', async (kind, more) => {
      const readAt = now()
      const memo = suspicion(kind, more)
      let chainTime = readAt + 4_999
      Object.assign(service.ports.chain, {
        usedNonces: async () => ({ ok: true, value: { chainTime, used: new Set() } }),
      })
      await changeOnChain(kind === 'unknown_key' ? { publicKey: 'theirs' } : { balance: 990n })
      service.ports.clock.advance(GRACE_MS)
      expect(await guard(memo)).toMatchObject({ kind: 'again', dueAt: now() + GRACE_MS })
      chainTime++
      expect(await guard(memo)).toEqual({ kind: 'again', dueAt: now(), memo: null })
    })
  })

  test('counts payments as the chain shows them, and reads five hundred claims at a time', async () => {
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const { claim } = granted(await service.dropkit.claimDrop(service.owner, input))
    const { chain, store } = service.ports
    const asked: number[] = []
    Object.assign(chain, {
      usedNonces: async (_: unknown, nonces: readonly number[]) => {
        asked.push(nonces.length)
        return { ok: true, value: { chainTime: now(), used: new Set<number>() } }
      },
    })
    Object.assign(store, {
      expiredVouchers: async () => Array.from({ length: 1_000 }, (_, n) => ({ ...claim, sequence: n + 1 })),
    })
    await changeOnChain({ balance: 990n })
    const memo = suspicion('missing_amount', { spent: '10' })
    service.ports.clock.advance(GRACE_MS)
    expect(await guard(memo)).toEqual({ kind: 'again', dueAt: now(), memo: null })
    expect(asked).toEqual([500, 500])
    expect((await vaultOf()).missing).toBe(10n)
  })

  test('reads no claims if the amount is correct', async () => {
    granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }))
    const asked: (readonly number[])[] = []
    replaceMethod(service.ports.chain, 'usedNonces', async (usedNonces, ...[vault, nonces]) => {
      asked.push(nonces)
      return usedNonces(vault, nonces)
    })
    const memo = suspicion('unknown_key')
    service.ports.clock.advance(GRACE_MS)
    expect(await guard(memo)).toEqual({ kind: 'done' })
    expect(asked).toEqual([[]])
  })
})
