import type { Files, WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { fromBase64, toBase64 } from './test-cryptography.ts'

/** Files in memory, with access for tests. */
export interface MemoryFiles extends Files {
  /** The stored bytes by name. */
  readonly stored: ReadonlyMap<string, Uint8Array>
}

const SIGNATURES: readonly (readonly [mediaType: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
]

const PIECE_BYTES = 1_000

/** Stores bytes in memory, returns them in small pieces, and detects a few types by their first bytes. */
export function createMemoryFiles(): MemoryFiles {
  const stored = new Map<string, Uint8Array>()
  return {
    stored,
    async put(contentName, bytes) {
      stored.set(contentName, bytes.slice())
    },
    async read(contentName, range) {
      const bytes = stored.get(contentName)
      return bytes && inPieces(range ? bytes.subarray(range.from, range.to + 1) : bytes)
    },
    async remove(contentName) {
      stored.delete(contentName)
    },
    async mediaTypeOf(bytes) {
      const known = SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte))
      return known?.[0] ?? null
    },
    decodeBase64: async (text) => decodeBase64(text),
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES)
}

const BASE64 = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)(={0,2})$/

/** Decodes base64 in either alphabet, but not a mix of both; with full padding or none; without white space. */
function decodeBase64(text: string): Uint8Array | undefined {
  const padding = BASE64.exec(text)?.[1]
  const digits = text.length - (padding?.length ?? 0)
  const isWhole = digits % 4 !== 1 && (padding === '' || text.length % 4 === 0)
  if (padding === undefined || !isWhole) return undefined
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/** Returns the answer of a receiver. Returns a pending promise to simulate a slow receiver. */
export type Receiver = (message: WebhookMessage) => WebhookAnswer | Promise<WebhookAnswer>

/** A sender that sends nothing. It records the messages and answers as configured. */
export interface RecordingSender extends WebhookSender {
  /** All attempts, in the order in which they began. */
  readonly sent: readonly WebhookMessage[]
  /** The number of attempts without an answer. */
  readonly underWay: number
  /** Sets the answer to later attempts. */
  answerWith(receiver: Receiver): void
}

/** A receiver's answer with this status. `retryAfterMs` is the delay that the receiver requested. */
export const answered = (statusCode: number, retryAfterMs: number | null = null): WebhookAnswer => ({
  kind: 'answered',
  statusCode,
  retryAfterMs,
  durationMs: 7,
})

/** Creates a sender that records messages and answers as configured. Default: status 200. */
export function createRecordingSender(): RecordingSender {
  const sent: WebhookMessage[] = []
  let underWay = 0
  let receive: Receiver = () => answered(200)
  return {
    sent,
    get underWay() {
      return underWay
    },
    answerWith(receiver) {
      receive = receiver
    },
    async send(message) {
      sent.push(message)
      underWay++
      try {
        return await receive(message)
      } finally {
        underWay--
      }
    },
    secretFrom: (entropy) => `whsec_${toBase64(entropy)}`,
    objection: (url) =>
      /^https?:\/\/[^\s/]+/.test(url)
        ? undefined
        : { reason: 'NO_URL', message: 'url must begin with https://' },
  }
}
