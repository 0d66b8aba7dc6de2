import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onClose } from './when-sent.ts'

export interface EarlierAnswers {
  /**
   * Resolves when the answers to earlier requests on the same connection were sent, or the connection has closed. Undefined
   * if there are none.
   */
  areSent(request: IncomingMessage): Promise<void> | undefined
  /** Call this for each request that arrives before Fastify. It must be the only one of its connection. */
  arrived(request: IncomingMessage, response: ServerResponse): void
  /** Call this before such a request is passed on to Fastify. */
  passOn(request: IncomingMessage): void
}

/**
 * A client may send many requests on a connection before it reads an answer (HTTP pipelining). Their results wait as objects,
 * which is less than their texts, until the client has read what comes before.
 */
export function trackEarlierAnswers(scope: FastifyInstance): EarlierAnswers {
  const last = new WeakMap<Socket, ServerResponse>()
  const before = new WeakMap<IncomingMessage, ServerResponse>()
  /** Requests that have arrived before Fastify. Others of their connection may have arrived since. */
  const passedOn = new WeakSet<IncomingMessage>()
  scope.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    if (passedOn.has(request)) return done()
    const { socket } = request
    const earlier = last.get(socket)
    if (earlier && !earlier.closed) before.set(request, earlier)
    last.set(socket, response)
    done()
  })
  return {
    arrived: ({ socket }, response) => void last.set(socket, response),
    passOn: (request) => void passedOn.add(request),
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
