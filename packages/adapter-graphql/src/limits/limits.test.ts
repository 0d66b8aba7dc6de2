import { readFileSync } from 'node:fs'
import { MAX_WEBHOOKS_PER_USER, WEBHOOK_SENDS_PER_MINUTE } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS, VALUES_PER_NAME, valuesIn } from './limits.ts'

const SECURITY = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8')
const MEBIBYTE = 1024 * 1024
const written = (value: number): string => {
  if (value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`
  return value % 1024 === 0 ? `${value / 1024} KiB` : value.toLocaleString('en')
}

const ALL = {
  ...LIMITS,
  webhooksPerUser: MAX_WEBHOOKS_PER_USER,
  webhookSendsPerMinute: WEBHOOK_SENDS_PER_MINUTE,
}

test.each(Object.entries(ALL))('SECURITY.md says what %s is', (limit, value) => {
  const row = SECURITY.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${limit}\``))
  expect(row).toContain(written(value))
})

/** The number of values and names in a JSON value, including itself. An empty list or object counts as one value. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const inner = Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0)
  return Math.max(1, inner) + (Array.isArray(value) ? 0 : VALUES_PER_NAME * Object.keys(value).length)
}

const quotesIn = (text: string): number => text.match(/\\"/g)?.length ?? 0

test('counts values and names, and ignores the contents of texts', () => {
  const text = fc.string({ unit: fc.constantFrom(',', ':', '"', '\\', 'x', '{', ']') })
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  })).value
  fc.assert(
    fc.property(json, (value) => {
      const written = JSON.stringify(value)
      const count = countOf(value)
      const most = count + quotesIn(written)
      expect(valuesIn(written, most)).toBeLessThanOrEqual(most)
      expect(valuesIn(written, count - 1)).toBeGreaterThan(count - 1)
    }),
  )
})

test('a long text with many commas is one value', () => {
  expect(valuesIn(JSON.stringify({ list: 'a,'.repeat(200_000) }), 1_000)).toBe(1 + VALUES_PER_NAME)
})

test('names count, and counting stops soon after the limit', () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])))
  expect(valuesIn(wide, 1_000_000)).toBe(100_000 * (1 + VALUES_PER_NAME))
  const stoppedAt = valuesIn(wide, 1_000)
  expect(stoppedAt).toBeGreaterThan(1_000)
  expect(stoppedAt).toBeLessThan(1_020)
})
