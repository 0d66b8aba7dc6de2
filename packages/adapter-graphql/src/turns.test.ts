import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('continues a number of tasks per turn of the event loop, in order, with other work in between', async () => {
  const turns = createTurns(3)
  const seen: (number | string)[] = []
  const going = Array.from({ length: 8 }, async (_, n) => {
    await turns.next()
    seen.push(n)
  })
  const between = () => {
    seen.push('another')
    if (seen.length < 10) setImmediate(between)
  }
  setImmediate(between)
  await Promise.all(going)
  expect(seen.slice(0, 10)).toEqual([0, 1, 2, 'another', 3, 4, 5, 'another', 6, 7])
})
