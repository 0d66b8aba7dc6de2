/** One attempt to hand an event to a receiver. */
export interface WebhookMessage {
  readonly url: string
  /** The event's id: the same on every attempt, so that a receiver can tell a repeat. */
  readonly id: string
  /** The JSON text, sent byte for byte as it was signed. */
  readonly body: string
  /** `whsec_…`: the present secret first, then an older one while it is still good. One signature each. */
  readonly secrets: readonly string[]
  /** Further headers, which the receiver need not know. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What came of one attempt to deliver. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      /** What Retry-After asked for, counted from the answer; null when it did not. */
      readonly retryAfterMs: number | null
      readonly durationMs: number
    }
  /** The address is one that we do not send to (private, loopback, …); nothing was sent. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** No answer: the name, the connection, TLS or the time. */
  | { readonly kind: 'failed'; readonly reason: string; readonly durationMs: number }

/**
 * Sends webhooks by Standard Webhooks 1.0, at the world's time: a receiver believes none that is minutes off, whatever
 * the service's own clock says. Never throws for what a receiver does.
 */
export interface WebhookSender {
  send(message: WebhookMessage): Promise<WebhookAnswer>
  /** A secret as Standard Webhooks writes it, `whsec_…`, from 24 to 64 unpredictable bytes. */
  secretFrom(entropy: Uint8Array): string
  /** Why this URL can never be sent to (its syntax, a literal address), or undefined: names are judged when sending. */
  objection(url: string): string | undefined
}
