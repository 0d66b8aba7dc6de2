import type {
  Address,
  EventType,
  Session,
  SignInChallenge,
  UploadedFile,
  User,
  Webhook,
  WebhookDelivery,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { SAMPLE_NOW, uniquePart } from './sample-records.ts'

export function sampleWebhook(owner: User, n: number, more: Partial<Webhook> = {}): Webhook {
  return {
    id: idOf('webhook', uniquePart(n)),
    ownerId: owner.id,
    url: `https://example.org/hook/${n}`,
    events: ['*'],
    secret: `sealed:secret ${n}`,
    previousSecret: null,
    isActive: true,
    failingSince: null,
    createdAt: SAMPLE_NOW - 1,
    updatedAt: SAMPLE_NOW - 1,
    ...more,
  }
}

/** A delivery of the event at a log position to a webhook, due from `SAMPLE_NOW` on. */
export function sampleDelivery(
  webhook: Webhook,
  event: { readonly position: number; readonly type: EventType },
  more: Partial<WebhookDelivery> = {},
): WebhookDelivery {
  const part = `${event.position.toString(16).padStart(16, '0')}${webhook.id.slice(-16)}`
  return {
    id: idOf('delivery', part),
    webhookId: webhook.id,
    position: event.position,
    eventType: event.type,
    attempts: 0,
    state: { kind: 'waiting', nextAttemptAt: SAMPLE_NOW },
    statusCode: null,
    error: null,
    attemptLog: [],
    ...more,
  }
}

export function sampleFile(owner: User, n: number, more: Partial<UploadedFile> = {}): UploadedFile {
  return {
    id: idOf('file', uniquePart(n)),
    ownerId: owner.id,
    contentHash: n.toString(16).padStart(64, '0'),
    contentName: `${n.toString(16).padStart(64, '0')}-${uniquePart(n)}`,
    filename: `picture ${n}.png`,
    contentType: 'image/png',
    inlineType: 'image/png',
    sizeBytes: 1_000 + n,
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export function sampleSession(user: User, n: number, more: Partial<Session> = {}): Session {
  return {
    id: idOf('session', uniquePart(n)),
    userId: user.id,
    secretHash: (0x5e55n * 2n ** 64n + BigInt(n)).toString(16).padStart(64, '0'),
    expiresAt: SAMPLE_NOW + 60_000,
    revokedAt: null,
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export const sampleChallenge = (
  address: Address,
  n: number,
  more: Partial<SignInChallenge> = {},
): SignInChallenge => ({
  nonce: n.toString(16).padStart(32, '0'),
  address,
  message: `Sign in\n\nNonce: ${n} ☂`,
  expiresAt: SAMPLE_NOW + 300_000,
  usedAt: null,
  requester: '',
  ...more,
})
