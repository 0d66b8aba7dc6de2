import { expect, test } from 'vitest'
import { asWritten } from '../../../words/as-written.ts'
import { canRefund, givenBack, reasonInWords, refundAmountOf } from './payment-words.ts'

test('takes an empty field for all that is left', () => {
  expect(refundAmountOf(' ', 9)).toEqual({ kind: 'rest' })
})

test('keeps a part exact to the smallest unit', () => {
  expect(refundAmountOf(asWritten('0.000000001'), 9)).toEqual({ kind: 'part', amountAtomic: '1' })
})

test.each(['0', 'much', asWritten('0.0000000001')])('does not take %s for a refund', (typed) => {
  expect(refundAmountOf(typed, 9).kind).toBe('wrong')
})

test('says why a payment waits for a decision', () => {
  expect(reasonInWords({ status: 'REQUIRES_REVIEW', statusReason: 'UNDERPAID' })).toBe(
    'The payment was too small.',
  )
})

test.each(['PENDING', 'PROCESSING', 'EXPIRED', 'CANCELLED', 'REFUNDED'])(
  'offers no refund of a payment that is %s',
  (status) => {
    expect(canRefund({ status, statusReason: null })).toBe(false)
  },
)

test('says that a payment from another wallet came in another coin, too', () => {
  expect(reasonInWords({ status: 'REQUIRES_REVIEW', statusReason: 'WRONG_SENDER' }, true)).toBe(
    'It came from another wallet than the buyer’s. It came in another coin than requested.',
  )
})

test('sums refunds, without failed ones', () => {
  const refunds = [
    { amountAtomic: '3', status: 'SUCCEEDED' },
    { amountAtomic: '4', status: 'PENDING' },
    { amountAtomic: '5', status: 'FAILED' },
  ]
  expect(givenBack({ refunds })).toBe(7n)
})
