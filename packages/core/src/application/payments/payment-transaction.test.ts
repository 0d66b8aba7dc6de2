import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import { amountDue, type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const LIFETIME_MS = 15 * 60_000
const NOTHING = { ok: true, value: null }

let service: TestService
let buyer: Caller
let intent: PaymentIntent

const prepared = async () => service.dropkit.paymentTransaction(await service.rereadIntent(intent))

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  const drop = await service.createDrop({ price: 2, maxAmount: '100' })
  const terms = { walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 3 }
  intent = granted(await service.dropkit.createPaymentIntent(buyer, { dropId: drop.id, ...terms }))
})

describe('preparing a payment for its wallet', () => {
  test('returns a transaction with exactly the amount due, and the intent is then confirmed automatically', async () => {
    const { wallet } = service.ports.memoryChain
    wallet.faucet(intent.wallet, intent.coinType, amountOf(amountDue(intent)))
    expect(wallet.execute(intent.wallet, granted(await prepared()) ?? '')).toMatchObject({
      kind: 'succeeded',
    })
    const paid = await service.ports.chain.paymentsFrom(intent.wallet, 9)
    expect(paid).toMatchObject({
      value: [{ amount: 6_000_000_000n, memo: intent.externalId, to: intent.recipient }],
    })
    await service.pass(10_000)
    expect(statusOf(await service.rereadIntent(intent))).toBe('CONFIRMED')
  })

  test('gives nothing once a transaction is named: a second one would pay twice', async () => {
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: '1'.repeat(44) }))
    expect(await prepared()).toEqual(NOTHING)
  })

  test('gives nothing once the time to pay is over, whether or not anybody has noted that', async () => {
    service.ports.clock.advance(LIFETIME_MS - 1)
    expect(await prepared()).toEqual({ ok: true, value: expect.any(String) })
    service.ports.clock.advance(1)
    expect(await prepared()).toEqual(NOTHING)
  })

  test('gives nothing of an intent that was cancelled', async () => {
    granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
    expect(await prepared()).toEqual(NOTHING)
  })
})
