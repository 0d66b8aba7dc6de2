import { expect, test } from 'vitest'
import { parseMetadata } from './drop-terms.ts'
import type { Json } from './json.ts'

const nested = (levels: number, innermost: Json = 1): Json => {
  let value = innermost
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { inner: value }
  return value
}

test('metadata may be a hundred levels deep, so that every answer that holds it can be written', () => {
  expect(parseMetadata(nested(100))).toMatchObject({ ok: true })
  for (const levels of [101, 30_000]) {
    expect(parseMetadata(nested(levels))).toMatchObject({
      error: { kind: 'bad_user_input', field: 'metadata', message: 'metadata may have at most 100 levels' },
    })
  }
})

test('metadata may be as long as 65,536 characters of JSON', () => {
  expect(parseMetadata('x'.repeat(65_534))).toMatchObject({ ok: true })
  expect(parseMetadata('x'.repeat(65_535))).toMatchObject({ error: { field: 'metadata' } })
})
