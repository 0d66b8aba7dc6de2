import { describe, expect, test } from 'vitest'
import { ApiRefusal } from '../../../api/errors.ts'
import { asWritten } from '../../../words/as-written.ts'
import { fromNow } from '../../../words/time.ts'
import {
  canRefund,
  coinOf,
  givenBack,
  inCoin,
  inWordsOfChange,
  reasonInWords,
  refundAmountOf,
  seenOf,
  shownCoin,
  transferInWords,
} from './payment-words.ts'
import type { DropPayment } from './payments-tab.tsx'

const SUI = `0x${'2'.padStart(64, '0')}::sui::SUI`
const USDC = `0x${'5'.padStart(64, '0')}::usdc::USDC`
const FALSE_SUI = `0x${'bad'.padEnd(64, '1')}::sui::SUI`
const CURRENCIES = [
  { code: 'SUI', coinType: SUI, decimals: 9 },
  { code: 'USDC', coinType: USDC, decimals: 6 },
]
const payment: DropPayment = {
  id: 'intent_1',
  intentId: 'pi_1',
  status: 'REQUIRES_REVIEW',
  statusReason: 'WRONG_SENDER',
  amountAtomic: '500000000',
  receivedAtomic: '500000000',
  receivedCoinType: SUI,
  receivedFrom: '0x2',
  currency: 'SUI',
  coinType: SUI,
  quantity: 1,
  walletAddress: '0x1',
  expiresAt: '',
  txHash: 'hash',
  createdAt: '',
  refunds: [],
}
const shown = (receivedCoinType: string | null) =>
  inCoin('500000000', coinOf({ ...payment, receivedCoinType }, CURRENCIES))

/** In the locale of the tests, as pages write numbers in that of their user. */
const written = (number: number): string => new Intl.NumberFormat().format(number)

describe('an amount that came in', () => {
  test.each([
    ['the drop’s coin', SUI, `${written(0.5)} SUI`],
    ['another currency', USDC, '500 USDC'],
    [
      'a coin that only has the name of the drop’s',
      FALSE_SUI,
      `${written(500_000_000)} base units of 0xbad1…1111::sui::SUI`,
    ],
  ])('in %s is shown in its unit', (_, coinType, words) => {
    expect(shown(coinType)).toBe(words)
  })

  test('in a currency that the service no longer has is counted in base units', () => {
    const old = { ...payment, currency: 'EURX', coinType: '0x5::eur::EUR', receivedCoinType: '0x5::eur::EUR' }
    const words = `${written(1_500_000)} base units of EURX`
    expect(inCoin('1500000', coinOf(old, CURRENCIES))).toBe(words)
    expect(inCoin('1500000', shownCoin('EURX', undefined))).toBe(words)
  })

  test('does not exist before a payment', () => {
    const none = { txHash: null, receivedCoinType: null, receivedAtomic: '0' }
    for (const missing of [none, { txHash: null }, { receivedCoinType: null }])
      expect(seenOf({ ...payment, ...missing })).toBeNull()
  })
})

describe('a conflict', () => {
  const held = {
    status: 'REQUIRES_REVIEW',
    txHash: 'hash',
    receivedAtomic: '500000000',
    receivedCoinType: SUI,
    receivedFrom: '0x2',
  }
  const words = (details: object, code = 'CONFLICT') =>
    inWordsOfChange(new ApiRefusal('no', { code, details }), seenOf(payment), payment, CURRENCIES)?.message

  test('says what was shown and what is held now', () => {
    const now = { ...held, txHash: 'other', receivedAtomic: '1', receivedFrom: '0x3' }
    expect(words(now)).toMatch(
      /^This page showed a payment of 0.5 SUI. The order now holds 0.000000001 SUI from 0x3/,
    )
  })

  test('names the coin if only that has changed', () => {
    expect(words({ ...held, receivedCoinType: USDC })).toContain('now holds 500 USDC')
  })

  test('says the status if only that has changed', () => {
    expect(words({ ...held, status: 'CONFIRMED' })).toContain('its status is now “Confirmed”')
  })

  test.each([
    ['another conflict', {}, 'CONFLICT'],
    ['another refusal', held, 'DROP_SOLD_OUT'],
  ])('leaves %s as it is', (_, details, code) => {
    expect(words(details, code)).toBe('no')
  })
})

describe('a card of a payment', () => {
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

  test.each(['CONFIRMED', 'REQUIRES_REVIEW', 'PARTIALLY_REFUNDED'])(
    'offers a refund of a payment that is %s',
    (status) => {
      expect(canRefund({ status, statusReason: null })).toBe(true)
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
})

const NOW = Date.parse('2026-06-01T12:00:00.000Z')
const transfer = { status: 'PENDING', attempts: 0, nextAttemptAt: null, lastError: null }

test('nothing is said of a transfer that has met no problem', () => {
  expect(transferInWords(transfer, NOW)).toBeNull()
  expect(transferInWords({ ...transfer, status: 'SUCCEEDED', attempts: 3 }, NOW)).toBeNull()
})

test('a transfer that is tried again says how often it was tried, why it did not arrive, and when it is tried next', () => {
  const nextAttemptAt = '2026-06-01T12:05:00.000Z'
  const lastError = 'EInsufficientBalance: 0xabcdef has 0'
  expect(transferInWords({ ...transfer, attempts: 2, nextAttemptAt, lastError }, NOW)).toBe(
    `Not sent yet after 2 attempts: The account that sends it has too few coins. The next attempt is ${fromNow(nextAttemptAt, NOW)}.`,
  )
})

test('a transfer that has failed says why, without the words of the chain', () => {
  const failed = { ...transfer, status: 'FAILED', attempts: 1 }
  expect(transferInWords({ ...failed, lastError: 'CoinDenyListError: 0xabcdef::coin::COIN' }, NOW)).toBe(
    'It failed after 1 attempt: The issuer of the coin does not let this wallet receive it. The money is still here.',
  )
})
