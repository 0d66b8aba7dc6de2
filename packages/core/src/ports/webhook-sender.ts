import type { InputReason } from '../domain/refusal-reasons.ts'

/** One attempt to deliver an event. */
export interface WebhookMessage {
  readonly url: string
  /** The event's id. It is the same on every attempt, so that a receiver recognizes repeats. */
  readonly id: string
  /** The JSON text, sent byte for byte as it was signed. */
  readonly body: string
  /** `whsec_…`: the current secret first, then the replaced ones that are still valid. One signature per secret. */
  readonly secrets: readonly string[]
  /** Additional headers that the receiver may ignore. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The result of one attempt. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      /** The wait that Retry-After requested, counted from the answer; null without the header. */
      readonly retryAfterMs: number | null
      readonly durationMs: number
    }
  /** The address is forbidden (private, loopback, …). Nothing was sent. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** There was no answer: the name, the connection, TLS or the time failed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly durationMs: number }
  /** The sender itself ended before an answer, so the attempt says nothing about the receiver. */
  | { readonly kind: 'aborted'; readonly reason: string; readonly durationMs: number }

/**
 * Sends webhooks according to Standard Webhooks 1.0. It uses real time, because receivers reject messages that are minutes
 * off, whatever the service's own clock says. Never throws because of a receiver.
 */
export interface WebhookSender {
  send(message: WebhookMessage): Promise<WebhookAnswer>
  /** A secret in the form of Standard Webhooks, `whsec_…`, from 24 to 64 unpredictable bytes. */
  secretFrom(entropy: Uint8Array): string
  /**
   * Why this URL can never be used (its syntax, a literal address); undefined if it can. Names are checked when sending.
   */
  objection(url: string): UrlObjection | undefined
}

/** Why a URL can never be used. */
export interface UrlObjection {
  readonly reason: Extract<InputReason, 'HAS_CREDENTIALS' | 'NOT_PUBLIC' | 'NO_URL' | 'TOO_LONG'>
  readonly message: string
}
