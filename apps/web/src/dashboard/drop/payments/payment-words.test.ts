import { expect, test } from 'vitest'
import { canRefund, reasonInWords, refundAmountOf } from './payment-words.ts'

test('takes an empty field for all that is left', () => {
  expect(refundAmountOf(' ', 9)).toEqual({ kind: 'rest' })
})

test('keeps a part exact to the smallest unit', () => {
  expect(refundAmountOf('0.000000001', 9)).toEqual({ kind: 'part', amountAtomic: '1' })
})

test.each(['0', 'much', '0.0000000001'])('does not take %s for a refund', (typed) => {
  expect(refundAmountOf(typed, 9).kind).toBe('wrong')
})

test('says why a payment waits for a decision', () => {
  expect(reasonInWords({ status: 'REQUIRES_REVIEW', statusReason: 'UNDERPAID' })).toBe(
    'Less came than was due.',
  )
})

test.each(['PENDING', 'PROCESSING', 'EXPIRED', 'CANCELLED', 'REFUNDED'])(
  'offers no refund of what is %s',
  (status) => {
    expect(canRefund({ status, statusReason: null })).toBe(false)
  },
)
