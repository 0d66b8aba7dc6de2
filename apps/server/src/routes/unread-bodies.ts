import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How many more bytes of a body are accepted after the response, and for how long. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000
const LOOK_EVERY_MS = 50

/**
 * Delivers responses that are sent before the body was read completely, for example because the body is too large or the
 * caller is not authenticated. Closing a connection while the client still sends resets it, and the response is lost. The
 * connection therefore stays open and the rest of the body is discarded, up to a limit.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // With this header, the connection would be closed after the response.
    if (!raw.complete) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // A request of Fastify's `inject` has no `complete` property and no socket.
    if (raw.complete === false && !raw.socket.destroyed) dropRest(raw.socket, () => raw.complete)
    done()
  })
}

/** Node discards the rest of the body of an answered request. This closes the socket if there is too much of it. */
function dropRest(socket: Socket, isWhole: () => boolean): void {
  const until = performance.now() + MOST_MS
  const lastByte = socket.bytesRead + MOST_BYTES
  const watch = setInterval(() => {
    if (isWhole() || socket.destroyed) clearInterval(watch)
    else if (socket.bytesRead > lastByte || performance.now() > until) socket.destroy()
  }, LOOK_EVERY_MS)
  watch.unref()
}
