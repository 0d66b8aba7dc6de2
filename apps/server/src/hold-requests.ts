import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** Lets requests wait until `begin` is called. */
export function holdRequests(app: FastifyInstance): { begin(): void } {
  let waiting: (() => void)[] | null = []
  app.addHook('onRequest', (_request, _reply, done) => {
    if (waiting === null) done()
    // `begin` is called in the context of the start.
    else waiting.push(AsyncResource.bind(done))
  })
  return {
    begin() {
      const held = waiting ?? []
      waiting = null
      for (const serve of held) serve()
    },
  }
}
