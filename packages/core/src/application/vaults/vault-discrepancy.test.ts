import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Amount, amountOf } from '../../domain/amount.ts'
import type { Claim } from '../../domain/claim.ts'
import type { Drop, Vault } from '../../domain/drop.ts'
import type { DropState, VaultState } from '../../ports/index.ts'
import { deliverClaims } from '../claims/deliver-claims.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { findVaultDiscrepancy, openClaims, unexplainedAmount } from './vault-discrepancy.ts'

const READ_AT = 1_000

let service: TestService
let drop: Drop

/** Drops as the ledger has them, their vaults known otherwise. */
const knownAs = (more: Partial<Extract<Vault, { kind: 'open' }>>, of = drop): Drop =>
  of.vault.kind === 'open' ? { ...of, vault: { ...of.vault, ...more } } : of

const shown = (more: Partial<VaultState> = {}): VaultState => ({
  balance: amountOf(1_000n),
  deposited: amountOf(1_000n),
  publicKey: drop.voucherKey.publicKey,
  isPaused: false,
  ...more,
})

const suspect = (of: Drop, state: VaultState | undefined) =>
  findVaultDiscrepancy(service.ports.store, of, state, READ_AT)

const claim = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

describe('a vault is suspicious', () => {
  test('when it is not there, unless that is known or wanted', async () => {
    expect(await suspect(drop, undefined)).toEqual({ alarm: 'vault_gone', readAt: READ_AT })
    expect(await suspect(knownAs({ alarm: 'vault_gone' }), undefined)).toBeNull()
    expect(await suspect({ ...drop, status: 'CANCELLED' }, undefined)).toBeNull()
    expect(await suspect({ ...drop, vault: { kind: 'none' } }, undefined)).toBeNull()
  })

  test('if it verifies vouchers with a key that is neither the drop’s nor its next one', async () => {
    const strange = shown({ publicKey: 'theirs' })
    expect(await suspect(drop, strange)).toEqual({ alarm: 'unknown_key', readAt: READ_AT })
    const nextVoucherKey = { publicKey: 'theirs', privateKey: '' }
    expect(await suspect({ ...drop, nextVoucherKey }, strange)).toBeNull()
    expect(await suspect(knownAs({ alarm: 'unknown_claim' }), strange)).toBeNull()
  })

  test('when more has left it than confirmed claims explain', async () => {
    const { voucher } = await claim(1)
    service.ports.memoryChain.wallet.claim(voucher)
    await service.pass(1_000)
    await claim(2)
    const now = await service.reread(drop)
    const holding = (balance: bigint, of = now) => suspect(of, shown({ balance: amountOf(balance) }))
    expect(await holding(990n)).toBeNull()
    expect(await holding(989n)).toEqual({ alarm: 'missing_amount', spent: 11n, readAt: READ_AT })
    expect(await holding(989n, knownAs({ missing: amountOf(1n) }, now))).toBeNull()
    expect(await holding(988n, knownAs({ missing: amountOf(1n) }, now))).toMatchObject({ spent: 12n })
  })

  test('only for amounts that have left it: a full vault causes no read of the store', async () => {
    const nothing = {} as TestService['ports']['store']
    const of = (more: Partial<VaultState>, known = drop) =>
      findVaultDiscrepancy(nothing, known, shown(more), READ_AT)
    expect(await of({})).toBeNull()
    expect(await of({ balance: amountOf(1_001n) })).toBeNull()
    expect(await of({ balance: amountOf(999n) }, knownAs({ missing: amountOf(1n) }))).toBeNull()
  })
})

describe('claims are open', () => {
  const sequences = (claims: readonly Claim[]) => claims.map(({ sequence }) => sequence).sort()
  const open = async () => sequences(await openClaims(service.ports.store, drop.id))

  test('while their vouchers are out, and not when they were used or have run out', async () => {
    const { voucher } = await claim(1)
    await claim(2)
    expect(await open()).toEqual([1, 2])
    service.ports.memoryChain.wallet.claim(voucher)
    await service.pass(1_000)
    expect(await open()).toEqual([2])
    await service.pass(20 * 60_000, 20)
    expect(await open()).toEqual([])
  })

  test('while they are on their way, each once, and not when the chain has shown them paid', async () => {
    drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    for (const wallet of [1, 2, 3]) {
      const input = { dropId: drop.id, userAddress: testWallet(wallet) }
      granted(await service.dropkit.claimRandomDrop(service.owner, input))
    }
    expect(await open()).toEqual([1, 2, 3])
    const { chain, store } = service.ports
    const { outcome, submit } = chain
    const silent = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
    Object.assign(chain, { outcome: async () => silent, submit: async () => silent })
    service.ports.clock.advance(5_000)
    await deliverClaims(service.ports, DEFAULT_SETTINGS, drop.id, null)
    const [sent] = await store.openChainTransactions(drop.id)
    expect(sent?.purpose).toMatchObject({ kind: 'deliver_claims', sequences: [1, 2, 3] })
    expect(await open()).toEqual([1, 2, 3])
    const [first] = (await store.dropState(drop.id, { sequences: [1] }))?.claims.values() ?? []
    const paid = { kind: 'CONFIRMED', txHash: sent?.digest ?? '', claimedAt: READ_AT } as const
    const failed = { kind: 'FAILED', reason: 'gone', failedAt: READ_AT } as const
    const { claims } = (await store.dropState(drop.id, { sequences: [2] })) ?? {}
    const second = claims?.get(2)
    if (!first || !second) throw new Error('no claims')
    await store.changeDrop(drop.id, {}, () => ({
      result: undefined,
      update: {
        claims: [
          { ...first, state: paid },
          { ...second, state: failed, slot: -2 },
        ],
      },
    }))
    expect(await open()).toEqual([3])
    Object.assign(chain, { outcome, submit })
  })
})

describe('an amount that has left a vault', () => {
  const claims = new Map<number, Claim>()
  const unexplained = (spent: bigint, reserved: bigint, unpaid: readonly number[]): Amount => {
    const tally = { ...drop.tally, reservedAmount: amountOf(reserved) }
    const dropState = { drop: { ...drop, tally }, claims } as unknown as DropState
    return unexplainedAmount(dropState, amountOf(spent), new Set(unpaid))
  }

  beforeEach(async () => {
    claims.clear()
    for (const number of [1, 2, 3]) {
      const made = (await claim(number)).claim
      const over = { kind: 'EXPIRED', expiredAt: READ_AT } as const
      claims.set(number, number === 3 ? { ...made, state: over } : made)
    }
  })

  test('all is explained that is reserved, unless the chain shows it unpaid', () => {
    expect(unexplained(20n, 20n, [])).toBe(0n)
    expect(unexplained(5n, 20n, [])).toBe(0n)
    expect(unexplained(21n, 20n, [])).toBe(1n)
    expect(unexplained(20n, 20n, [1])).toBe(10n)
    expect(unexplained(20n, 20n, [1, 2])).toBe(20n)
  })

  test('is explained once: a released amount is not reserved', () => {
    expect(unexplained(20n, 20n, [3])).toBe(0n)
  })
})
