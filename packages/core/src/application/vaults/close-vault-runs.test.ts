// One run of the job at a time: what keeps a vault open, when it is looked at again, and what is sent to close it.

import {
  createTestService,
  granted,
  openTransactionsOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { changeVaultOnChain, openVaultOf } from '../../../test/test-vault.ts'
import type { ChainPurpose } from '../../domain/chain-transaction.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import type { TransactionOutcome } from '../../ports/index.ts'
import { closeVault } from './close-vault.ts'

const SILENT = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const LIFETIME_MS = 15 * 60_000

let service: TestService
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

const claim = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

/** A transaction of which nothing is known. */
const put = (purpose: ChainPurpose) =>
  service.ports.store.changeDrop(drop.id, {}, () => ({
    result: undefined,
    insert: {
      chainTransactions: [
        {
          id: idOf('chaintx', '00000000000070008000000000000001'),
          dropId: drop.id,
          purpose,
          bytes: '',
          digest: 'unknown',
          expiresAt: now() + 60_000,
          state: 'sent',
          createdAt: now(),
        },
      ],
    },
  }))

function whilePreparing(doIt: () => Promise<unknown>): void {
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
    await doIt()
    return prepare(action)
  })
}

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
    await put({ kind: 'deliver_claims', sequences: [] })
    expect(await close()).toEqual(later('waiting'))
    expect(await sent()).toEqual(['deliver_claims'])
  })

  test('when a delivery starts while the close is prepared', async () => {
    whilePreparing(() => put({ kind: 'deliver_claims', sequences: [] }))
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
    await claim(1)
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
