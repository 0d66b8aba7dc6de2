// Whose a payment is where its own wallet waits for several, or for one that came later.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import {
  createTestService,
  granted,
  type TestService,
  testWallet,
  testWalletSignature,
} from '../../testing/index.ts'

const PRICE = 2_000_000_000n
const [SELF, STRANGER] = [testWallet(1), testWallet(2)]

let service: TestService
let buyer: Caller
let drop: Drop

async function buy(quantity = 1, walletAddress = SELF, by = buyer): Promise<PaymentIntent> {
  const order = { dropId: drop.id, walletAddress, paymentMethod: 'SUI', quantity }
  return granted(await service.dropkit.createPaymentIntent(by, order))
}

const confirm = async ({ id }: PaymentIntent, txHash: string) =>
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id, txHash }))

const statusesOf = async (...intents: PaymentIntent[]) =>
  Promise.all(intents.map(async (intent) => statusOf(await service.rereadIntent(intent))))

async function signIn(by: Caller): Promise<void> {
  const message = granted(await service.dropkit.startSignIn({ address: SELF }))
  const signature = testWalletSignature(SELF, message)
  granted(await service.dropkit.finishSignIn({ address: SELF, signature }, by))
}

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('a payment without a memo', () => {
  test('is for the intent that its own buyer names, although it fits another of theirs', async () => {
    const [one, dearer] = [await buy(1), await buy(2)]
    await confirm(dearer, service.pay(one))
    expect(await statusesOf(one, dearer)).toEqual(['PENDING', 'REQUIRES_REVIEW'])
  })

  test('that a stranger made for somebody is not kept by an intent of its own that came later', async () => {
    const intent = await buy()
    const txHash = service.pay(intent, { from: STRANGER })
    service.ports.clock.advance(10)
    const later = await buy(1, STRANGER)
    await confirm(intent, txHash)
    expect(await statusesOf(intent, later)).toEqual(['REQUIRES_REVIEW', 'PENDING'])
  })

  test('adds to what was paid by who has proved to hold its wallet, whoever else has paid too little', async () => {
    const other = await service.callerOf('other')
    const [mine, theirs] = [await buy(), await buy(1, SELF, other)]
    for (const intent of [mine, theirs]) service.pay(intent, { amount: 5n, memo: intent.externalId })
    await service.pass(1_000)
    await signIn(buyer)
    service.pay(mine, { amount: PRICE })
    await service.pass(1_000)
    expect(await statusesOf(mine, theirs)).toEqual(['CONFIRMED', 'REQUIRES_REVIEW'])
  })
})

describe('a payment whose memo is the id of an intent', () => {
  test.each(['id', 'externalId'] as const)('is for it, in the spelling of its %s', async (spelling) => {
    const [one, other] = [await buy(), await buy()]
    service.pay(other, { memo: other[spelling] })
    await service.pass(1_000)
    expect(await statusesOf(one, other)).toEqual(['PENDING', 'CONFIRMED'])
  })
})
