// An intent can be in review with another wallet's payment, which does not count for it. When the payment is used elsewhere
// or returned, the intent must not show it any more: the amounts of all intents are what came in.

import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, receiptOf, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const PRICE = 2_000_000_000n
const [SELF, STRANGER] = [testWallet(1), testWallet(2)]

let service: TestService
let operator: Caller
let other: Caller
let drop: Drop

beforeEach(async () => {
  service = await createTestService()
  operator = await service.callerOf('admin')
  other = await service.callerOf('other')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

async function buy(walletAddress = SELF, by = service.owner, dropId = drop.id): Promise<PaymentIntent> {
  const input = { dropId, walletAddress, paymentMethod: 'SUI' }
  return granted(await service.dropkit.createPaymentIntent(by, input))
}

const confirm = ({ id }: PaymentIntent, txHash: string, by = service.owner) =>
  service.dropkit.confirmPaymentIntent(by, { id, txHash })

/** An intent in review with a payment of the stranger. */
async function inReview() {
  const intent = await buy()
  const txHash = service.pay(intent, { from: STRANGER })
  const named = granted(await confirm(intent, txHash))
  expect(statusOf(named)).toBe('REQUIRES_REVIEW')
  const [payment] = [...service.ports.memory.state.unmatchedPayments.all()]
  return { intent, txHash, payment: payment ?? expect.fail('the payment is not listed') }
}

const stateOf = async (intent: PaymentIntent) => {
  const current = await service.rereadIntent(intent)
  return [statusOf(current), receiptOf(current)?.txHash ?? null]
}

const approve = ({ id }: PaymentIntent) => service.dropkit.approvePaymentIntent(service.owner, id)

test('an intent lets go of a payment that the right buyer’s intent has taken', async () => {
  const { intent, txHash } = await inReview()
  const right = await buy(STRANGER, other)
  granted(await confirm(right, txHash, other))
  await service.pass(1_000)
  expect(await stateOf(right)).toEqual(['CONFIRMED', txHash])
  expect(await stateOf(intent)).toEqual(['EXPIRED', null])
  expect(refusalOf(await approve(intent))).toBe('invalid_transition')
})

test('an intent lets go of a payment that the operator assigns to another, on another drop', async () => {
  const { intent, payment, txHash } = await inReview()
  const elsewhere = await service.createDrop({ price: 2, maxAmount: '100' })
  const right = await buy(testWallet(3), other, elsewhere.id)
  const input = { id: payment.id, paymentIntentId: right.id }
  granted(await service.dropkit.assignUnmatchedPayment(operator, input))
  await service.pass(1_000)
  expect([await stateOf(right), await stateOf(intent)]).toEqual([
    ['REQUIRES_REVIEW', txHash],
    ['EXPIRED', null],
  ])
})

test('an intent lets go of a payment that the operator returns, and its own payment counts', async () => {
  const { intent, payment } = await inReview()
  granted(await service.dropkit.returnUnmatchedPayment(operator, payment.id))
  await service.pass(2_000)
  expect(await stateOf(intent)).toEqual(['EXPIRED', null])
  const txHash = service.pay(intent, { memo: intent.externalId })
  await service.pass(2_000)
  expect(await stateOf(intent)).toEqual(['CONFIRMED', txHash])
  expect((await service.reread(drop)).payments.received).toBe(PRICE)
})

test.each(['approvePaymentIntent', 'processRefund'] as const)(
  'an intent lets go of a payment when %s uses it for another',
  async (use) => {
    const { intent, txHash } = await inReview()
    const second = await buy()
    granted(await confirm(second, txHash))
    if (use === 'approvePaymentIntent') granted(await approve(second))
    else granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: second.id }))
    await service.pass(1_000)
    expect(await stateOf(second)).toEqual([use === 'processRefund' ? 'REFUNDED' : 'CONFIRMED', txHash])
    expect(await stateOf(intent)).toEqual(['EXPIRED', null])
  },
)

test('an intent of a cancelled drop is CANCELLED when it lets go of a payment', async () => {
  const { intent, payment } = await inReview()
  granted(await service.dropkit.returnUnmatchedPayment(operator, payment.id))
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(2_000)
  expect(await stateOf(intent)).toEqual(['CANCELLED', null])
})

test.each(['approvePaymentIntent', 'processRefund'] as const)(
  'an intent that holds a used payment since an earlier release lets go of it when %s is refused',
  async (decide) => {
    const { intent, txHash } = await inReview()
    const right = await buy(STRANGER, other)
    granted(await confirm(right, txHash, other))
    // No job has run yet.
    expect((await stateOf(intent))[0]).toBe('REQUIRES_REVIEW')
    const input = { paymentIntentId: intent.id }
    const decided =
      decide === 'processRefund' ? service.dropkit.processRefund(service.owner, input) : approve(intent)
    expect((await decided).ok).toBe(false)
    expect(await stateOf(intent)).toEqual(['EXPIRED', null])
  },
)

test('a payment that waits for the operator stays with its intent', async () => {
  const { intent, txHash } = await inReview()
  await service.pass(3 * 60_000)
  expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', txHash])
})
