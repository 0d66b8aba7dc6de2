import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { wasPassedOn } from './direct-request.ts'
import { onClose } from './when-sent.ts'

export interface EarlierAnswers {
  /**
   * Resolves when the answers to earlier requests on the same connection were sent, or the connection has closed. Undefined
   * if there are none.
   */
  areSent(request: IncomingMessage): Promise<void> | undefined
  /** Call this for each request that arrives before Fastify. It must be the only one of its connection. */
  arrived(request: IncomingMessage, response: ServerResponse): void
}

/**
 * A client may send many requests on a connection before it reads an answer (HTTP pipelining). Their results wait as objects,
 * which is less than their texts, until the client has read what comes before.
 */
export function trackEarlierAnswers(scope: FastifyInstance): EarlierAnswers {
  const last = new WeakMap<Socket, ServerResponse>()
  const before = new WeakMap<IncomingMessage, ServerResponse>()
  scope.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    // Other requests of its connection may have arrived since.
    if (wasPassedOn(request)) return done()
    const { socket } = request
    const earlier = last.get(socket)
    if (earlier && !earlier.closed) before.set(request, earlier)
    last.set(socket, response)
    done()
  })
  return {
    arrived: ({ socket }, response) => void last.set(socket, response),
    areSent(request) {
      const earlier = before.get(request)
      const { socket } = request
      if (!earlier || earlier.closed || socket.destroyed) return undefined
      return new Promise((resolve) => {
        const remove = onClose(socket, resolve)
        earlier.once('close', () => {
          remove()
          resolve()
        })
      })
    },
  }
}
