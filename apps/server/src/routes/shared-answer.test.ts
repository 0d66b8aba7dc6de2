import { expect, test } from 'vitest'
import { sharedAnswer } from './shared-answer.ts'

test('callers share a running answer, and its result until it is too old', async () => {
  let now = 0
  let runs = 0
  const started: PromiseWithResolvers<string>[] = []
  const ask = sharedAnswer(
    () => {
      runs++
      const answer = Promise.withResolvers<string>()
      started.push(answer)
      return answer.promise
    },
    1_000,
    () => now,
  )
  const both = Promise.all([ask(), ask()])
  now = 5_000
  const third = ask()
  started[0]?.resolve('first')
  expect([await both, await third]).toEqual([['first', 'first'], 'first'])
  now = 5_999
  expect(await ask()).toBe('first')
  expect(runs).toBe(1)
  now = 6_000
  const next = ask()
  started[1]?.resolve('second')
  expect(await next).toBe('second')
})

test('an error is not reused', async () => {
  let runs = 0
  const ask = sharedAnswer(async () => {
    runs++
    if (runs === 1) throw new Error('broken')
    return 'works'
  }, 60_000)
  const outcomes = await Promise.allSettled([ask(), ask()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe('works')
  expect(runs).toBe(2)
})

test('answers that may not be reused are shared while they run', async () => {
  let runs = 0
  const ask = sharedAnswer(async () => ++runs, 0)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(2)
})
