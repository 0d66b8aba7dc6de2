// One transaction with several transfers: each counts by itself.

import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const OTHER_COIN = `0x${'c'.padStart(64, '0')}::usdc::USDC`

let service: TestService
let buyer: Caller
let drop: Drop

async function buy(quantity = 1, by = buyer): Promise<PaymentIntent> {
  const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity }
  return granted(await service.dropkit.createPaymentIntent(by, input))
}

const confirm = ({ id }: PaymentIntent, txHash: string, by = buyer) =>
  service.dropkit.confirmPaymentIntent(by, { id, txHash })

const statusesOf = async (...intents: PaymentIntent[]) =>
  Promise.all(intents.map(async (intent) => statusOf(await service.rereadIntent(intent))))

const unmatched = () => [...service.ports.memory.state.unmatchedPayments.all()]

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('a transaction that pays two intents', () => {
  test.each([
    ['the watcher sees it', null],
    ['the first is confirmed by its hash', 0],
    ['the second is confirmed by its hash', 1],
  ])('in one coin, with their references, pays both when %s', async (_, named) => {
    const intents = [await buy(), await buy(2)]
    const txHash = service.payTogether(
      intents.map((intent) => ({ intent, terms: { memo: intent.externalId } })),
    )
    const first = named === null ? undefined : intents[named]
    if (first) granted(await confirm(first, txHash))
    else await service.pass(1_000)
    expect(await statusesOf(...intents)).toEqual(['CONFIRMED', 'CONFIRMED'])
    for (const intent of intents) expect(statusOf(granted(await confirm(intent, txHash)))).toBe('CONFIRMED')
    expect((await service.reread(drop)).payments.received).toBe(6_000_000_000n)
    expect(unmatched()).toEqual([])
  })

  test('in two coins credits each transfer to the intent that its reference names', async () => {
    const [one, other] = [await buy(), await buy()]
    service.payTogether([
      { intent: one, terms: { memo: one.externalId } },
      { intent: other, terms: { memo: other.externalId, coinType: OTHER_COIN, amount: 7n } },
    ])
    await service.pass(1_000)
    expect(await statusesOf(one, other)).toEqual(['CONFIRMED', 'REQUIRES_REVIEW'])
    const { state } = await service.rereadIntent(other)
    expect(state).toMatchObject({ reason: 'WRONG_COIN', receipt: { index: 1, amount: 7n } })
  })

  test('of different users credits no transfer to the other user’s intent', async () => {
    const other = await service.callerOf('other')
    const [mine, theirs] = [await buy(), await buy(1, other)]
    const txHash = service.payTogether(
      [mine, theirs].map((intent) => ({ intent, terms: { memo: intent.id } })),
    )
    granted(await confirm(mine, txHash))
    expect(await statusesOf(mine, theirs)).toEqual(['CONFIRMED', 'CONFIRMED'])
    const rival = await buy(1, other)
    expect(refusalOf(await confirm(rival, txHash, other))).toBe('tx_already_used')
  })
})

test('a transfer without a reference in it is a separate unmatched payment', async () => {
  const intent = await buy()
  const txHash = service.payTogether([
    { intent, terms: { memo: intent.externalId } },
    { intent, terms: { amount: 5n } },
  ])
  await service.pass(1_000)
  expect(await statusesOf(intent)).toEqual(['CONFIRMED'])
  expect(unmatched()).toMatchObject([{ txHash, index: 1, amount: 5n, reason: 'NO_INTENT' }])
})

test('an approved transfer of another wallet leaves the others of its transaction alone', async () => {
  const [mine, other] = [await buy(), await buy(2)]
  const from = testWallet(2)
  const txHash = service.payTogether([
    { intent: other, terms: { from, memo: other.externalId } },
    { intent: mine, terms: { from, memo: mine.externalId } },
  ])
  await service.pass(1_000)
  expect(await statusesOf(mine, other)).toEqual(['REQUIRES_REVIEW', 'REQUIRES_REVIEW'])
  granted(await service.dropkit.approvePaymentIntent(service.owner, mine.id))
  granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: other.id }))
  const uses = await service.ports.store.usesOf([0, 1].map((index) => ({ txHash, index })))
  expect([...uses.values()]).toEqual([other.id, mine.id])
})
