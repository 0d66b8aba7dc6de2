import type { WebhookMessage } from '@dropkit/core'
import { Webhook } from 'standardwebhooks'

const SECRET_PREFIX = 'whsec_'
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

/**
 * Writes a secret in the format of Standard Webhooks 1.0: `whsec_` and base64.
 *
 * @param bytes 24 to 64 unpredictable bytes.
 */
export function createWebhookSecret(bytes: Uint8Array): string {
  if (bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) {
    throw new RangeError(`a webhook's secret has ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes`)
  }
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`
}

export interface SignatureHeaders {
  readonly 'webhook-id': string
  /** Unix seconds. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * The headers that a receiver verifies, according to Standard Webhooks 1.0. There is one signature per secret, so that both
 * the old and the new secret work during a rotation. Throws if there is no secret, or if one is invalid.
 *
 * @param sentAt Unix milliseconds, by real time.
 */
export function signatureHeaders(
  { id, body, secrets }: Pick<WebhookMessage, 'id' | 'body' | 'secrets'>,
  sentAt: number,
): SignatureHeaders {
  if (secrets.length === 0) throw new TypeError('a webhook is not sent without a signature')
  const timestamp = new Date(sentAt)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' '),
  }
}
