import { type KeyObject, sign } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '@dropkit/core/internal'
import { ED25519_SIGNATURE_BYTES } from './ed25519-keys.ts'

/** Texts to sign, for the thread. Its answer is one signature after the other, as bytes. */
export interface SigningOrder {
  /** Whether the thread forgets all keys first. */
  readonly forgetsKeys: boolean
  /** Keys that the thread does not know yet. The thread numbers its keys in the order of their arrival. */
  readonly newKeys: readonly KeyObject[]
  /** One text after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The length of each text, in bytes. */
  readonly lengths: readonly number[]
  /** The number of each text's key. */
  readonly keys: readonly number[]
}

interface Wanted {
  readonly key: KeyObject
  readonly bytes: Uint8Array
  readonly resolve: (signature: string) => void
  readonly reject: (cause: Error) => void
}

/** Fewer texts are signed in the thread pool, on several cores at once. */
const FEW = 8
/** The texts of an order. The first answers of a large batch do not wait for its last ones. */
const MOST_OF_ORDER = 64
/** After this long without a batch, the thread ends. */
const IDLE_MS = MINUTE_MS
/** How many drops' keys are kept, here and in the thread. A kept key takes 1.4 kB. Opening it again takes 170 µs of the main thread. */
export const MOST_KEYS = 10_000

/**
 * Returns a function that signs a text with Ed25519: base64 of 64 bytes. The texts that are asked for in the same turn of the
 * event loop are signed together on a thread, because each job for the thread pool costs the main thread a third of a
 * signature. The thread starts with the first such batch, and ends after a minute without one. If it fails, the thread pool
 * signs.
 */
export function createVoucherSignatures(
  url = new URL(`./voucher-signature-thread${import.meta.url.slice(-3)}`, import.meta.url),
): (key: KeyObject, bytes: Uint8Array) => Promise<string> {
  let wanted: Wanted[] = []
  let thread: SigningThread | undefined

  function signAll(): void {
    const batch = wanted
    wanted = []
    if (batch.length < FEW) {
      batch.forEach(signInPool)
      return
    }
    for (let start = 0; start < batch.length; start += MOST_OF_ORDER)
      signInThread(batch.slice(start, start + MOST_OF_ORDER))
  }

  function start(): SigningThread {
    const started = startThread(url, () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  function signInThread(batch: readonly Wanted[]): void {
    try {
      thread ??= start()
      thread.sign(batch)
    } catch {
      // The thread may not know the keys that it was told last.
      thread = undefined
      batch.forEach(signInPool)
    }
  }

  return (key, bytes) =>
    new Promise((resolve, reject) => {
      // The claims of a batch ask in microtasks, all of which run before this one.
      if (wanted.push({ key, bytes, resolve, reject }) === 1) process.nextTick(signAll)
    })
}

function signInPool({ key, bytes, resolve, reject }: Wanted): void {
  sign(null, bytes, key, (error, signature) => {
    if (error) reject(error)
    else resolve(signature.toString('base64'))
  })
}

interface SigningThread {
  sign(batch: readonly Wanted[]): void
}

function startThread(url: URL, onEnd: () => void): SigningThread {
  const worker = new Worker(url, { resourceLimits: { maxYoungGenerationSizeMb: 2 } })
  const numbers = new Map<KeyObject, number>()
  const unanswered: (readonly Wanted[])[] = []
  const idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref()
  worker.unref()
  worker.on('message', (signatures: Uint8Array) => {
    const batch = unanswered.shift() ?? []
    if (unanswered.length === 0) worker.unref()
    const bytes = Buffer.from(signatures.buffer)
    batch.forEach(({ resolve }, place) => {
      const start = place * ED25519_SIGNATURE_BYTES
      resolve(bytes.toString('base64', start, start + ED25519_SIGNATURE_BYTES))
    })
  })
  // The reason does not matter: an error of a text or a key is found again in the thread pool.
  worker.on('error', () => {})
  worker.on('exit', () => {
    clearTimeout(idle)
    onEnd()
    for (const batch of unanswered.splice(0)) batch.forEach(signInPool)
  })

  function orderOf(batch: readonly Wanted[]): SigningOrder {
    const forgetsKeys = numbers.size + batch.length > MOST_KEYS
    if (forgetsKeys) numbers.clear()
    const newKeys: KeyObject[] = []
    const keys = batch.map(({ key }) => {
      const known = numbers.get(key) ?? numbers.size
      if (known === numbers.size) {
        numbers.set(key, known)
        newKeys.push(key)
      }
      return known
    })
    const bytes = new Uint8Array(batch.reduce((sum, { bytes: text }) => sum + text.length, 0))
    let end = 0
    for (const { bytes: text } of batch) {
      bytes.set(text, end)
      end += text.length
    }
    return { forgetsKeys, newKeys, bytes, lengths: batch.map(({ bytes: text }) => text.length), keys }
  }

  return {
    sign(batch) {
      const order = orderOf(batch)
      worker.postMessage(order, [order.bytes.buffer])
      unanswered.push(batch)
      idle.refresh()
      worker.ref()
    },
  }
}
