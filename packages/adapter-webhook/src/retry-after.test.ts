import { describe, expect, test } from 'vitest'
import { MAX_RETRY_AFTER_MS, retryAfterMsOf } from './webhook-sender.ts'

const answeredAt = Date.UTC(2026, 10, 6, 8, 49, 37)
const date = 'Fri, 06 Nov 2026 08:49:37 GMT'

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['86400', MAX_RETRY_AFTER_MS],
    ['86401', MAX_RETRY_AFTER_MS],
    ['9'.repeat(400), MAX_RETRY_AFTER_MS],
    ['Fri, 06 Nov 2026 08:50:37 GMT', 60_000],
    ['Friday, 06-Nov-26 08:50:37 GMT', 60_000],
    ['Fri Nov  6 08:50:37 2026', 60_000],
    ['Fri, 06 Nov 2026 08:49:36 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MAX_RETRY_AFTER_MS],
  ])('of %j is %i ms', (text, retryAfterMs) => {
    expect(retryAfterMsOf(text, undefined, answeredAt)).toBe(retryAfterMs)
    expect(retryAfterMsOf(text, date, answeredAt)).toBe(retryAfterMs)
  })

  test.each([
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '60 seconds',
    '2026-11-06T08:50:37Z',
    'Fri, 06 Nov 2026 08:50:37 +0200',
    'Fri, 99 Foo 2026 08:50:37 GMT',
  ])('of %j says nothing', (text) => {
    expect(retryAfterMsOf(text, date, answeredAt)).toBeNull()
  })

  test('as a date is relative to the receiver’s clock', () => {
    const until = 'Fri, 06 Nov 2026 08:50:37 GMT'
    expect(retryAfterMsOf(until, date, answeredAt + 5_000_000)).toBe(60_000)
    expect(retryAfterMsOf(until, 'yesterday', answeredAt + 10_000)).toBe(50_000)
  })
})
