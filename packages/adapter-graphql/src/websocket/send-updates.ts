import type { OpenSocket } from './open-socket.ts'
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

const FINAL_TEXT = 0x81
const TWO_BYTES_OF_LENGTH = 126
const EIGHT_BYTES_OF_LENGTH = 127
const MOST_IN_TWO_BYTES = 0xffff

/**
 * Encodes a text, given as parts in UTF-8, as one unmasked WebSocket frame of a server (RFC 6455, 5.2). The parts of a
 * message to thousands of sockets are encoded once. Each socket gets a contiguous copy, which is one write to the network.
 */
export function textFrame(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const start = length < TWO_BYTES_OF_LENGTH ? 2 : length <= MOST_IN_TWO_BYTES ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = FINAL_TEXT
  if (start === 2) frame[1] = length
  else if (start === 4) {
    frame[1] = TWO_BYTES_OF_LENGTH
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = EIGHT_BYTES_OF_LENGTH
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  let at = start
  for (const part of parts) {
    frame.set(part, at)
    at += part.length
  }
  return frame
}
