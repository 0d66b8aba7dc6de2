import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How much more of a body is taken from whoever has been answered already, and for how long. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000
const LOOK_EVERY_MS = 50

/**
 * Answers that are given before a body has been read whole, because it is too large or nobody may send it: they reach
 * clients that read nothing before they have sent everything. A connection that is closed while its client still
 * sends is reset, and an answer on its way is lost. So it stays open, what still comes is dropped, and only who goes
 * on sending for too long is cut off.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // Fastify would have the connection closed.
    if (!raw.complete) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // One that was injected (Fastify's `inject`) says nothing of this, and has no socket.
    if (raw.complete === false && !raw.socket.destroyed) dropRest(raw.socket, () => raw.complete)
    done()
  })
}

/** Node drops what comes of a request that is answered; this puts an end to it. */
function dropRest(socket: Socket, isWhole: () => boolean): void {
  const until = performance.now() + MOST_MS
  const lastByte = socket.bytesRead + MOST_BYTES
  const watch = setInterval(() => {
    if (isWhole() || socket.destroyed) clearInterval(watch)
    else if (socket.bytesRead > lastByte || performance.now() > until) socket.destroy()
  }, LOOK_EVERY_MS)
  watch.unref()
}
