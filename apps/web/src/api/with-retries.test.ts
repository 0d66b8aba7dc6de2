import { expect, test } from 'vitest'
import { ApiRefusal } from './api-refusal.ts'
import { withRetries } from './with-retries.ts'

/** Work that is refused this many times before it succeeds, and the waits in between. */
function refusedTimes(times: number, extensions: Readonly<Record<string, unknown>>) {
  const waits: number[] = []
  let tries = 0
  const work = () => {
    tries += 1
    return tries <= times ? Promise.reject(new ApiRefusal('no', extensions)) : Promise.resolve('done')
  }
  const wait = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  return { waits, answer: withRetries(work, { onWait: () => {}, wait, random: () => 0 }) }
}

test('temporary failures are retried with growing delays', async () => {
  const { waits, answer } = refusedTimes(3, { code: 'OVERLOADED', retryable: true })
  expect(await answer).toBe('done')
  expect(waits).toEqual([400, 800, 1_600])
})

test('the wait is as long as the service says', async () => {
  const { waits, answer } = refusedTimes(1, { code: 'RATE_LIMITED', retryAfterMs: 5_000 })
  expect(await answer).toBe('done')
  expect(waits).toEqual([5_000])
})

test('permanent failures are not retried', async () => {
  const { waits, answer } = refusedTimes(1, { code: 'DROP_ENDED' })
  await expect(answer).rejects.toMatchObject({ code: 'DROP_ENDED' })
  expect(waits).toEqual([])
})

test('retries end after the time limit', async () => {
  const { waits, answer } = refusedTimes(100, { code: 'OVERLOADED', retryable: true })
  await expect(answer).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(waits).toHaveLength(11)
})
