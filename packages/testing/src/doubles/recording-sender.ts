import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { toBase64 } from './base64.ts'

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
