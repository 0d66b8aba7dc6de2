// A buyer pays an intent again after it was refunded, while its item may have been sold to another buyer.

import {
  createMemoryAudit,
  createTestService,
  differencesIn,
  granted,
  refusalOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'

let service: TestService
let drop: Drop

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop({ price: 2, supply: 1, maxAmount: '20', tokenAmount: '10' })
})

async function buy(wallet: number): Promise<PaymentIntent> {
  const { dropkit, owner } = service
  const input = { dropId: drop.id, walletAddress: testWallet(wallet), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, input))
  return granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash: service.pay(intent) }))
}

const refund = async ({ id }: PaymentIntent) => {
  const refunded = await service.dropkit.processRefund(service.owner, { paymentIntentId: id })
  await service.pass(5_000)
  return granted(refunded)
}

const payAgain = async (intent: PaymentIntent) => {
  service.pay(intent, { memo: intent.externalId })
  await service.pass(2_000)
}

const stateOf = async (intent: PaymentIntent) => {
  const current = await service.rereadIntent(intent)
  return [statusOf(current), 'reason' in current.state ? current.state.reason : null, current.held]
}

const claim = (wallet: number) =>
  service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(wallet) })

const approve = ({ id }: PaymentIntent) => service.dropkit.approvePaymentIntent(service.owner, id)

/** Pays the intent of the first wallet, refunds it, sells its item to the second wallet, and pays it again. */
async function payForSoldItem() {
  const first = await buy(1)
  await refund(first)
  const second = await buy(2)
  await payAgain(first)
  expect(await stateOf(first)).toEqual(['REQUIRES_REVIEW', 'SOLD_OUT', 0])
  expect(refusalOf(await approve(first))).toBe('drop_sold_out')
  expect(refusalOf(await claim(1))).toBe('payment_required')
  return { first, second }
}

test('is told to the owner, who approves it when the supply is raised', async () => {
  const { first } = await payForSoldItem()
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { supply: 2 }))
  granted(await approve(first))
  expect(await stateOf(first)).toEqual(['PARTIALLY_REFUNDED', null, 1])
  granted(await claim(1))
  granted(await claim(2))
})

test('is told to the owner, who approves it when the other buyer is refunded', async () => {
  const { first, second } = await payForSoldItem()
  await refund(second)
  granted(await approve(first))
  granted(await claim(1))
  expect(refusalOf(await claim(2))).toBe('drop_sold_out')
})

test('is told to the owner, who refunds it', async () => {
  const { first } = await payForSoldItem()
  expect((await refund(first)).amount).toBe(2_000_000_000n)
  expect(await stateOf(first)).toEqual(['REFUNDED', 'SOLD_OUT', 0])
})

test('buys the item again if it is free', async () => {
  const first = await buy(1)
  await refund(first)
  await payAgain(first)
  expect(await stateOf(first)).toEqual(['PARTIALLY_REFUNDED', null, 1])
  granted(await claim(1))
})

test('after a released claim can be approved, and the audit finds nothing', async () => {
  const first = await buy(1)
  granted(await claim(1))
  await service.pass(16 * 60_000)
  await refund(first)
  await buy(2)
  await payAgain(first)
  expect(await stateOf(first)).toEqual(['REQUIRES_REVIEW', 'PAID_LATE', 0])
  expect(await differencesIn(createMemoryAudit(service.ports.memory.state), service.ports)).toEqual([])
})

test('an intent that holds fewer items than its money buys holds them after a confirmation, when they fit', async () => {
  const { dropkit, owner } = service
  granted(await dropkit.updateDrop(owner, drop.id, { supply: 2 }))
  const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 2 }
  const two = granted(await dropkit.createPaymentIntent(owner, input))
  const txHash = service.pay(two)
  granted(await dropkit.confirmPaymentIntent(owner, { id: two.id, txHash }))
  granted(await dropkit.processRefund(owner, { paymentIntentId: two.id, amountAtomic: '1' }))
  const other = await buy(2)
  service.pay(two, { amount: 1n, memo: two.externalId })
  await service.pass(2_000)
  expect((await service.rereadIntent(two)).held).toBe(1)
  granted(await dropkit.confirmPaymentIntent(owner, { id: two.id }))
  expect((await service.rereadIntent(two)).held).toBe(1)
  await refund(other)
  for (const asked of [{ txHash }, {}]) {
    granted(await dropkit.confirmPaymentIntent(owner, { id: two.id, ...asked }))
    expect(await stateOf(two)).toEqual(['PARTIALLY_REFUNDED', null, 2])
  }
})
