import { CONFLICT_REASONS, INPUT_REASONS, REFUSAL_MEANINGS } from '@dropkit/core'
import { describe, expect, test, vi } from 'vitest'
import { ApiRefusal, TranslatedError, unreachable } from '../api/errors.ts'
import { codeWords, inPlainWords, loadReasons, looksTechnical, mayHaveBeenSent } from './error-words.ts'
import catalog from './messages/reasons.json'

const ADDRESS = `0x${'ab'.repeat(32)}`
const refusal = (code: string, message: string) => new ApiRefusal(message, { code })

test.each([
  refusal('TX_FAILED', `EInsufficientBalance: ${ADDRESS} has 0 of 0x2::sui::SUI, not 500000000`),
  new ApiRefusal(`EInsufficientBalance: ${ADDRESS} has 0 of 0x2::sui::SUI, and 5 is needed`, {
    code: 'CONFLICT',
    reason: 'CHAIN_REFUSED',
  }),
  new Error('Insufficient coin balance for operation'),
  new Error('No valid gas coins found for the transaction.'),
])('a wallet without coins gets that message: %s', (error) => {
  expect(inPlainWords(error)).toMatch(/^The wallet has too few coins\./)
})

/** What Chromium says if its dialog for a passkey is closed. */
const promptClosed = new DOMException(
  'The operation either timed out or was not allowed. See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.',
  'NotAllowedError',
)

test.each([new Error('User rejected the request.'), promptClosed])(
  'a user who declines in the wallet is told that nothing was sent: %s',
  (error) => {
    expect(inPlainWords(error)).toBe('You declined in your wallet. Nothing was sent.')
  },
)

test.each([
  new Error('User rejected the request.'),
  new Error('Rejected from user'),
  new Error('Request canceled by the user'),
  { code: 4001, message: 'User rejected the request.' },
  promptClosed,
  new Error('Insufficient coin balance for operation'),
  new Error('MoveAbort: EPaused'),
  new TranslatedError('Passkeys cannot send.'),
  refusal('TX_FAILED', 'The transaction failed on the chain'),
  refusal('BAD_USER_INPUT', 'This is no transaction'),
])('a wallet certainly sent nothing if it says: %s', (error) => {
  expect(mayHaveBeenSent(error)).toBe(false)
})

test.each([
  ...['Network Error', 'Unexpected status code: 504', 'fetch failed', 'Failed to fetch', 'Bad Gateway'],
  ...['Internal error', 'The request timed out', 'The request was cancelled', '[object Object]', ''],
])('a wallet may have sent its transaction if it says: %s', (message) => {
  expect(mayHaveBeenSent(new Error(message))).toBe(true)
  expect(mayHaveBeenSent(message)).toBe(true)
})

test.each([
  unreachable(),
  refusal('INTERNAL', 'Internal error'),
  new ApiRefusal('The chain cannot be reached', { code: 'CHAIN_UNAVAILABLE', retryable: true }),
])('the development wallet may have sent its transaction if the service answers: %s', (error) => {
  expect(mayHaveBeenSent(error)).toBe(true)
})

test.each([
  refusal('TX_FAILED', `MoveAbort in ${ADDRESS}::drop::claim, code 99`),
  refusal(
    'BAD_USER_INPUT',
    'Variable "$input" got invalid value "x" at "input.price"; Float cannot represent it',
  ),
  refusal('BAD_USER_INPUT', 'Cannot query field "priec" on type "Drop".'),
  refusal('INVALID_TRANSITION', 'Cannot go from SOLD_OUT to DRAFT'),
  new TypeError("Cannot read properties of undefined (reading 'id')"),
  new TypeError('e.map is not a function'),
  'a string that was thrown',
])('a technical message is not shown: %s', (error) => {
  const shown = inPlainWords(error)
  expect(looksTechnical(shown)).toBe(false)
  expect(shown).toMatch(/^(This did not work|This is not possible|The chain did not accept)/)
})

/** They have several reasons. */
const WITHOUT_WORDS = ['bad_user_input', 'conflict', 'tx_failed']

test('every other refusal has a message in the catalog', () => {
  const kinds = Object.keys(REFUSAL_MEANINGS)
  expect(kinds.length).toBeGreaterThan(30)
  const withoutWords = kinds.filter((kind) => codeWords(kind.toUpperCase()) === undefined)
  expect(withoutWords.sort()).toEqual(WITHOUT_WORDS)
})

test('a message from a catalog is shown as it is', () => {
  expect(inPlainWords(new TranslatedError('Choose a smaller file.'))).toBe('Choose a smaller file.')
})

describe('a reason of the server', () => {
  const of = (code: string, reason: string, details = {}) =>
    new ApiRefusal('said in English', { code, reason, details })
  const reasons = Object.keys({ ...INPUT_REASONS, ...CONFLICT_REASONS })

  test('has a message, and no message is without a reason', () => {
    expect(Object.keys(catalog).sort()).toEqual([...new Set(reasons)].sort())
  })

  test('is shown in the words of the server until its messages are loaded', async () => {
    vi.resetModules()
    const [fresh, api] = await Promise.all([import('./error-words.ts'), import('../api/errors.ts')])
    const tooLong = new api.ApiRefusal('said in English', { code: 'BAD_USER_INPUT', reason: 'TOO_LONG' })
    expect(fresh.inPlainWords(tooLong)).toBe('said in English')
  })

  test('is shown with its values, once its messages are loaded', async () => {
    const tooLong = of('BAD_USER_INPUT', 'TOO_LONG', { most: 80 })
    await loadReasons(tooLong)
    expect(inPlainWords(tooLong)).toBe('This must have at most 80 characters.')
    expect(inPlainWords(of('BAD_USER_INPUT', 'TOO_LONG'))).toBe('This is too long.')
    expect(inPlainWords(of('CONFLICT', 'TAKEN'))).toBe('This is taken. Choose another one.')
  })

  test('that a newer server has is shown in the words of the server', async () => {
    const newer = of('CONFLICT', 'A_NEW_REASON')
    await loadReasons(newer)
    expect(inPlainWords(newer)).toBe('said in English')
  })
})

test('a used-up limit is shown with the time of its reset', () => {
  const details = { limit: 'gas', window: 'day', resetsAt: '2026-06-02T00:00:00.000Z' }
  const used = new ApiRefusal('The limit gas is 5 per day', { code: 'RATE_LIMITED', details })
  expect(inPlainWords(used)).toMatch(/^You have used up today’s limit of this service\. It resets on .*2026/)
})

test.each([
  ['wallet', 'this wallet'],
  ['drop', 'this drop'],
  ['service', 'this service'],
])('a gas budget of the %s that is used up is named, with the time when it resets', (gasBudget, name) => {
  const details = { gasBudget, limit: '5', resetsAt: '2026-06-02T00:00:00.000Z' }
  const used = new ApiRefusal('The gas is used up', { code: 'OVERLOADED', details })
  expect(inPlainWords(used)).toMatch(
    new RegExp(`^Free gas for ${name} is used up for today\\. It is available again on .*2026`),
  )
})
