import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How many requests of a connection are in progress at the same time. */
const MOST_AT_ONCE = 4

interface Requests {
  inProgress: number
  readonly waiting: (() => void)[]
}

/**
 * Serves a few requests of a connection at a time. A client may send many before it reads an answer (HTTP pipelining), and each
 * takes memory until all before it are answered. While some wait, nothing more is read from the connection.
 */
export function limitPipelining(app: FastifyInstance): void {
  const bySocket = new WeakMap<Socket, Requests>()

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const requests = bySocket.get(socket) ?? { inProgress: 0, waiting: [] }
    bySocket.set(socket, requests)
    response.once('close', () => {
      // The client has gone, so nobody would read the answers to the waiting requests.
      if (socket.destroyed) requests.waiting.length = 0
      const next = requests.waiting.shift()
      if (!next) {
        requests.inProgress--
        return
      }
      if (requests.waiting.length === 0) socket.resume()
      next()
    })
    if (requests.inProgress < MOST_AT_ONCE) {
      requests.inProgress++
      done()
      return
    }
    requests.waiting.push(done)
    socket.pause()
  })
}
