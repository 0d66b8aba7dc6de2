import { expect, test } from 'vitest'
import { createOwnerRotation, createRotation } from './rotation.ts'

test('keys take turns, each with its oldest item', () => {
  const rotation = createRotation<string, { readonly name: string }>()
  const next = () => rotation.next()?.name
  for (const name of ['a1', 'a2', 'a3']) rotation.add('a', { name })
  expect(next()).toBe('a1')
  rotation.add('b', { name: 'b1' })
  rotation.add('b', { name: 'b2' })
  rotation.add('c', { name: 'c1' })
  expect([next(), next(), next(), next(), next(), next()]).toEqual(['a2', 'b1', 'c1', 'a3', 'b2', undefined])
})

test('the newest item of the longest queue can be removed, of equal queues of the last one', () => {
  const rotation = createRotation<string, { readonly name: string }>()
  for (const name of ['a1', 'a2', 'b1', 'b2', 'b3', 'c1']) rotation.add(name.charAt(0), { name })
  const removed = Array.from({ length: 7 }, () => rotation.removeFromLongest()?.name)
  expect(removed).toEqual(['b3', 'b2', 'a2', 'c1', 'b1', 'a1', undefined])
  expect(rotation.next()).toBeUndefined()
})

test('owners take turns, and then the keys of each', () => {
  const rotation = createOwnerRotation<number, { readonly name: string }>()
  const next = () => rotation.next()?.name
  for (const name of ['a1', 'a1+', 'a2', 'a3', 'b1', 'b2'])
    rotation.add(name.charAt(0), Number(name.charAt(1)), { name })
  expect(rotation.size).toBe(6)
  expect(Array.from({ length: 7 }, next)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a1+', undefined])
  expect(rotation.size).toBe(0)
})

test('the newest item of the owner with the most can be removed', () => {
  const rotation = createOwnerRotation<number, { readonly name: string }>()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b1+'])
    rotation.add(name.charAt(0), Number(name.charAt(1)), { name })
  expect(rotation.removeFromLongest()?.name).toBe('a3')
  expect(rotation.removeFromLongest()?.name).toBe('b1+')
  expect([rotation.next()?.name, rotation.next()?.name, rotation.next()?.name]).toEqual(['a1', 'b1', 'a2'])
  expect([rotation.size, rotation.removeFromLongest()]).toEqual([0, undefined])
})
