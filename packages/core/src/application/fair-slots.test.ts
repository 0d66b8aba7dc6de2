import { expect, test } from 'vitest'
import { createFairSlots, createOwnerRotation, createRotation } from './fair-slots.ts'

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

/** Slots whose tasks end when the test ends them. */
function opened(mostWaiting: number, mostRunningOfOwner?: number) {
  const most = mostRunningOfOwner === undefined ? {} : { mostRunningOfOwner }
  const run = createFairSlots({ mostRunning: 2, mostWaiting, ...most })
  const running = new Map<string, () => void>()
  const displaced: string[] = []
  const started: string[] = []
  return {
    running,
    displaced,
    started,
    add(name: string) {
      const work = () =>
        new Promise<string>((resolve) => {
          started.push(name)
          running.set(name, () => resolve(name))
        })
      void run(name.charAt(0), work).then((answer) => {
        if (answer === undefined) displaced.push(name)
      })
    },
    async end(name: string) {
      running.get(name)?.()
      running.delete(name)
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}

test('so many tasks run at a time, and owners take turns', async () => {
  const { add, end, running, started } = opened(10)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) add(name)
  expect([...running.keys()]).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4'])
  for (const name of ['c1', 'a4']) await end(name)
  add('d1')
  expect([...running.keys()]).toEqual(['d1'])
})

test('when too many wait, an owner with many tasks displaces its own newest ones', async () => {
  const { add, end, displaced, started } = opened(3)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'd1']) add(name)
  await end('nothing')
  expect(displaced.toSorted()).toEqual(['a4', 'a5', 'a6', 'd1'])
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('a task that fails gives its slot back', async () => {
  const run = createFairSlots({ mostRunning: 1, mostWaiting: 1 })
  const failing = run('a', () => Promise.reject(new Error('broken')))
  const next = run('a', async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('an owner whose tasks do not end leaves slots to others, and gets a slot when one of its own ends', async () => {
  const { add, end, started } = opened(10, 1)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) add(name)
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'b2'])
  await end('b2')
  add('c1')
  expect(started).toEqual(['a1', 'b1', 'b2', 'c1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'b2', 'c1', 'a2'])
})
