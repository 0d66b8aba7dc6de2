import type { DocumentNode, ExecutionResult } from 'graphql'
import type { Context } from '../context.ts'
import { SMALL_ANSWER_BYTES } from '../limits/answer-size.ts'
import type { LargeAnswers } from '../limits/large-answers.ts'
import { type OpenSocket, partyOfSocket } from './open-socket.ts'

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
export function sendUpdates(
  socket: OpenSocket,
  id: string,
  stream: UpdateStream,
  largeAnswers: LargeAnswers,
): UpdateStream {
  const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`)
  async function send(payload: Uint8Array): Promise<void> {
    const frame = () => socket.sendFrame(textFrame([head, payload, TAIL]))
    if (payload.length <= SMALL_ANSWER_BYTES) {
      await frame()
      return
    }
    // Sockets may share a payload, but each has its own copy to send.
    const end = await largeAnswers.countWhenRead(partyOfSocket(socket), payload.length, socket)
    try {
      await frame()
    } finally {
      end()
    }
  }
  const sent: UpdateStream = {
    ...stream,
    async next() {
      for (;;) {
        const next = await stream.next()
        if (next.done) return next
        await send(next.value)
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

/** The operation that is executed for an update. The document is the same object for all sockets with the same text. */
interface SharedQuestion {
  readonly document: DocumentNode
  /** The operation's name and its variables. */
  readonly details: string
}

interface SharedResults {
  /**
   * Returns the result of an operation for an update. `makeContext` and `run` are used only if no result for the same
   * operation and update exists, or if that result depends on its caller.
   */
  of(
    update: object,
    query: SharedQuestion,
    makeContext: () => Context,
    run: (context: Context) => Promise<ExecutionResult>,
  ): Promise<ExecutionResult>
}

interface Made {
  readonly result: ExecutionResult
  readonly isForAll: boolean
}

/**
 * Executes the same operation once per update for thousands of subscribers. A result is shared if nothing in its execution
 * read the caller. A result with an error is never shared, because it contains a request id.
 */
export function createSharedResults(): SharedResults {
  const byUpdate = new WeakMap<object, Map<DocumentNode, Map<string, Promise<Made | null>>>>()
  return {
    async of(update, { document, details }, makeContext, run) {
      const ofUpdate = entry(byUpdate, update, () => new Map())
      const ofDocument = entry(ofUpdate, document, () => new Map())
      const known = ofDocument.get(details)
      if (known) {
        const made = await known
        return made?.isForAll ? made.result : run(makeContext())
      }
      const { context, asksWho } = watched(makeContext())
      const making = run(context)
      ofDocument.set(
        details,
        making.then(
          (result) => ({ result, isForAll: !asksWho() && !result.errors }),
          () => null,
        ),
      )
      return making
    },
  }
}

/** A context that records whether anything that depends on the caller was read. */
function watched(context: Context): { readonly context: Context; readonly asksWho: () => boolean } {
  let isAsked = false
  const noting = <T>(value: T): T => {
    isAsked = true
    return value
  }
  return {
    asksWho: () => isAsked,
    context: {
      services: context.services,
      objects: context.objects,
      get caller() {
        return noting(context.caller)
      },
      get requestId() {
        return noting(context.requestId)
      },
      get loaders() {
        return noting(context.loaders)
      },
    },
  }
}

interface Entries<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

function entry<Key, Value>(entries: Entries<Key, Value>, key: Key, make: () => Value): Value {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}
