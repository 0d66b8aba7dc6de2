import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { utf8 } from '../../domain/encodings.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import { NOBODY } from '../../domain/user.ts'

const LIFETIME_MS = 12 * 60 * MINUTE_MS

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const visit = async (paymentIntentId: string | null = null) =>
  granted(await service.dropkit.startVisit({ paymentIntentId }))
const visitor = async (paymentIntentId: string | null = null) =>
  granted(service.dropkit.readVisit((await visit(paymentIntentId)).token)).caller

async function buy(name: string) {
  const drop = await service.createDrop({ price: 1, supply: 10 })
  const buyer = await service.callerOf(name)
  const input = { dropId: drop.id, walletAddress: testWallet(7), paymentMethod: 'sui' }
  return granted(await service.dropkit.createPaymentIntent(buyer, input))
}

const tokenOf = (text: string) => `dv_${btoa(text).replace(/=+$/, '')}`
const sealed = (value: unknown, purpose: string) =>
  service.ports.secrets.seal(utf8(JSON.stringify(value)), purpose)

describe('a visit', () => {
  test('lasts twelve hours by the clock of the service', async () => {
    const { token, expiresAt } = await visit()
    expect(token).toMatch(/^dv_[\w-]+$/)
    expect(expiresAt).toBe(service.ports.clock.now() + LIFETIME_MS)
    service.ports.clock.advance(LIFETIME_MS - 1)
    expect(service.dropkit.readVisit(token)).toMatchObject({
      value: { caller: { user: NOBODY, credential: { kind: 'visitor', paymentIntentId: null } } },
    })
    service.ports.clock.advance(1)
    expect(refusalOf(service.dropkit.readVisit(token))).toBe('unauthenticated')
  })

  test('has one token, to the letter', async () => {
    const { token } = await visit()
    for (const ending of ['A', '=', '==', '\n', ' '])
      expect(refusalOf(service.dropkit.readVisit(token + ending))).toBe('unauthenticated')
  })

  test('has letters, digits, - and _ alone in its token, however long that is', async () => {
    for (const now of [1, 10, 100, 1_000, 10_000]) {
      service.ports.clock.set(now * LIFETIME_MS)
      const { token } = await visit()
      expect(token).toMatch(/^dv_[\w-]+$/)
      expect(service.dropkit.readVisit(token).ok).toBe(true)
    }
  })

  test('has a token that begins as ours do and is no longer than 1,024 characters', async () => {
    const { token } = await visit()
    expect(refusalOf(service.dropkit.readVisit(`ds_${token.slice(3)}`))).toBe('unauthenticated')
    const ofLength = (length: number) => {
      for (let fill = 0; ; fill++) {
        const forever = { expiresAt: Number.MAX_SAFE_INTEGER, paymentIntentId: null, fill: 'x'.repeat(fill) }
        const made = tokenOf(sealed(forever, SEALED_FOR.visit()))
        if (made.length >= length) return made
      }
    }
    const [longest, tooLong] = [ofLength(1_022), ofLength(1_025)]
    expect(longest.length).toBeLessThanOrEqual(1_024)
    expect(service.dropkit.readVisit(longest).ok).toBe(true)
    expect(refusalOf(service.dropkit.readVisit(tooLong))).toBe('unauthenticated')
  })

  test('is no credential of a user', async () => {
    const { token } = await visit()
    expect(refusalOf(await service.dropkit.authenticate(token))).toBe('unauthenticated')
  })

  test('leaves nothing in the store', async () => {
    const before = JSON.stringify(await service.dropkit.listUsers(service.owner, {}))
    for (let n = 0; n < 20; n++) await visit()
    expect(JSON.stringify(await service.dropkit.listUsers(service.owner, {}))).toBe(before)
  })

  test.each(['pi_', `pi_${'9'.repeat(32)}`, 'intent_1', ''])('follows no payment %o', async (id) => {
    const started = await service.dropkit.startVisit({ paymentIntentId: id })
    expect(started).toEqual({ ok: false, error: { kind: 'not_found', what: 'Payment intent' } })
  })

  test('cannot be forged, changed, or made from other sealed values', async () => {
    const forever = { expiresAt: Number.MAX_SAFE_INTEGER, paymentIntentId: null }
    const { token } = await visit()
    const forged = [
      '',
      'dv_',
      'dv_ü',
      'dv_%',
      `dv_${'A'.repeat(2_000)}`,
      token.slice(1),
      `${token}AAAA`,
      token.toUpperCase(),
      tokenOf(JSON.stringify(forever)),
      tokenOf(sealed(forever, SEALED_FOR.secret('x'))),
    ]
    for (const one of forged) expect(refusalOf(service.dropkit.readVisit(one))).toBe('unauthenticated')
    expect(service.dropkit.readVisit(tokenOf(sealed(forever, SEALED_FOR.visit()))).ok).toBe(true)
  })
})

describe('a visitor', () => {
  test('reads the payment that its token names, by either id, and no other', async () => {
    const [mine, other] = [await buy('buyer'), await buy('another')]
    const { dropkit } = service
    const named = await visitor(mine.externalId)
    expect(granted(await dropkit.readPaymentIntent(named, mine.externalId)).id).toBe(mine.id)
    expect(granted(await dropkit.readPaymentIntent(named, mine.id)).id).toBe(mine.id)
    expect(refusalOf(await dropkit.readPaymentIntent(await visitor(), mine.id))).toBe('not_found')
    expect(refusalOf(await dropkit.readPaymentIntent(named, other.id))).toBe('not_found')
    expect(granted(await dropkit.listPaymentIntents(named, {}))).toEqual([])
  })

  test('gets the eligibility of the wallet signed in', async () => {
    const { dropkit } = service
    const ask = async (claimAccess: 'OPEN' | 'WALLET' | 'OWNER') => {
      const { id } = await service.createDrop({ claimAccess })
      const input = { dropId: id, walletAddress: testWallet(9) }
      return granted(await dropkit.checkEligibility(await visitor(), input)).eligible
    }
    expect([await ask('OPEN'), await ask('WALLET'), await ask('OWNER')]).toEqual([true, true, false])
  })

  test('lists claims of a drop alone, and sees no draft', async () => {
    const { dropkit } = service
    const visitingCaller = await visitor()
    expect(refusalOf(await dropkit.listClaims(visitingCaller, {}, {}))).toBe('forbidden')
    const [drop, draft] = [await service.createDrop(), await service.createDrop({ status: 'DRAFT' })]
    expect(granted(await dropkit.listClaims(visitingCaller, { dropId: drop.id }, {}))).toEqual([])
    expect((await dropkit.readDrop(visitingCaller, drop.id))?.id).toBe(drop.id)
    expect(await dropkit.readDrop(visitingCaller, draft.id)).toBeUndefined()
  })
})
