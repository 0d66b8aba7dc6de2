import type { OpenSocket } from './open-socket.ts'
import { textFrame } from './text-frame.ts'
import type { UpdateStream } from './update-stream.ts'

const TAIL = Buffer.from('}')

/**
 * Sends each payload as a separate `next` message, when the next one is requested. For graphql-ws it is a stream without
 * values that ends or fails, so that graphql-ws does not serialize the same message again for thousands of sockets.
 */
export function sendUpdates(socket: OpenSocket, id: string, stream: UpdateStream): UpdateStream {
  const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`)
  const sent: UpdateStream = {
    ...stream,
    async next() {
      for (;;) {
        const next = await stream.next()
        if (next.done) return next
        await socket.sendFrame(textFrame([head, next.value, TAIL]))
      }
    },
    [Symbol.asyncIterator]: () => sent,
  }
  return sent
}
