import { expect, test } from 'vitest'
import { createSortedPieces } from './sorted-pieces.ts'

function sortedPieces(texts: readonly string[], terms: Parameters<typeof createSortedPieces>[0]) {
  const sorted = createSortedPieces(terms)
  for (const text of texts) sorted.add(text)
  return [...sorted.pieces()]
}

const numbered = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, n) => `${prefix}${String((n * 7_919) % count).padStart(6, '0')}`)

test('gives every text once, in order, in pieces of one size and a last one', () => {
  const texts = numbered(2_500)
  const pieces = sortedPieces(texts, { size: 1_000, prefixLength: 4 })
  expect(pieces.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(pieces.flat()).toEqual(texts.toSorted())
})

test('sorts at most 10,000 texts in one step, even if all have the same prefix', () => {
  const texts = numbered(25_000, '0x')
  const pieces = sortedPieces(texts, { size: 10_000, prefixLength: 2 })
  expect(pieces).toEqual([0, 10_000, 20_000].map((from) => texts.slice(from, from + 10_000).toSorted()))
})

test('gives a text once that was added several times', () => {
  expect(sortedPieces(['b', 'a', 'b'], { size: 10, prefixLength: 1 })).toEqual([['a', 'b']])
})

test('gives no piece of no texts', () => {
  expect(sortedPieces([], { size: 10, prefixLength: 1 })).toEqual([])
})
