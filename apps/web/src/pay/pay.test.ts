import { describe, expect, test } from 'vitest'
import { wayBack } from '../page/links.ts'
import { paymentState } from './payment-state.ts'

const expiresAt = '2026-01-31T12:00:00.000Z'
const expiry = Date.parse(expiresAt)
const stateOf = (
  status: Parameters<typeof paymentState>[0]['status'],
  statusReason: string | null = null,
  now = expiry - 1,
  txHash: string | null = null,
) =>
  paymentState(
    { status, statusReason, expiresAt, txHash, amountAtomic: '50', receivedAtomic: '70' },
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

  test.each([
    ['UNDERPAID', 'The payment was too small', /^Received 70 LEAF of 50 LEAF\. It is not lost/],
    ['WRONG_COIN', 'Wrong coin', /^The payment is in another coin/],
    ['NEW_REASON', 'Unexpected payment', /^The payment is not what was requested/],
  ])('that is looked at for %s says why', (reason, title, words) => {
    expect(stateOf('REQUIRES_REVIEW', reason)).toMatchObject({ title, words: expect.stringMatching(words) })
  })

  test.each([
    [null, /^Your payment is final/],
    ['NEW_REASON', /^Your payment is final/],
    ['OVERPAID', /^Received 70 LEAF of 50 LEAF\. Ask the owner/],
    ['UNDERPAID', /^Received 70 LEAF of 50 LEAF\. The owner of the drop accepted it/],
    ['PAID_LATE', /^It came a little late/],
    ['WRONG_COIN', /^It came in another coin/],
    ['WRONG_SENDER', /^It came from another wallet/],
  ])('that is accepted with the reason %s says so', (reason, words) => {
    const state = { mood: 'good', title: 'Paid. Thank you!', words: expect.stringMatching(words) }
    expect(stateOf('CONFIRMED', reason)).toEqual(state)
  })

  test.each(['PENDING', 'EXPIRED'] as const)(
    'that is %s after its time, and of which a transaction was named, may still arrive for a day',
    (status) => {
      expect(stateOf(status, null, expiry, '0xabc')).toMatchObject({
        mood: 'busy',
        words: expect.stringContaining('Do not pay again'),
      })
      expect(stateOf(status, null, expiry + 24 * 3_600_000, '0xabc').mood).toBe('over')
    },
  )

  test.each([
    ['EXPIRED', 'over', 'The time to pay is over'],
    ['CANCELLED', 'over', 'This payment was cancelled'],
    ['PARTIALLY_REFUNDED', 'good', 'Paid, and partly refunded'],
    ['REFUNDED', 'over', 'Refunded'],
  ] as const)('that is %s is called so', (status, mood, title) => {
    expect(stateOf(status)).toMatchObject({ mood, title })
  })
})

const drop = { id: 'drop_1', shortcode: 'pepper' }

describe('the way back', () => {
  test('is the one that was asked for', () => {
    expect(wayBack('?back=/d/summer-24', drop)).toBe('/d/summer-24')
  })

  test('is the drop where none was, by its short name if it has one', () => {
    expect(wayBack('', drop)).toBe('/d/pepper')
    expect(wayBack('', { ...drop, shortcode: null })).toBe('/d/drop_1')
  })

  test('is missing if there is no drop any more', () => {
    expect(wayBack('', null)).toBeNull()
  })

  test.each([
    'https://evil.example/d/x',
    '//evil.example/d/x',
    '/d/../auth',
    '/d//evil',
    '/d/x?next=//evil.example',
    '/dashboard',
    'd/x',
  ])('never leads to %s', (back) => {
    expect(wayBack(`?back=${encodeURIComponent(back)}`, drop)).toBe('/d/pepper')
  })
})
