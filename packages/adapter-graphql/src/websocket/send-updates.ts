import type { OpenSocket } from './open-socket.ts'

/** The payloads of a subscription, as JSON in UTF-8, until it ends or is ended. */
export interface UpdateStream extends AsyncGenerator<Uint8Array, void, undefined> {
  readonly over: Promise<void>
  return(): Promise<IteratorResult<Uint8Array, void>>
}

const OVER = { done: true, value: undefined } as const

/**
 * Maps the values of a source to payloads. When the stream is ended, a pending `next` resolves at once, and no further
 * values follow, whatever the source or the mapping is doing.
 */
export function updateStream(
  source: AsyncIterable<unknown>,
  toPayload: (value: unknown) => Promise<Uint8Array>,
): UpdateStream {
  const iterator = source[Symbol.asyncIterator]()
  const { promise: over, resolve: finish } = Promise.withResolvers<void>()
  let hasEnded = false
  let stopWaiting = () => {}

  async function read(): Promise<IteratorResult<Uint8Array, void>> {
    const next = await iterator.next()
    return next.done ? end() : { done: false, value: await toPayload(next.value) }
  }

  async function end(): Promise<typeof OVER> {
    if (hasEnded) return OVER
    hasEnded = true
    stopWaiting()
    finish()
    await iterator.return?.()
    return OVER
  }

  const stream: UpdateStream = {
    over,
    next: () =>
      hasEnded
        ? Promise.resolve(OVER)
        : new Promise((resolve, reject) => {
            stopWaiting = () => resolve(OVER)
            read().then(resolve, (error) => {
              reject(error)
              void end()
            })
          }),
    return: end,
    async throw(error) {
      await end()
      throw error
    },
    [Symbol.asyncIterator]: () => stream,
    async [Symbol.asyncDispose]() {
      await end()
    },
  }
  return stream
}

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
