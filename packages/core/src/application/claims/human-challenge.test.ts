import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testProof,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { publishableCaller } from '../../domain/api-keys.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { Caller } from '../../domain/user.ts'
import type { HumanCheck } from '../../ports/index.ts'

let service: TestService
let drop: Drop
let stranger: Caller

beforeEach(async () => {
  service = await createTestService()
  stranger = await service.callerOf('stranger')
  drop = await service.createDrop({ humanCheck: 'PROOF_OF_WORK', maxPerWallet: 3 })
})

const wallet = testWallet(7)
const proofAt = (issuedAt: number, { dropId = drop.id, of = wallet } = {}) =>
  testProof({ dropId, wallet: of }, issuedAt)
const fresh = () => proofAt(service.ports.clock.now())
const claim = (humanProof?: string, caller = stranger) =>
  service.dropkit.claimDrop(caller, { dropId: drop.id, userAddress: wallet, humanProof })

describe('a claim on a drop with a human check', () => {
  test('needs a proof, unless a key of the owner asks', async () => {
    expect(await claim()).toMatchObject({
      error: { kind: 'human_check_required', check: 'PROOF_OF_WORK' },
    })
    granted(await claim(fresh()))
    granted(await claim(undefined, service.owner))
  })

  test('needs a proof from a publishable key of the owner, which everyone can read', async () => {
    const origins = ['https://shop.example']
    const page = publishableCaller(idOf('key', '8'.repeat(32)), service.owner.user, origins)
    expect(refusalOf(await claim(undefined, page))).toBe('human_check_required')
    granted(await claim(fresh(), page))
  })

  test.each([
    ['another wallet', () => proofAt(service.ports.clock.now(), { of: testWallet(8) })],
    ['another drop', () => proofAt(service.ports.clock.now(), { dropId: idOf('drop', '9'.repeat(32)) })],
    ['nothing', () => 'hello'],
  ])('is refused with a proof for %s', async (_, proof) => {
    expect(refusalOf(await claim(proof()))).toBe('human_check_failed')
    expect((await service.reread(drop)).tally.reservedCount).toBe(0)
  })

  test('is refused with a proof that is too long, before it is queued', async () => {
    expect(await claim('x'.repeat(2_049))).toMatchObject({ error: { field: 'humanProof' } })
  })

  test('gives the same claim again without a proof', async () => {
    const first = granted(await claim(fresh()))
    expect(granted(await claim()).claim).toEqual(first.claim)
  })

  test('uses its proof up: the next claim needs a challenge that was issued later', async () => {
    const proof = fresh()
    const { voucher } = granted(await claim(proof))
    service.ports.memoryChain.wallet.claim(voucher ?? expect.fail('no voucher'))
    await service.pass(3_000)
    expect(await claim(proof)).toMatchObject({ error: { kind: 'human_check_failed', reason: 'used' } })
    granted(await claim(fresh()))
  })

  test('verifies no proof for a claim that is refused anyway', async () => {
    const { PROOF_OF_WORK } = service.ports.humanChecks ?? {}
    const verify = vi.spyOn(PROOF_OF_WORK as HumanCheck, 'verify')
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    expect(refusalOf(await claim(fresh()))).toBe('drop_not_active')
    expect(verify).not.toHaveBeenCalled()
  })

  test('is refused, and never passes, if the check is unavailable', async () => {
    const { PROOF_OF_WORK } = service.ports.humanChecks ?? {}
    vi.spyOn(PROOF_OF_WORK as HumanCheck, 'verify').mockResolvedValue({
      ok: false,
      error: { kind: 'human_check_unavailable', reason: 'down' },
    })
    expect(refusalOf(await claim(fresh()))).toBe('human_check_unavailable')
  })
})

test('racing claims with one proof make one claim', async () => {
  drop = await service.createDrop({
    humanCheck: 'PROOF_OF_WORK',
    price: null,
    tokenAmount: '0',
    maxPerWallet: 3,
  })
  const proof = fresh()
  await Promise.all(
    Array.from({ length: 20 }, () =>
      service.dropkit.claimRandomDrop(stranger, { dropId: drop.id, userAddress: wallet, humanProof: proof }),
    ),
  )
  expect((await service.reread(drop)).tally.reservedCount).toBe(1)
})

test('a random claim answers with the refusal', async () => {
  drop = await service.createDrop({ humanCheck: 'PROOF_OF_WORK', tokenAmount: '0' })
  const draw = (humanProof?: string) =>
    service.dropkit.claimRandomDrop(stranger, { dropId: drop.id, userAddress: wallet, humanProof })
  expect(granted(await draw())).toMatchObject({ refusal: { kind: 'human_check_required' } })
  expect(granted(await draw('hello'))).toMatchObject({ refusal: { kind: 'human_check_failed' } })
  expect(granted(await draw(fresh()))).toMatchObject({ kind: 'drawn' })
})

test('buyers pass the check when they buy, once for each proof, and not when they claim', async () => {
  Object.assign(service.ports, { keyValues: service.ports.memory.keyValues })
  drop = await service.createDrop({ humanCheck: 'PROOF_OF_WORK', price: 2, maxAmount: '100' })
  const buy = (humanProof?: string) =>
    service.dropkit.createPaymentIntent(stranger, {
      dropId: drop.id,
      walletAddress: wallet,
      paymentMethod: 'SUI',
      humanProof,
    })
  expect(refusalOf(await buy())).toBe('human_check_required')
  const proof = fresh()
  granted(await buy(proof))
  expect(await buy(proof)).toMatchObject({ error: { kind: 'human_check_failed', reason: 'used' } })
  expect(refusalOf(await claim())).toBe('payment_required')
})

test('wallets pass the check when they enter a lottery, and not when they claim', async () => {
  const entriesCloseAt = service.ports.clock.now() + DAY_MS
  const lottery = { admission: 'LOTTERY', entriesCloseAt, supply: 2, maxAmount: '20' } as const
  drop = await service.createDrop({ ...lottery, tokenAmount: '10', humanCheck: 'PROOF_OF_WORK' })
  const enter = (humanProof?: string) =>
    service.dropkit.enterDrop(stranger, { dropId: drop.id, userAddress: wallet, humanProof })
  expect(refusalOf(await enter())).toBe('human_check_required')
  expect(refusalOf(await enter('hello'))).toBe('human_check_failed')
  granted(await enter(fresh()))
  granted(await enter())
  expect(refusalOf(await claim())).toBe('not_admitted')
})

describe('a drop', () => {
  test('cannot ask for a check that the service does not have', async () => {
    const asked = { humanCheck: 'TURNSTILE' } as const
    expect(await service.dropkit.updateDrop(service.owner, drop.id, asked)).toMatchObject({
      error: { field: 'humanCheck', message: 'This service has no TURNSTILE; use NONE or PROOF_OF_WORK' },
    })
    expect(service.dropkit.availableHumanChecks()).toEqual(['PROOF_OF_WORK'])
  })

  test('without a check has no challenge', async () => {
    const order = { dropId: drop.id, userAddress: wallet }
    expect(granted(await service.dropkit.humanChallenge(stranger, order))).toMatchObject({ difficulty: 1 })
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { humanCheck: 'NONE' }))
    expect(granted(await service.dropkit.humanChallenge(stranger, order))).toBeNull()
    granted(await claim())
  })
})
