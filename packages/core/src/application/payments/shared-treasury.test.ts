// Two services, each with its own store, whose treasury is the same account.

import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import type { UnmatchedPayment } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change } from '../../ports/index.ts'

const BUYER = testWallet(1)

let ours: TestService
let theirs: TestService
let drop: Drop
let theirDrop: Drop

const statusNow = async (intent: PaymentIntent, service = ours) =>
  statusOf(await service.rereadIntent(intent))

/** A payment for an intent of the other service, which counts it. Returns its hash. */
async function paidTo(intent: PaymentIntent): Promise<string> {
  const txHash = theirs.pay(intent, { memo: intent.externalId })
  for (const service of [theirs, ours]) await service.pass(2_000)
  expect(await statusNow(intent, theirs)).toBe('CONFIRMED')
  return txHash
}

function unmatched(): UnmatchedPayment {
  const [payment] = ours.ports.memory.state.unmatchedPayments.all()
  return payment ?? expect.fail('no payment is unmatched')
}

/** A user who has proved the buyer's wallet. */
async function holder(): Promise<Caller> {
  const caller = await ours.callerOf('holder')
  const message = granted(await ours.dropkit.startSignIn({ address: BUYER }))
  const signature = testWalletSignature(BUYER, message)
  granted(await ours.dropkit.finishSignIn({ address: BUYER, signature }, caller))
  return caller
}

beforeEach(async () => {
  ours = await createTestService()
  drop = await ours.createDrop({ price: 2, maxAmount: '100' })
  theirs = await createTestService({ chain: { state: ours.ports.memoryChain.state } })
  // So that the two services number their records differently.
  await theirs.createDrop()
  theirDrop = await theirs.createDrop({ price: 2, maxAmount: '100' })
})

describe('a payment whose memo names an intent of another service', () => {
  test('does not pay an intent of its sender that waits for the same amount', async () => {
    const [intent, other] = [await ours.order(drop), await theirs.order(theirDrop)]
    await paidTo(other)
    granted(await ours.dropkit.confirmPaymentIntent(ours.owner, { id: intent.id }))
    expect(await statusNow(intent)).toBe('PENDING')
    expect(unmatched()).toMatchObject({
      reason: 'NO_INTENT',
      memo: other.externalId,
      state: { kind: 'OPEN' },
    })
  })

  test('cannot be named for one, not even by the user who has proved the wallet', async () => {
    const txHash = await paidTo(await theirs.order(theirDrop))
    for (const caller of [ours.owner, await holder()]) {
      const intent = await ours.order(drop, 1, { caller })
      const named = await ours.dropkit.confirmPaymentIntent(caller, { id: intent.id, txHash })
      expect(refusalOf(named)).toBe('tx_already_used')
      expect(await statusNow(intent)).toBe('PENDING')
    }
  })

  test('cannot be approved for one that an earlier release took it for', async () => {
    const txHash = await paidTo(await theirs.order(theirDrop))
    const intent = await ours.order(drop, 2)
    const { index, from, coinType, amount, at } = unmatched()
    const receipt = { txHash, index, from, coinType, amount, at, isCounted: false }
    const reviewed = {
      ...intent,
      held: 0,
      state: { kind: 'IN_REVIEW', receipt, reason: 'WRONG_SENDER' },
    } as const
    await ours.ports.store.changeDrop(
      drop.id,
      {},
      (): Change<null> => ({
        result: null,
        update: { paymentIntents: [reviewed] },
      }),
    )
    const approved = await ours.dropkit.approvePaymentIntent(ours.owner, intent.id)
    expect(refusalOf(approved)).toBe('tx_already_used')
  })

  test('can be assigned by the operator', async () => {
    await paidTo(await theirs.order(theirDrop))
    const { id } = unmatched()
    const intent = await ours.order(drop)
    const operator = await ours.callerOf('admin')
    granted(await ours.dropkit.assignUnmatchedPayment(operator, { id, paymentIntentId: intent.id }))
    expect(await statusNow(intent)).toBe('CONFIRMED')
  })
})
