import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWebhookSender } from './webhook-sender.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a receiver has fifteen seconds to answer', async () => {
  const sender = createWebhookSender({
    machineNow: Date.now,
    allowPrivate: true,
    resolve: () => new Promise(() => {}),
  })
  let answer: unknown
  const secrets = [sender.secretFrom(new Uint8Array(32))]
  const sent = sender
    .send({ url: 'http://silent.test/', id: 'event_1', body: '{}', secrets })
    .then((given) => {
      answer = given
    })
  await vi.advanceTimersByTimeAsync(14_999)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await sent
  expect(answer).toMatchObject({ kind: 'failed', reason: 'no answer within 15000 ms' })
  await sender.close()
})
