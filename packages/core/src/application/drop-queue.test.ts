import { expect, test } from 'vitest'
import { createKeyedQueue } from './drop-queue.ts'

test('runs work with one key in order, also after a failure, and other keys at the same time', async () => {
  const queue = createKeyedQueue()
  const log: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const results = await Promise.allSettled([
    queue('a', work('first', true)),
    queue('a', work('second')),
    queue('b', work('other')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(log.filter((line) => !line.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ])
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('first ends'))
  expect(await queue('a', work('third'))).toBe('third')
})
