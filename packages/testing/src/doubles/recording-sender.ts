import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { toBase64 } from './base64.ts'

/** What a receiver answers; a promise that is not resolved yet is one that takes its time. */
export type Receiver = (message: WebhookMessage) => WebhookAnswer | Promise<WebhookAnswer>

/** Sends nowhere: remembers what it was given, and answers as it was told to. */
export interface RecordingSender extends WebhookSender {
  /** Every attempt, in the order in which they began. */
  readonly sent: readonly WebhookMessage[]
  /** How many attempts have not been answered yet. */
  readonly underWay: number
  /** From now on receivers answer like this. */
  answerWith(receiver: Receiver): void
}

/** A receiver's answer with this status; `retryAfterMs` is what it asked to be left alone for. */
export const answered = (statusCode: number, retryAfterMs: number | null = null): WebhookAnswer => ({
  kind: 'answered',
  statusCode,
  retryAfterMs,
  durationMs: 7,
})

/** A sender that keeps what it was given and answers as it is told: 200 unless told. */
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
    objection: (url) => (/^https?:\/\/[^\s/]+/.test(url) ? undefined : 'url must begin with https://'),
  }
}
