import { expect, test } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

test('makes a value once while it is kept', () => {
  const cache = createBoundedCache<object>(2)
  const first = cache.getOrMake('a', () => ({}))
  expect(cache.getOrMake('a', () => ({}))).toBe(first)
})

test('evicts the least recently used entries', () => {
  const cache = createBoundedCache<number>(2)
  cache.getOrMake('a', () => 1)
  cache.getOrMake('b', () => 2)
  cache.getOrMake('a', () => 3)
  cache.getOrMake('c', () => 4)
  expect(cache.getOrMake('a', () => 5)).toBe(1)
  expect(cache.getOrMake('b', () => 6)).toBe(6)
})

test('keeps nothing of a value that could not be made', () => {
  const cache = createBoundedCache<number>(2)
  const failing = () => {
    throw new Error('no')
  }
  expect(() => cache.getOrMake('a', failing)).toThrow('no')
  expect(cache.getOrMake('a', () => 1)).toBe(1)
})
