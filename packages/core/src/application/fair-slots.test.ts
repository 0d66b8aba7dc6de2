import { expect, test } from 'vitest'
import { createFairSlots } from './fair-slots.ts'

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
