import { expect, test } from 'vitest'
import { limitRunning } from './start-operation.ts'

test('at most two tasks of a key run at once, in order, also after one fails; other keys do not wait', async () => {
  const limited = limitRunning(2)
  const [one, other] = [{}, {}]
  let running = 0
  let most = 0
  const begun: number[] = []
  const task = (n: number) => async () => {
    begun.push(n)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running--
    if (n === 1) throw new Error('failed')
    return n
  }
  const answers = [0, 1, 2, 3, 4].map((n) => limited(one, task(n)).catch(() => 'failed'))
  expect(await limited(other, async () => 'at once')).toBe('at once')
  expect(await Promise.all(answers)).toEqual([0, 'failed', 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})
