import {
  createTestService,
  granted,
  openTransactionsOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import { changeVaultOnChain } from '../../../test/test-vault.ts'
import { type Amount, amountOf } from '../../domain/amount.ts'
import type { Claim } from '../../domain/claim.ts'
import type { Drop, Vault } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { raiseAlarm } from '../../domain/vault.ts'
import type { DropState, JobRequest, VaultState } from '../../ports/index.ts'
import { deliverClaims } from '../claims/deliver-claims.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { auditVaults, findVaultDiscrepancy, openClaims, unexplainedAmount } from './audit-vaults.ts'

let service: TestService
let requested: (readonly JobRequest[])[]

/** Which drops are to be looked at more closely, in one request or none. */
const suspected = () => requested.flat().map(({ kind, subject }) => [kind, subject])

const audit = async (memo: string | null = null, subject = 'chain') => {
  requested = []
  const { jobs } = service.ports
  const noted = { ...jobs, request: async (all: readonly JobRequest[]) => void requested.push(all) }
  return auditVaults({ ...service.ports, jobs: noted }, subject, testRun(memo))
}

const nextRound = () => ({ kind: 'again', dueAt: service.ports.clock.now() + 30_000, memo: null })

const alarm = (drop: Drop) =>
  service.ports.store.changeDrop(drop.id, {}, (dropState) => {
    if (!dropState) throw new Error('no drop')
    const stopped = raiseAlarm(
      dropState.drop,
      { alarm: 'unknown_key', details: {} },
      service.ports.clock.now(),
    )
    return { result: undefined, update: { drops: [stopped.drop] } }
  })

beforeEach(async () => {
  service = await createTestService()
})

test('requests nothing while all vaults are correct, and runs again in half a minute', async () => {
  await service.createDrop()
  expect(await audit()).toEqual(nextRound())
  expect(requested).toEqual([])
})

test('asks the chain for nothing where no vault is open', async () => {
  service.ports.memoryChain.setOutage('down')
  expect(await audit()).toEqual(nextRound())
})

test('requests a check of a vault that is paused without an alarm, or open with one', async () => {
  const [right, paused, stopped, open] = [
    await service.createDrop(),
    await service.createDrop(),
    await service.createDrop(),
    await service.createDrop(),
  ]
  await changeVaultOnChain(service, paused, { isPaused: true })
  for (const drop of [stopped, open]) await alarm(drop)
  await changeVaultOnChain(service, stopped, { isPaused: true })
  await audit()
  expect(suspected()).toEqual([
    ['guard_vault', paused.id],
    ['guard_vault', open.id],
  ])
  expect(requested.flat()[0]?.dueAt).toBe(service.ports.clock.now())
  expect(right.id).not.toBe(paused.id)
})

test('requests a check of a vault that holds too little, or is missing', async () => {
  const [less, gone] = [await service.createDrop(), await service.createDrop()]
  await changeVaultOnChain(service, less, { balance: 999n })
  const { vault } = await service.reread(gone)
  if (vault.kind === 'open') service.ports.memoryChain.state.ledger.vaults.delete(vault.objectId)
  await audit()
  expect(suspected()).toEqual([
    ['guard_vault', less.id],
    ['guard_vault', gone.id],
  ])
})

test('goes on from the same place when the chain was silent', async () => {
  await service.createDrop()
  service.ports.memoryChain.setOutage('down')
  const dueAt = service.ports.clock.now() + 5_000
  const failed = { class: 'chain_unavailable', reason: 'down' }
  expect(await audit('drop_')).toEqual({ kind: 'again', dueAt, memo: 'drop_', failed })
  expect(requested).toEqual([])
})

describe('a user with more than fifty vaults', () => {
  const nextPage = (memo: string) => ({ kind: 'again', dueAt: service.ports.clock.now() + 5_000, memo })
  const createDrops = async (count: number): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await service.createDrop()).id)
    return ids.toSorted()
  }

  test('is left to a job of their own after a page of fifty', async () => {
    await createDrops(51)
    const owner = service.owner.user.id
    const behind = `${owner}/drop_${'f'.repeat(32)}`
    expect(await audit()).toEqual(nextPage(behind))
    const dueAt = service.ports.clock.now()
    expect(requested).toEqual([[{ kind: 'audit_vaults', subject: owner, ownerId: owner, dueAt }]])
    expect(await audit(behind)).toEqual(nextRound())
    expect(requested).toEqual([])
  })

  test('is audited in the job of their own, fifty at a time, until the last vault', async () => {
    const ids = await createDrops(51)
    const owner = service.owner.user.id
    expect(await audit(null, owner)).toEqual(nextPage(`${owner}/${ids[49]}`))
    expect(await audit(`${owner}/${ids[49]}`, owner)).toEqual({ kind: 'done' })
    expect(requested).toEqual([])
  })

  test("does not have other users' vaults audited in that job", async () => {
    const less = await service.createDrop()
    await changeVaultOnChain(service, less, { balance: 999n })
    expect(await audit(null, idOf('user', '0'.repeat(32)))).toEqual({ kind: 'done' })
    expect(requested).toEqual([])
  })

  test('shares a page with other users, which the next run continues', async () => {
    const ids = await createDrops(50)
    const owner = service.owner.user.id
    const { drops } = service.ports.memory.state
    const [last] = ids.slice(-1)
    const copied = [...drops.all()].find(({ id }) => id === last)
    if (copied?.vault.kind !== 'open') throw new Error('the vault is open')
    const vault = { ...copied.vault, objectId: testWallet(9) }
    // The first in the order of users.
    const creatorId = idOf('user', '0'.repeat(32))
    drops.insert({ ...copied, id: idOf('drop', '9'.repeat(32)), creatorId, shortcode: 'copy', vault }, [])
    expect(await audit()).toEqual(nextPage(`${owner}/${ids[48]}`))
    expect(await audit(`${owner}/${ids[48]}`)).toEqual(nextRound())
  })

  test('does not stop a round that began in an earlier release, which went by drop', async () => {
    await createDrops(2)
    expect(await audit(`drop_${'f'.repeat(32)}`)).toEqual(nextRound())
  })
})

describe('vault discrepancy', () => {
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
      const [sent] = await openTransactionsOf(store, drop.id)
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
})
