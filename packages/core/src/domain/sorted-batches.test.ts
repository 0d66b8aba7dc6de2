import { expect, test } from 'vitest'
import { createSortedBatches } from './slices.ts'

function sortedBatches(texts: readonly string[], terms: Parameters<typeof createSortedBatches>[0]) {
  const sorted = createSortedBatches(terms)
  for (const text of texts) sorted.add(text)
  return [...sorted.batches()]
}

const numbered = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, n) => `${prefix}${String((n * 7_919) % count).padStart(6, '0')}`)

test('gives every text once, in order, in batches of one size and a last one', () => {
  const texts = numbered(2_500)
  const batches = sortedBatches(texts, { size: 1_000, prefixLength: 4 })
  expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(batches.flat()).toEqual(texts.toSorted())
})

test('sorts at most 10,000 texts in one step, even if all have the same prefix', () => {
  const texts = numbered(25_000, '0x')
  const batches = sortedBatches(texts, { size: 10_000, prefixLength: 2 })
  expect(batches).toEqual([0, 10_000, 20_000].map((from) => texts.slice(from, from + 10_000).toSorted()))
})

test('gives a text once that was added several times', () => {
  expect(sortedBatches(['b', 'a', 'b'], { size: 10, prefixLength: 1 })).toEqual([['a', 'b']])
})

test('gives no batch of no texts', () => {
  expect(sortedBatches([], { size: 10, prefixLength: 1 })).toEqual([])
})
