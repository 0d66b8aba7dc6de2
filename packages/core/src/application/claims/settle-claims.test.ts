import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  type VoucherGrant,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtChanges, replaceMethod } from '../../../test/replace-method.ts'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { ClaimPlace } from '../../domain/ids.ts'
import type { Caller } from '../../domain/user.ts'
import type { ClaimedOnChain, TransactionOutcome } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { createUserLimits } from '../user-limits.ts'
import { changeClaim } from './confirm-claim.ts'

let service: TestService

describe('the confirmation of claims', () => {
  const PRICE = 2_000_000_000n
  const WALLETS = [1, 2, 3]
  let caller: Caller

  beforeEach(async () => {
    service = await createTestService()
    caller = await service.callerOf('claimer')
  })

  async function takeAll(drop: Drop): Promise<void> {
    for (const number of [...WALLETS, ...WALLETS]) {
      const input = { dropId: drop.id, userAddress: testWallet(number) }
      const granting = await service.dropkit.claimDrop(caller, input)
      if (granting.ok) service.ports.memoryChain.wallet.claim(granting.value.voucher)
    }
  }

  /** The number of intents that each change of a drop queries while the chain is watched. */
  async function intentsAskedFor(drop: Drop): Promise<readonly number[]> {
    const asked = vi.spyOn(service.ports.store, 'changeDrop')
    await service.pass(1_000)
    const calls = asked.mock.calls.filter(([dropId]) => dropId === drop.id)
    asked.mockRestore()
    return calls.map(([, { intentIds = [] }]) => intentIds.length)
  }

  test('asks a free drop nothing about payments, and one that sells for all intents at once', async () => {
    const free = await service.createDrop()
    await takeAll(free)
    expect(await intentsAskedFor(free)).toEqual([0])

    const priced = await service.createDrop({ price: 2 })
    const intents = await Promise.all(
      WALLETS.map((number) => service.buy(priced, number, { caller, quantity: 2 })),
    )
    await takeAll(priced)
    expect(await intentsAskedFor(priced)).toEqual([0, 3])
    for (const intent of intents) {
      expect(await service.rereadIntent(intent)).toMatchObject({ spent: 1, earned: PRICE })
    }
    expect((await service.reread(priced)).payments).toMatchObject({ earned: 3n * PRICE, owed: 3n * PRICE })
  })

  test('asks for no other work while the drop goes on', async () => {
    const drop = await service.createDrop()
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const { claim, voucher } = granted(await service.dropkit.claimDrop(caller, input))
    const { txHash } = service.ports.memoryChain.wallet.claim(voucher)
    const { store } = service.ports
    const jobs: unknown[] = []
    lookAtChanges(store, (change) => jobs.push(change.jobs))
    granted(await service.dropkit.confirmClaim(caller, { claimId: idOfClaim(claim), txHash }))
    expect(jobs).toEqual([[]])
  })

  test('earns the price of random claims when they are delivered', async () => {
    const drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10, maxAmount: '1000' })
    const intent = await service.buy(drop, 1, { caller, quantity: 2 })
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    await service.dropkit.claimRandomDrop(caller, input)
    expect((await service.reread(drop)).payments).toMatchObject({ earned: 0n, owed: 2n * PRICE })
    await service.pass(5_000)
    await service.dropkit.claimRandomDrop(caller, input)
    await service.pass(5_000)
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 0, spent: 2, earned: 2n * PRICE })
    expect((await service.reread(drop)).payments).toMatchObject({ earned: 2n * PRICE, owed: 0n })
  })
})

describe('confirming a claim', () => {
  const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
  let drop: Drop
  let grant: VoucherGrant
  let txHash: string

  const confirm = async (hash = txHash) =>
    service.dropkit.confirmClaim(await service.callerOf(`caller${++callers}`), {
      claimId: idOfClaim(grant.claim),
      txHash: hash,
    })
  let callers = 0

  const stateNow = async () => (await service.dropkit.readClaim(service.owner, idOfClaim(grant.claim)))?.state

  /** Changes the outcome that the chain reports for every later transaction. */
  const say = (change: (outcome: TransactionOutcome) => TransactionOutcome) => {
    const { chain } = service.ports
    replaceMethod(chain, 'outcome', async (outcome, hash) => {
      const answer = await outcome(hash)
      return answer.ok ? { ok: true, value: change(answer.value) } : answer
    })
  }

  beforeEach(async () => {
    service = await createTestService()
    // Keeps the watcher from confirming the claim in the meantime.
    Object.assign(service.ports.chain, { claimsAfter: async () => unavailable })
    drop = await service.createDrop()
    grant = await service.claim(drop)
    txHash = service.ports.memoryChain.wallet.claim(grant.voucher).txHash
  })

  describe('a claim', () => {
    test('is confirmed by any user who submits its transaction', async () => {
      expect(granted(await confirm()).state).toMatchObject({ kind: 'CONFIRMED', txHash })
      expect(granted(await confirm()).state).toMatchObject({ kind: 'CONFIRMED', txHash })
      expect(refusalOf(await confirm('1'.repeat(44)))).toBe('conflict')
    })

    test('sends claim.confirmed to the user who made it, also if another user submits its transaction', async () => {
      const [maker, other] = [await service.callerOf('maker'), await service.callerOf('other')]
      const made = granted(
        await service.dropkit.claimDrop(maker, { dropId: drop.id, userAddress: testWallet(2) }),
      )
      const paid = service.ports.memoryChain.wallet.claim(made.voucher)
      const input = { claimId: idOfClaim(made.claim), txHash: paid.txHash }
      granted(await service.dropkit.confirmClaim(other, input))
      const typesFor = async (caller: Caller) =>
        granted(await service.dropkit.listEvents(caller, {})).map(({ type }) => type)
      expect(await typesFor(maker)).toContain('claim.confirmed')
      expect(await typesFor(other)).not.toContain('claim.confirmed')
    })

    test.each<[string, Partial<ClaimedOnChain>]>([
      ['drop', { dropObjectId: testWallet(0xd) }],
      ['claimer', { claimer: testWallet(2) }],
      ['amount', { amount: 9n as ClaimedOnChain['amount'] }],
      ['nonce', { nonce: 2 }],
    ])('is not confirmed by a claim of another %s', async (_, other) => {
      say((outcome) => {
        if (outcome.kind !== 'succeeded') return outcome
        const claimed = outcome.effects.claimed.map((event) => ({ ...event, ...other }))
        return { ...outcome, effects: { ...outcome.effects, claimed } }
      })
      expect(await confirm()).toMatchObject({ error: { kind: 'bad_user_input', field: 'txHash' } })
      expect((await stateNow())?.kind).toBe('PENDING')
    })

    test.each<[string, TransactionOutcome]>([
      ['tx_not_found', { kind: 'absent', chainTime: 0 }],
      ['tx_not_found', { kind: 'pending' }],
      ['tx_failed', { kind: 'failed', reason: 'aborted', at: 0 }],
    ])('answers %s and stays as it is while its transaction is so: %j', async (kind, outcome) => {
      say(() => outcome)
      expect(refusalOf(await confirm())).toBe(kind)
      expect((await stateNow())?.kind).toBe('PENDING')
    })

    test.each(['', 'nonsense!', 'x'.repeat(500)])(
      'is not looked for when the hash is %j, which is none',
      async (hash) => {
        for (const claimId of [idOfClaim(grant.claim), 'claim_1', '']) {
          const answer = await service.dropkit.confirmClaim(service.owner, { claimId, txHash: hash })
          expect(answer).toMatchObject({ error: { kind: 'bad_user_input', field: 'txHash' } })
        }
      },
    )

    test('waits while the chain cannot be asked, and once confirmed asks it no more', async () => {
      service.ports.memoryChain.setOutage('down')
      expect(refusalOf(await confirm())).toBe('chain_unavailable')
      service.ports.memoryChain.setOutage(null)
      granted(await confirm())
      service.ports.memoryChain.setOutage('down')
      expect(granted(await confirm()).state).toMatchObject({ kind: 'CONFIRMED', txHash })
      expect(refusalOf(await confirm('1'.repeat(44)))).toBe('conflict')
    })
  })

  test('a claim is changed in its current state, and a missing claim is an error', async () => {
    const { ports, dropkit, owner, createDrop } = await createTestService()
    const drop = await createDrop()
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const { claim } = granted(await dropkit.claimDrop(owner, input))
    const touch = (place: ClaimPlace) =>
      changeClaim(ports, place, [], (current, dropState) => {
        expect([current, dropState.drop.id]).toEqual([claim, drop.id])
        return { result: 'touched', update: { claims: [{ ...current, createdAt: 1 }] } }
      })
    const nowhere = { dropId: 'drop_nothing' as never, sequence: 1 }
    for (const place of [{ ...claim, sequence: 2 }, nowhere]) {
      await expect(touch(place)).rejects.toThrow('invariant broken: there is no ')
    }
    expect(await touch(claim)).toBe('touched')
    expect((await ports.store.claimsInOrder(drop.id, 0, 9)).map(({ createdAt }) => createdAt)).toEqual([1])
  })
})

const served = (service: TestService, terms = {}) => service.createDrop({ delivery: 'SERVER', ...terms })

test('a drop with delivery SERVER pays fixed amounts without a voucher', async () => {
  const service = await createTestService()
  const drop = await served(service)
  const order = { dropId: drop.id, userAddress: testWallet(1) }
  const { claim, voucher } = granted(await service.dropkit.claimDrop(service.owner, order))
  expect([voucher, claim.state]).toEqual([null, { kind: 'PENDING', expiresAt: null }])
  expect(granted(await service.dropkit.claimDrop(service.owner, order)).claim).toEqual(claim)
  expect(await service.dropkit.prepareClaim(service.owner, idOfClaim(claim))).toMatchObject({
    error: { kind: 'conflict' },
  })
  await service.pass(20_000, 8)
  const found = await service.dropkit.readClaim(service.owner, idOfClaim(claim))
  expect(found).toMatchObject({ amount: 10n, state: { kind: 'CONFIRMED' } })
  expect(refusalOf(await service.dropkit.claimDrop(service.owner, order))).toBe('already_claimed')
})

test('claims keep the delivery that they were made with', async () => {
  const service = await createTestService()
  const drop = await service.createDrop()
  const byVoucher = await service.claim(drop, 1)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { delivery: 'SERVER' }))
  const delivered = await service.claim(drop, 2)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { delivery: 'WALLET' }))
  expect([byVoucher.voucher === null, delivered.voucher === null]).toEqual([false, true])
  await service.pass(20_000, 8)
  const states = await service.ports.store.claimsInOrder(drop.id, 0, 9)
  expect(states.map(({ state }) => state.kind)).toEqual(['PENDING', 'CONFIRMED'])
})

test('a claim is refused while the gas of the drop’s owner is used up, and its reason is named', async () => {
  const { ports, owner, ...service } = await createTestService()
  const keyValues = ports.memory.keyValues
  const dropkit = createDropkit({ ...ports, keyValues }, { gasPerUserDay: 20_000_000 })
  const [drop, byVoucher] = [await service.createDrop({ delivery: 'SERVER' }), await service.createDrop()]
  const claim = (dropId: string, n: number) =>
    dropkit.claimDrop(owner, { dropId, userAddress: testWallet(n) })
  granted(await claim(drop.id, 1))
  await createUserLimits(
    { ...ports, keyValues },
    { ...DEFAULT_SETTINGS, gasPerUserDay: 20_000_000 },
  )?.gas.note(drop.id, 20_000_000n)
  ports.clock.advance(1_000)
  expect(await claim(drop.id, 2)).toMatchObject({ error: { kind: 'rate_limited', limit: 'gasPerUserDay' } })
  granted(await claim(byVoucher.id, 2))
})
