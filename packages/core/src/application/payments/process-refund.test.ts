// What is asked for in a refund; what follows from one is in refunds.test.ts.

import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentIntent, PaymentIntentStatus } from '../../domain/payment/payment-intent.ts'
import { messageOf } from '../../domain/refusal.ts'

let service: TestService
let intent: PaymentIntent

let seen: { txHash: string; receivedAtomic: string; receivedCoinType: string; status?: PaymentIntentStatus }

const refund = (terms = {}) =>
  service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id, ...terms })

beforeEach(async () => {
  service = await createTestService()
  const buyer = await service.callerOf('buyer')
  const drop = await service.createDrop({ price: 2 })
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  intent = granted(await service.dropkit.createPaymentIntent(buyer, order))
  const txHash = service.pay(intent)
  seen = { txHash, receivedAtomic: '2000000000', receivedCoinType: intent.coinType }
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
})

describe('a refund that is asked for', () => {
  test('keeps its reason, which may be left out', async () => {
    expect(granted(await refund({ amountAtomic: '1', reason: ' too many ' })).reason).toBe('too many')
    expect(granted(await refund({ amountAtomic: '1' })).reason).toBeNull()
  })

  test.each([
    ['too long a reason', 'reason', { reason: 'x'.repeat(501) }],
    ['nothing', 'amount', { amount: 0 }],
    ['less than nothing', 'amount', { amount: -1 }],
    ['less than the smallest unit', 'amount', { amount: 0.000_000_000_1 }],
    ['two amounts that differ', 'amountAtomic', { amount: 1, amountAtomic: '999999999' }],
    ['no number', 'amountAtomic', { amountAtomic: 'all' }],
  ])('with %s is refused', async (_, field, terms) => {
    expect(await refund(terms)).toMatchObject({ error: { kind: 'bad_user_input', field } })
  })

  test.each([
    ['the smallest unit', 1n, { amount: 0.000_000_001 }],
    ['two amounts that agree', 1_500_000_000n, { amount: 1.5, amountAtomic: '1500000000' }],
  ])('may be of %s', async (_, amount, terms) => {
    expect(granted(await refund(terms)).amount).toBe(amount)
  })

  test.each([
    ['whole units', 'At most 2 SUI can be refunded', { amount: 3 }],
    ['the smallest unit', 'At most 2000000000 can be refunded', { amountAtomic: '3000000000' }],
  ])('in %s is refused in the same unit', async (_, message, terms) => {
    const refused = await refund(terms)
    expect(refused.ok || messageOf(refused.error)).toBe(message)
  })

  test('in whole units is refused if the decimals of its currency are no longer known', async () => {
    vi.spyOn(service.ports.prices, 'currencies').mockReturnValue([])
    expect(await refund({ amount: 1 })).toMatchObject({
      error: { kind: 'bad_user_input', field: 'currency' },
    })
    expect(granted(await refund({ amountAtomic: '1000000000' })).amount).toBe(1_000_000_000n)
  })
})

describe('a refund of a payment as it was seen', () => {
  test('is created if the intent still holds that payment', async () => {
    expect(granted(await refund({ seen: { ...seen, status: 'CONFIRMED' } })).amount).toBe(2_000_000_000n)
  })

  test('is refused once more has come in, and changes nothing', async () => {
    const more = service.pay(intent, { amount: 5n, memo: intent.id })
    await service.pass(1_000)
    expect(await refund({ seen })).toMatchObject({
      error: { kind: 'conflict', details: { receivedAtomic: '2000000005', txHash: seen.txHash } },
    })
    expect(more).not.toBe(seen.txHash)
    expect((await service.rereadIntent(intent)).refunding).toBe(0n)
  })

  // A second person approved the payment, and the buyer may have claimed the items since.
  test('is refused once its status has changed, if the status was seen', async () => {
    const refused = await refund({ seen: { ...seen, status: 'REQUIRES_REVIEW' } })
    expect(refused).toMatchObject({ error: { kind: 'conflict', details: { status: 'CONFIRMED' } } })
  })

  test('is refused for a malformed hash', async () => {
    expect(await refund({ seen: { ...seen, txHash: '' } })).toMatchObject({
      error: { kind: 'bad_user_input', field: 'seen.txHash' },
    })
  })
})
