import { expect, test } from 'vitest'
import { parseRequestsPerMinute } from './requests-per-minute.ts'

test('requests in a minute are counted from 1, or not at all', () => {
  for (const given of [null, 1, 600])
    expect(parseRequestsPerMinute(given)).toEqual({ ok: true, value: given })
  for (const given of [0, -1, 1.5, Number.POSITIVE_INFINITY])
    expect(parseRequestsPerMinute(given)).toMatchObject({ error: { field: 'requestsPerMinute' } })
})
