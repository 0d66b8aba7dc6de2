// Payments that come from another wallet than the one that buys: whose they are, and whose they never become by themselves.

import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const PRICE = 2_000_000_000n
const LIFETIME_MS = 15 * 60_000
const [SELF, STRANGER, OTHER_STRANGER] = [testWallet(1), testWallet(2), testWallet(3)]

let service: TestService
let buyer: Caller
let drop: Drop

async function buy(walletAddress = SELF, quantity = 1, by = buyer): Promise<PaymentIntent> {
  const input = { dropId: drop.id, walletAddress, paymentMethod: 'SUI', quantity }
  return granted(await service.dropkit.createPaymentIntent(by, input))
}

const confirm = (intent: PaymentIntent, txHash: string, by = buyer) =>
  service.dropkit.confirmPaymentIntent(by, { id: intent.id, txHash })

const approve = ({ id }: PaymentIntent) => service.dropkit.approvePaymentIntent(service.owner, id)

/** A wallet pays, and the watcher sees it. Gives back the hash. */
async function paySeen(intent: PaymentIntent, terms: Parameters<TestService['pay']>[1]): Promise<string> {
  const txHash = service.pay(intent, terms)
  await service.pass(2_000)
  return txHash
}

async function refundAll({ id }: PaymentIntent): Promise<void> {
  granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: id }))
  await service.pass(2_000)
}

const stateOf = async (intent: PaymentIntent) => {
  const { state, ...rest } = await service.rereadIntent(intent)
  return [statusOf({ state, ...rest }), 'reason' in state ? state.reason : null]
}

const heldHash = async (intent: PaymentIntent) => {
  const { state } = await service.rereadIntent(intent)
  return 'receipt' in state ? state.receipt.txHash : null
}

const unmatched = () => [...service.ports.memory.state.unmatchedPayments.all()]

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('a stranger’s payment with the memo of an intent', () => {
  test('is shown to the drop’s owner automatically, and counts for no intent until then', async () => {
    const intent = await buy()
    await paySeen(intent, { from: STRANGER, memo: intent.externalId })
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    expect((await service.reread(drop)).payments.received).toBe(0n)
    granted(await approve(intent))
    expect(await stateOf(intent)).toEqual(['CONFIRMED', null])
    expect((await service.reread(drop)).payments.received).toBe(PRICE)
    expect((await service.claim(drop, 1, buyer)).claim.intentId).toBe(intent.id)
    const refund = await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id })
    expect(granted(refund).to).toBe(STRANGER)
  })

  test('goes back to the stranger when the owner refunds it', async () => {
    const intent = await buy()
    await paySeen(intent, { from: STRANGER, memo: intent.externalId })
    await refundAll(intent)
    expect(await stateOf(intent)).toEqual(['REFUNDED', 'WRONG_SENDER'])
    const balances = await service.ports.chain.balances(intent.coinType, [STRANGER])
    expect(balances.ok && balances.value.get(STRANGER)).toBe(PRICE)
  })

  test.each(['EXPIRED', 'CANCELLED'])('is found when the intent was %s before', async (end) => {
    const intent = await buy()
    if (end === 'CANCELLED') granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
    else await service.pass(LIFETIME_MS + 1_000)
    expect((await stateOf(intent))[0]).toBe(end)
    await paySeen(intent, { from: STRANGER, memo: intent.externalId })
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })

  test('is that intent’s although the stranger’s own waits for just so much', async () => {
    const [named, own] = [await buy(), await buy(STRANGER)]
    await paySeen(named, { from: STRANGER, memo: named.externalId })
    expect(await stateOf(named)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    granted(await approve(named))
    expect(await stateOf(own)).toEqual(['PENDING', null])
  })

  test('cannot be taken by another user who submits it first', async () => {
    const thief = await service.callerOf('thief')
    const [intent, theirs] = [await buy(), await buy(OTHER_STRANGER, 1, thief)]
    const txHash = service.pay(intent, { from: STRANGER, memo: intent.externalId })
    expect(refusalOf(await confirm(theirs, txHash, thief))).toBe('tx_already_used')
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    expect(await stateOf(theirs)).toEqual(['PENDING', null])
  })

  test('belongs to no other intent if that one cannot take it, and is an unmatched payment', async () => {
    const [paid, own] = [await buy(), await buy(STRANGER)]
    await paySeen(paid, {})
    const txHash = await paySeen(paid, { from: STRANGER, memo: paid.externalId })
    expect(unmatched()).toMatchObject([{ txHash, reason: 'NOT_TAKEN', state: { kind: 'OPEN' } }])
    expect(refusalOf(await confirm(own, txHash))).toBe('tx_already_used')
    expect(unmatched()).toMatchObject([{ state: { kind: 'OPEN' } }])
    expect(await stateOf(paid)).toEqual(['CONFIRMED', null])
  })

  test('does not keep the buyer’s own from buying the items', async () => {
    const intent = await buy()
    await paySeen(intent, { from: STRANGER, amount: 1n, memo: intent.externalId })
    await paySeen(intent, {})
    expect(await stateOf(intent)).toEqual(['CONFIRMED', null])
    expect((await service.reread(drop)).payments.received).toBe(PRICE)
  })
})

describe('a payment that waits for the drop’s owner', () => {
  test('is not replaced by another stranger’s payment with the same memo', async () => {
    const intent = await buy()
    const first = await paySeen(intent, { from: STRANGER, memo: intent.externalId })
    const txHash = await paySeen(intent, { from: OTHER_STRANGER, amount: 1n, memo: intent.externalId })
    expect(await heldHash(intent)).toBe(first)
    expect(unmatched()).toMatchObject([{ txHash, reason: 'NOT_TAKEN' }])
  })

  test('is not replaced by a user who submits another payment for an own intent', async () => {
    const thief = await service.callerOf('thief')
    const [intent, theirs] = [await buy(), await buy(OTHER_STRANGER, 1, thief)]
    const first = await paySeen(intent, { from: STRANGER, memo: intent.externalId })
    const dust = service.pay(intent, { from: OTHER_STRANGER, amount: 1n, memo: intent.externalId })
    expect(refusalOf(await confirm(theirs, dust, thief))).toBe('tx_already_used')
    expect(await heldHash(intent)).toBe(first)
  })

  test('is replaced by another payment that the buyer submits, so that a stranger cannot block the buyer', async () => {
    const intent = await buy()
    await paySeen(intent, { from: OTHER_STRANGER, amount: 1n, memo: intent.externalId })
    const txHash = await paySeen(intent, { from: STRANGER, memo: intent.externalId })
    granted(await confirm(intent, txHash))
    expect(await heldHash(intent)).toBe(txHash)
  })
})

describe('a stranger’s payment after one that was refunded', () => {
  let reviewed: PaymentIntent
  beforeEach(async () => {
    reviewed = await buy()
    granted(await confirm(reviewed, service.pay(reviewed, { from: STRANGER })))
    await refundAll(reviewed)
    expect(await stateOf(reviewed)).toEqual(['REFUNDED', 'WRONG_SENDER'])
  })

  test.each([
    ['its own wallet’s', STRANGER, ['CONFIRMED', null]],
    ['a third wallet’s', OTHER_STRANGER, ['REQUIRES_REVIEW', 'WRONG_SENDER']],
  ])('is for the intent that its memo names, %s', async (_, wallet, state) => {
    const named = await buy(wallet)
    const txHash = await paySeen(named, { from: STRANGER, memo: named.externalId })
    expect(await stateOf(named)).toEqual(state)
    expect(granted(await confirm(named, txHash)).id).toBe(named.id)
    expect(await stateOf(reviewed)).toEqual(['REFUNDED', 'WRONG_SENDER'])
  })

  test('belongs to the same intent again if it has its memo', async () => {
    await paySeen(reviewed, { from: STRANGER, memo: reviewed.externalId })
    expect(await stateOf(reviewed)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    expect((await service.rereadIntent(reviewed)).refunding).toBe(PRICE)
  })

  test('is unmatched without a memo while several intents of its wallet are open, and then belongs to the intent it is submitted for', async () => {
    const [one, two] = [await buy(STRANGER), await buy(STRANGER, 2)]
    const txHash = await paySeen(one, { amount: 7n })
    expect(await stateOf(reviewed)).toEqual(['REFUNDED', 'WRONG_SENDER'])
    expect(unmatched().at(-1)).toMatchObject({ txHash, reason: 'NO_INTENT' })
    granted(await confirm(two, txHash))
    expect(await stateOf(one)).toEqual(['PENDING', null])
    expect(await stateOf(two)).toEqual(['REQUIRES_REVIEW', 'UNDERPAID'])
  })

  test('is unmatched without a memo if the wallet has no intent', async () => {
    const txHash = await paySeen(reviewed, { from: STRANGER })
    expect(await stateOf(reviewed)).toEqual(['REFUNDED', 'WRONG_SENDER'])
    expect(unmatched().at(-1)).toMatchObject({ txHash, reason: 'NO_INTENT' })
  })
})

test('an exchange’s payment for one customer is not the surplus of another that it has paid for', async () => {
  const [first, second] = [await buy(), await buy(testWallet(4))]
  granted(await confirm(first, service.pay(first, { from: STRANGER })))
  granted(await approve(first))
  const txHash = await paySeen(second, { from: STRANGER })
  expect(await stateOf(first)).toEqual(['CONFIRMED', null])
  granted(await confirm(second, txHash))
  expect(await stateOf(second)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
})

test('a buyer’s second payment after a full refund is unmatched until its hash is submitted', async () => {
  const intent = await buy()
  granted(await confirm(intent, service.pay(intent, { amount: 5n })))
  await refundAll(intent)
  const txHash = await paySeen(intent, { amount: 7n })
  expect((await stateOf(intent))[0]).toBe('REFUNDED')
  expect(unmatched()).toMatchObject([{ txHash, reason: 'NO_INTENT' }])
  granted(await confirm(intent, txHash))
  expect((await stateOf(intent))[0]).toBe('REQUIRES_REVIEW')
})

test('a memo that names no intent is as none', async () => {
  const intent = await buy()
  await paySeen(intent, { memo: `pi_${'0'.repeat(31)}` })
  expect(await stateOf(intent)).toEqual(['CONFIRMED', null])
})
