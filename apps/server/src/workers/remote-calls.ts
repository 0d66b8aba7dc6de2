import { deserialize, serialize } from 'node:v8'

/** The outcome of a call to another process. An error of its handler is thrown again. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly value: unknown }
  /** The other process does not exist or is ending. Its handler did not run. */
  | { readonly kind: 'not_begun' }
  /** The other process ended before it answered. Its handler may have run. */
  | { readonly kind: 'lost' }

/** Arguments and results are plain data. */
export type Handler = (given: never, from: Place) => Promise<unknown>

/** Remote calls between the processes of a group. */
export interface RemoteCalls {
  call(to: Place, name: string, given: unknown): Promise<CallOutcome>
  serve(name: string, handler: Handler): void
  /** Takes the bytes that arrived from a place. */
  receive(from: Place, bytes: Uint8Array): void
  /** Marks a place as ended. Its open calls resolve with `lost`. */
  forget(place: Place): void
  /** Rejects new calls of other processes, and resolves when the running ones are answered. */
  drain(): Promise<void>
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly given: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'not_begun'; readonly id: number }
  | { readonly kind: 'error'; readonly id: number; readonly error: SentError }

type Call = Extract<Message, { kind: 'call' }>

/** The fields of an error that are sent, because structured cloning loses the class. */
interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly retryable: unknown
}

interface Waiting {
  readonly to: Place
  readonly resolve: (outcome: CallOutcome) => void
  readonly reject: (error: unknown) => void
}

/** `send` is called with the bytes for each place, once per turn of the event loop. */
export function createRemoteCalls(
  send: (parcels: readonly (readonly [to: Place, bytes: Uint8Array])[]) => void,
): RemoteCalls {
  const waiting = new Map<number, Waiting>()
  const handlers = new Map<string, Handler>()
  const running = new Set<Promise<void>>()
  let isDraining = false
  let lastId = 0
  const post = perTurn<Place, Message>((turn) =>
    send([...turn].map(([to, messages]) => [to, pack(messages)] as const)),
  )

  function start(from: Place, call: Call, handler: Handler): void {
    const run = answer(from, call, handler).finally(() => running.delete(run))
    running.add(run)
  }

  async function answer(from: Place, { id, name, given }: Call, handler: Handler): Promise<void> {
    try {
      post(from, { kind: 'answer', id, value: await handler(given as never, from) })
    } catch (error) {
      post(from, { kind: 'error', id, error: sentErrorOf(error, name) })
    }
  }

  function take(from: Place, message: Message): void {
    if (message.kind === 'call') {
      const handler = isDraining ? undefined : handlers.get(message.name)
      if (handler === undefined) post(from, { kind: 'not_begun', id: message.id })
      else start(from, message, handler)
      return
    }
    const call = waiting.get(message.id)
    // Calls to an ended place are resolved already, even if its answer still arrives.
    if (call?.to !== from) return
    waiting.delete(message.id)
    if (message.kind === 'answer') call.resolve({ kind: 'answered', value: message.value })
    else if (message.kind === 'not_begun') call.resolve({ kind: 'not_begun' })
    else call.reject(errorFrom(message.error))
  }

  return {
    call: (to, name, given) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { to, resolve, reject })
        post(to, { kind: 'call', id, name, given })
      }),
    serve: (name, handler) => void handlers.set(name, handler),
    receive(from, bytes) {
      for (const message of unpack(bytes)) take(from, message as Message)
    },
    forget(place) {
      for (const [id, { to, resolve }] of waiting) {
        if (to !== place) continue
        waiting.delete(id)
        resolve({ kind: 'lost' })
      }
    },
    async drain() {
      isDraining = true
      await Promise.all(running)
      // The last answers are sent at the end of this turn.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

function sentErrorOf(error: unknown, name: string): SentError {
  if (!(error instanceof Error))
    return {
      name: 'Error',
      message: `${name} failed: ${String(error)}`,
      stack: undefined,
      retryable: undefined,
    }
  const { retryable } = error as { readonly retryable?: unknown }
  return { name: error.name, message: error.message, stack: error.stack, retryable }
}

function errorFrom({ name, message, stack, retryable }: SentError): Error {
  const error = new Error(message)
  return Object.assign(error, { name, stack, ...(typeof retryable === 'boolean' ? { retryable } : {}) })
}

/** A process of the group. 0 is the primary, every other number is a worker. A number is never used again. */
export type Place = number

export const PRIMARY: Place = 0

/**
 * The messages between two processes, batched per turn of the event loop. The primary forwards the bytes without reading
 * them. In a message to the primary, the place is the destination; in a message from the primary, it is the source.
 */
export interface Parcels {
  readonly parcels: readonly (readonly [place: Place, messages: Uint8Array])[]
}

export const isParcels = (message: unknown): message is Parcels =>
  typeof message === 'object' && message !== null && 'parcels' in message && Array.isArray(message.parcels)

const pack = (messages: readonly unknown[]): Uint8Array => serialize(messages)

/** The bytes are trusted, because only processes of the same group can write to the pipe. */
const unpack = (bytes: Uint8Array): readonly unknown[] => deserialize(bytes) as unknown[]

/** Collects the items of one turn of the event loop by key, and passes them to `flush` once. */
export function perTurn<Key, Item>(
  flush: (collected: ReadonlyMap<Key, readonly Item[]>) => void,
): (key: Key, item: Item) => void {
  let collected = new Map<Key, Item[]>()
  return (key, item) => {
    if (collected.size === 0) {
      setImmediate(() => {
        const full = collected
        collected = new Map()
        flush(full)
      })
    }
    const items = collected.get(key)
    if (items) items.push(item)
    else collected.set(key, [item])
  }
}
