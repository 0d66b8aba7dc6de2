import { describe, expect, test } from 'vitest'
import { paymentState } from './payment-state.ts'

const expiresAt = '2026-01-31T12:00:00.000Z'
const expiry = Date.parse(expiresAt)
const stateOf = (
  status: Parameters<typeof paymentState>[0]['status'],
  statusReason: string | null = null,
  now = expiry - 1,
) =>
  paymentState(
    { status, statusReason, expiresAt, amountAtomic: '50', receivedAtomic: '70' },
    now,
    (atomic) => `${atomic} LEAF`,
  )

describe('a payment', () => {
  test('may be made until its last millisecond', () => {
    expect(stateOf('PENDING').mood).toBe('open')
    expect(stateOf('PENDING', null, expiry).title).toBe('The time to pay is over')
  })

  test('that is seen shall not be made again', () => {
    expect(stateOf('PROCESSING')).toMatchObject({
      mood: 'busy',
      words: expect.stringContaining('do not pay again'),
    })
  })

  test.each(['EXPIRED', 'CANCELLED'] as const)('that is %s shall not be made any more', (status) => {
    expect(stateOf(status)).toMatchObject({
      mood: 'over',
      words: expect.stringContaining('Do not pay any more'),
    })
  })

  test.each(['UNDERPAID', 'WRONG_COIN', 'WRONG_SENDER', 'PAID_LATE', 'SOLD_OUT', 'NEW_REASON', null])(
    'that is looked at for %s is not lost',
    (reason) => {
      expect(stateOf('REQUIRES_REVIEW', reason)).toMatchObject({
        mood: 'care',
        words: expect.stringContaining('not lost'),
      })
    },
  )

  test('of too much is marked as overpaid and accepted', () => {
    expect(stateOf('CONFIRMED', 'OVERPAID')).toMatchObject({
      mood: 'good',
      words: expect.stringContaining('Received 70 LEAF of 50 LEAF'),
    })
  })
})
