import type { OpenSocket } from './open-socket.ts'
import { textFrame } from './text-frame.ts'
import type { UpdateStream } from './update-stream.ts'

const TAIL = Buffer.from('}')

/**
 * Sends each payload as a `next` message of its own, when it is asked for the next thing. To graphql-ws, which asks,
 * it is a stream of nothing that ends or fails: to write one message anew for each of thousands is what it is kept from.
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
