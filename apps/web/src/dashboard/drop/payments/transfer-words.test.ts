import { expect, test } from 'vitest'
import { fromNow } from '../../../words/time.ts'
import { transferInWords } from './transfer-words.ts'

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
