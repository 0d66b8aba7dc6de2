import { describe, expect, test } from 'vitest'
import { orConflict } from './log-fault.ts'
import { parseLimit, parsePage } from './parse-page.ts'
import { parseTxHash } from './parse-tx-hash.ts'

describe('a page of a list', () => {
  const read = (id: string) => (id === 'known' ? 7 : undefined)

  test('has 50 elements from the first on where nothing is said', () => {
    for (const input of [{}, { limit: null, after: null }])
      expect(parsePage(input, read)).toEqual({ ok: true, value: { limit: 50 } })
    expect(parsePage({}, read, 10)).toEqual({ ok: true, value: { limit: 10 } })
    expect(parsePage({ limit: 5, after: 'known' }, read)).toEqual({ ok: true, value: { limit: 5, after: 7 } })
  })

  test('comes after an element of that list', () => {
    expect(parsePage({ after: 'unknown' }, read)).toMatchObject({ error: { field: 'after' } })
  })

  test('has 1 to 200 elements', () => {
    for (const limit of [1, 200]) expect(parseLimit(limit)).toEqual({ ok: true, value: limit })
    for (const limit of [0, -1, 201, 1.5, Number.NaN]) {
      expect(parseLimit(limit)).toMatchObject({ error: { kind: 'bad_user_input', field: 'limit' } })
      expect(parsePage({ limit }, read)).toMatchObject({ error: { field: 'limit' } })
    }
  })
})

test('the hash of a transaction is 1 to 128 letters, digits or marks', () => {
  expect(parseTxHash(' Ab_1.:- ')).toEqual({ ok: true, value: 'Ab_1.:-' })
  expect(parseTxHash('x'.repeat(128)).ok).toBe(true)
  for (const text of ['', ' ', 'x'.repeat(129), 'a b', 'é', '$a', 'a$'])
    expect(parseTxHash(text)).toMatchObject({ error: { field: 'txHash' } })
})

test('a refusal of the chain is a conflict, and an outage stays an outage', () => {
  expect(orConflict({ ok: true, value: 5 })).toEqual({ ok: true, value: 5 })
  expect(orConflict({ ok: false, error: { kind: 'not_possible', reason: 'no' } })).toEqual({
    ok: false,
    error: { kind: 'conflict', reason: 'CHAIN_REFUSED', message: 'no' },
  })
  const away = { kind: 'chain_unavailable', reason: 'down' } as const
  expect(orConflict({ ok: false, error: away })).toEqual({ ok: false, error: away })
})
