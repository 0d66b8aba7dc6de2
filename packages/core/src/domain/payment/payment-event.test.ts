import {
  OWNER,
  paidBy,
  sampleDrop,
  sampleIntent,
  sampleRefund,
  sampleToken,
  sampleUser,
} from '@dropkit/testing'
import { expect, test } from 'vitest'
import { intentEvent, refundEvent } from './payment-event.ts'

const drop = sampleDrop(sampleToken(OWNER, 1), 1)
const payerId = sampleUser(2).id
const intent = sampleIntent(drop, 1, { payerId })

test('the event of a payment contains the fields that its payer and the drop’s owner need', () => {
  expect(intentEvent('payment.created', intent, 5, null)).toEqual({
    type: 'payment.created',
    at: 5,
    ownerId: OWNER.id,
    actorId: payerId,
    dropId: drop.id,
    tokenId: null,
    intentId: intent.id,
    data: {
      paymentIntentId: intent.id,
      intentId: intent.externalId,
      dropId: drop.id,
      status: 'PENDING',
      statusReason: null,
      amountAtomic: '100',
      currency: 'SUI',
      quantity: 2,
      walletAddress: intent.wallet,
      txHash: null,
      receivedAtomic: '0',
      receivedCoinType: null,
      refundedAtomic: '0',
    },
  })
  const state = { ...paidBy(1), reason: 'PAID_LATE' } as const
  expect(intentEvent('payment.confirmed', { ...intent, state } as typeof intent, 5, OWNER.id)).toMatchObject({
    actorId: OWNER.id,
    data: { status: 'CONFIRMED', statusReason: 'PAID_LATE', txHash: 'payment-1' },
  })
})

test('the event of a refund says how it went', () => {
  const refund = sampleRefund(intent, 1)
  const data = { refundId: refund.id, paymentIntentId: intent.id, dropId: drop.id, amountAtomic: '40' }
  expect(refundEvent('refund.created', refund, intent, 5)).toEqual({
    type: 'refund.created',
    at: 5,
    ownerId: OWNER.id,
    actorId: payerId,
    dropId: drop.id,
    tokenId: null,
    intentId: intent.id,
    data: { ...data, status: 'PENDING' },
  })
  const dataOf = (state: typeof refund.state) =>
    refundEvent('refund.succeeded', { ...refund, state }, intent, 5).data
  expect(dataOf({ kind: 'SUCCEEDED', txHash: 'tx' })).toEqual({ ...data, status: 'SUCCEEDED', txHash: 'tx' })
  expect(dataOf({ kind: 'FAILED', reason: 'no' })).toEqual({ ...data, status: 'FAILED', reason: 'no' })
})
