import { OWNER, sampleDrop, sampleIntent, sampleReceipt, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from '../amount.ts'
import { refuseIfChanged, type SeenPayment } from './seen-payment.ts'

const receipt = sampleReceipt(1, { amount: amountOf(50n) })
const intent = sampleIntent(sampleDrop(sampleToken(OWNER, 1), 1), 1, {
  held: 0,
  state: { kind: 'IN_REVIEW', receipt, reason: 'WRONG_SENDER' },
})
const { txHash, amount, coinType } = receipt
const seen: SeenPayment = { txHash, amount, coinType, status: 'REQUIRES_REVIEW' }

describe('a payment that was seen', () => {
  test('has not changed if all of it is as before, or its status does not matter', () => {
    expect(refuseIfChanged(intent, seen)).toBeUndefined()
    expect(refuseIfChanged(intent, { ...seen, status: null })).toBeUndefined()
  })

  test.each<[string, Partial<SeenPayment>]>([
    ['transaction', { txHash: 'another' }],
    ['amount', { amount: amountOf(51n) }],
    ['coin', { coinType: '0x3::usdc::USDC' }],
    ['status', { status: 'CONFIRMED' }],
  ])('has changed if only its %s differs, and the refusal says what is held', (_, other) => {
    expect(refuseIfChanged(intent, { ...seen, ...other })).toEqual({
      kind: 'conflict',
      reason: 'PAYMENT_CHANGED',
      message: `The payment has changed. This intent is REQUIRES_REVIEW and holds 50 of ${coinType} by transaction ${txHash}: look at that, then decide again`,
      details: {
        status: 'REQUIRES_REVIEW',
        txHash,
        receivedAtomic: '50',
        receivedCoinType: coinType,
        receivedFrom: receipt.from,
      },
    })
  })

  test('is gone from an intent that holds none', () => {
    const open = { ...intent, state: { kind: 'PENDING' } as const }
    expect(refuseIfChanged(open, { ...seen, status: null })).toMatchObject({
      message: expect.stringContaining('is PENDING and holds no payment'),
      details: { txHash: null, receivedAtomic: '0', receivedCoinType: null, receivedFrom: null },
    })
  })
})
