import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import type { Claim, ClaimState } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { ok } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { ClaimRouter, RoutedClaim } from '../../ports/index.ts'
import { createDropkit, type Dropkit } from '../dropkit.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { claimDrop } from './claim-drop.ts'
import type { ClaimQueue } from './claim-queue.ts'

let service: TestService
let drop: Drop

const order = (terms = {}) => ({ dropId: drop.id, userAddress: testWallet(1), ...terms })

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

describe('a claim is refused', () => {
  test.each([
    [
      'for a wallet that has no such address',
      { userAddress: 'hello' },
      { kind: 'bad_user_input', field: 'userAddress' },
    ],
    ['on a drop that there is not', { dropId: 'nothing' }, { kind: 'not_found', what: 'Drop' }],
  ])('%s', async (_, terms, error) => {
    const { dropkit, owner } = service
    const refused = { ok: false, error: expect.objectContaining(error) }
    expect(await dropkit.claimDrop(owner, order(terms))).toEqual(refused)
    expect(await dropkit.createClaim(owner, order(terms))).toEqual(refused)
    expect(await dropkit.claimRandomDrop(owner, order(terms))).toEqual(refused)
  })

  test('for no amount', async () => {
    const nothing = await service.dropkit.claimDrop(service.owner, order({ amount: '0' }))
    expect(nothing).toMatchObject({ error: { field: 'amount', message: 'amount must be at least 1' } })
  })
})

test('a draft of another user is not found by a claim or a draw', async () => {
  const stranger = await service.callerOf('stranger')
  const missing = { ok: false, error: { kind: 'not_found', what: 'Drop' } }
  drop = await service.createDrop({ status: 'DRAFT' })
  expect(await service.dropkit.claimDrop(stranger, order())).toEqual(missing)
  drop = await service.createDrop({ status: 'DRAFT', tokenAmount: '0', supply: 10 })
  expect(await service.dropkit.claimRandomDrop(stranger, order())).toEqual(missing)
})

describe('a claim that was reserved without a voucher', () => {
  test('gets its voucher by the same claim made again', async () => {
    const { dropkit, owner } = service
    const reserved = granted(await dropkit.createClaim(owner, order()))
    const { claim, voucher } = granted(await dropkit.claimDrop(owner, order()))
    expect(claim).toEqual(reserved)
    expect(voucher).toMatchObject({ nonce: reserved.sequence, amount: reserved.amount })
  })

  test('is refused for the same reasons', async () => {
    const free = await service.dropkit.createClaim(service.owner, order({ amount: '7' }))
    expect(free).toMatchObject({ error: { kind: 'bad_user_input', field: 'amount' } })
  })
})

describe('no voucher is signed for a claim that is', () => {
  const claimAgainAs = async (state: ClaimState) => {
    const { claim } = granted(await service.dropkit.claimDrop(service.owner, order()))
    const repeated: Claim = { ...claim, state }
    const submit: ClaimQueue['submit'] = async () =>
      ok({ decision: { kind: 'repeated', claim: repeated }, drop })
    const queue: ClaimQueue = { waiting: 0, submit, serve: () => submit(drop.id, null as never) }
    const sign = vi.spyOn(service.ports.signer, 'sign')
    const claimed = claimDrop(service.ports, queue, DEFAULT_SETTINGS, service.owner, order())
    return { repeated, claimed, sign }
  }

  test.each<ClaimState>([
    { kind: 'SUBMITTED', txHash: 'tx' },
    { kind: 'CONFIRMED', txHash: 'tx', claimedAt: 0 },
  ])('taken: %o', async (state) => {
    const { claimed, sign } = await claimAgainAs(state)
    await expect(claimed).rejects.toThrow('invariant broken')
    expect(sign).not.toHaveBeenCalled()
  })

  test('delivered by the service itself', async () => {
    const { repeated, claimed, sign } = await claimAgainAs({ kind: 'PENDING', expiresAt: null })
    expect(await claimed).toEqual({ ok: true, value: { claim: repeated, voucher: null, drop } })
    expect(sign).not.toHaveBeenCalled()
  })
})

describe('routed claims', () => {
  let service: TestService
  let caller: Caller

  beforeEach(async () => {
    service = await createTestService()
    caller = await service.callerOf('claimer')
  })

  /** A process on the same store that routes all claims to another one. */
  const processThatRoutes = (route: ClaimRouter['route']): Dropkit =>
    createDropkit({ ...service.ports, claimRouter: { route } })

  const routesAs = (outcome: RoutedClaim): Dropkit => processThatRoutes(async () => outcome)

  describe('a claim that another process batches', () => {
    it('is answered with a voucher, as if this process had served it', async () => {
      const drop = await service.createDrop()
      const here = processThatRoutes(async (submission) => ({
        kind: 'served',
        answer: await service.dropkit.serveRoutedClaim(structuredClone(submission)),
      }))
      const { claim, voucher } = granted(
        await here.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) }),
      )
      expect(voucher?.nonce).toBe(claim.sequence)
      const again = await service.dropkit.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) })
      expect(granted(again).claim).toEqual(claim)
    })

    it('is served here if the other process did not begin it', async () => {
      const drop = await service.createDrop()
      const claimed = await routesAs({ kind: 'not_begun' }).claimDrop(caller, {
        dropId: drop.id,
        userAddress: testWallet(1),
      })
      expect(granted(claimed).claim.sequence).toBe(1)
    })

    const lease = async () => {
      const { clock, idempotency } = service.ports
      const terms = { now: clock.now(), leaseMs: 60_000, expiresAt: clock.now() + 86_400_000 }
      const begun = await idempotency.begin({ userId: caller.user.id, key: 'one' }, 'same', terms)
      return begun.kind === 'begun' ? begun.lease : expect.fail(begun.kind)
    }
    const input = (drop: Drop) => ({ dropId: drop.id, userAddress: testWallet(1) })

    it('is served here if its answer was lost and its request has taken no effect', async () => {
      const drop = await service.createDrop()
      const here = routesAs({ kind: 'lost' }).withLease(await lease())
      expect(granted(await here.claimDrop(caller, input(drop))).claim.sequence).toBe(1)
    })

    it('is answered with an error that says to retry if its request has taken effect', async () => {
      const drop = await service.createDrop({ delivery: 'SERVER', maxPerWallet: 3 })
      const here = processThatRoutes(async (submission) => {
        granted(await service.dropkit.serveRoutedClaim(submission))
        await service.pass(35_000)
        return { kind: 'lost' }
      }).withLease(await lease())
      await expect(here.claimDrop(caller, input(drop))).rejects.toMatchObject({
        name: 'StoreUnavailable',
        retryable: true,
      })
      expect((await service.reread(drop)).tally.reservedCount).toBe(1)
    })

    it('is answered with that error also if it has no Idempotency-Key', async () => {
      const drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
      const claimed = routesAs({ kind: 'lost' }).claimRandomDrop(caller, input(drop))
      await expect(claimed).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
    })

    it('keeps its refusal', async () => {
      const drop = await service.createDrop()
      granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
      const here = processThatRoutes(async (submission) => ({
        kind: 'served',
        answer: structuredClone(await service.dropkit.serveRoutedClaim(submission)),
      }))
      const claimed = await here.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) })
      expect(refusalOf(claimed)).toBe('drop_not_active')
    })
  })
})

test('a draw that finds new rules each time it has gathered facts is refused in the answer, as by any rule', async () => {
  const service = await createTestService()
  const drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
  const { chain } = service.ports
  let changes = 0
  const changeRules = async () => {
    const value = `0x${++changes}::club::CLUB:1`
    const rules = [{ key: 'token_balance', operator: '>=', value }]
    granted(await service.dropkit.updateGatingConfig(service.owner, drop.id, { rules }))
  }
  await changeRules()
  replaceMethod(chain, 'balances', async (balances, ...query) => {
    await changeRules()
    return balances(...query)
  })
  const input = { dropId: drop.id, userAddress: testWallet(1) }
  expect(granted(await service.dropkit.claimRandomDrop(service.owner, input))).toEqual({
    kind: 'refused',
    refusal: { kind: 'eligibility_unknown', reason: expect.any(String) },
    claim: null,
  })
  expect(changes).toBeGreaterThan(3)
  expect((await service.reread(drop)).tally.reservedCount).toBe(0)
})
