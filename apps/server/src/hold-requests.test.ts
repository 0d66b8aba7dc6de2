import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { holdRequests } from './hold-requests.ts'

test('requests wait until the start has ended, and continue in their own context', async () => {
  const contexts = new AsyncLocalStorage<string>()
  const app = Fastify()
  app.addHook('onRequest', ({ url }, _reply, done) => contexts.run(url, done))
  const held = holdRequests(app)
  const served: string[] = []
  app.get('/:n', async ({ url }) => {
    served.push(url)
    return contexts.getStore()
  })
  const answers = ['/1', '/2'].map((url) => app.inject(url))
  await app.ready()
  await setImmediate()
  expect(served).toEqual([])
  held.begin()
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['/1', '/2'])
  expect((await app.inject('/3')).body).toBe('/3')
})
