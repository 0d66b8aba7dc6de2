import { expect, test } from 'vitest'
import { fromNow } from '../../words/time.ts'
import { resultOf, tookInWords, whatBecameOf } from './delivery-words.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const untried = { attempt: 0, statusCode: null, error: null, deliveredAt: null, nextAttemptAt: null }

test('a delivery that waits for its first attempt shows that', () => {
  expect(whatBecameOf({ ...untried, nextAttemptAt: '2026-11-22T12:00:00.000Z' }, NOW)).toBe('not tried yet')
})

test('an arrived delivery shows the answer and the time', () => {
  const delivered = { ...untried, attempt: 1, statusCode: 204, deliveredAt: '2026-11-22T11:55:00.000Z' }
  expect(whatBecameOf(delivered, NOW)).toBe(
    `1 attempt · answered 204 · ${fromNow(delivered.deliveredAt, NOW)}`,
  )
})

test('a delivery that arrived by a clock ahead of ours has not arrived in the future', () => {
  const delivered = { ...untried, attempt: 1, statusCode: 204, deliveredAt: '2026-11-22T12:00:09.000Z' }
  expect(whatBecameOf(delivered, NOW)).not.toContain('in ')
})

test('a delivery without an answer shows the reason and the next attempt', () => {
  const failed = {
    ...untried,
    attempt: 2,
    error: 'no answer within 15000 ms',
    nextAttemptAt: '2026-11-22T12:05:00.000Z',
  }
  expect(whatBecameOf(failed, NOW)).toBe(
    `2 attempts · the answer took too long · next attempt ${fromNow(failed.nextAttemptAt, NOW)}`,
  )
})

test('an attempt tells its answer, or why there was none, as a sentence', () => {
  expect(resultOf({ statusCode: 503, error: 'The receiver answered 503' })).toBe('Answered 503')
  expect(resultOf({ statusCode: null, error: 'the connection was refused' })).toBe(
    'The connection was refused.',
  )
})

test('the duration of an attempt is in milliseconds up to a second, then in seconds', () => {
  expect(tookInWords(7)).toMatch(/^7\sms$/)
  expect(tookInWords(15_040)).toMatch(/^15\ss(ecs?)?$/)
  expect(tookInWords(null)).toBe('')
})
