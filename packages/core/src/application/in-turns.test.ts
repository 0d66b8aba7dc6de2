import { expect, test } from 'vitest'
import type { Slices } from '../domain/slices.ts'
import { inTurns } from './in-turns.ts'

test('of all works of a service, one slice runs in each turn of the event loop, and the works alternate', async () => {
  const slices: string[] = []
  let turn = 0
  const endOfTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        turn++
        resolve()
      })
    })
  function* work(name: string): Slices<string> {
    slices.push(`${turn} ${name}`)
    yield
    slices.push(`${turn} ${name}`)
    return name
  }
  const all = ['a', 'b', 'c'].map((name) => inTurns({ endOfTurn }, work(name)))
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  expect(slices).toEqual(['1 a', '2 b', '3 c', '4 a', '5 b', '6 c'])
})

test('without turns, a work is done at once', async () => {
  function* work(): Slices<number> {
    yield
    return 7
  }
  expect(await inTurns({}, work())).toBe(7)
})
