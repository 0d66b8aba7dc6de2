import type { Sealed } from './drop.ts'
import { coversEvent, EVENT_TYPES, type EventType, type LoggedEvent, unknownEvents } from './event.ts'
import type { UserId, WebhookDeliveryId, WebhookId } from './ids.ts'
import { DAY_MS, HOUR_MS, type Instant, toIso } from './instant.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/** The URL and the events of a user's webhook. */
export interface Webhook {
  readonly id: WebhookId
  readonly ownerId: UserId
  readonly url: string
  /** Event names, `drop.*` for an area, `*` for all. */
  readonly events: readonly string[]
  /** `whsec_…`, sealed. */
  readonly secret: Sealed
  /** The secret before the last rotation. It stays valid beside the new one for a while. */
  readonly previousSecret: { readonly secret: Sealed; readonly until: Instant } | null
  /** The secrets before it that were still valid at the last rotation, sealed together: a list of `ReplacedSecret` in JSON. */
  readonly earlierSecrets: Sealed | null
  readonly isActive: boolean
  /** Since when every attempt has failed; null after a success. */
  readonly failingSince: Instant | null
  /** When an attempt has failed since then, at most `NOTED_WITHIN_MS` before the last one that did. */
  readonly lastFailedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A secret that was replaced, and until when it stays valid. */
export interface ReplacedSecret {
  readonly secret: string
  readonly until: Instant
}

/** The delivery of one event to one webhook. */
export interface WebhookDelivery {
  readonly id: WebhookDeliveryId
  readonly webhookId: WebhookId
  /** The event's position in the log. The event's id is the delivery's `webhook-id`. */
  readonly position: number
  readonly eventType: EventType
  /** Attempts so far, or since a resend. */
  readonly attempts: number
  readonly state:
    | { readonly kind: 'waiting'; readonly nextAttemptAt: Instant }
    | { readonly kind: 'delivered'; readonly at: Instant }
    | { readonly kind: 'given_up'; readonly at: Instant }
  /** The HTTP status of the last of these attempts. */
  readonly statusCode: number | null
  readonly error: string | null
  /** The last attempts, also those before a resend, oldest first: at most `ATTEMPTS_KEPT`. */
  readonly attemptLog: readonly DeliveryAttempt[]
}

/** One attempt to deliver an event, and its result. */
export interface DeliveryAttempt {
  /** Counts all attempts of the delivery, from 1. */
  readonly number: number
  readonly at: Instant
  readonly statusCode: number | null
  readonly error: string | null
  /** Until the answer or the failure; null if nothing was sent. */
  readonly durationMs: number | null
  /** When the next attempt was due after this one; null if this was the last one. */
  readonly nextAttemptAt: Instant | null
}

/** How long a replaced secret stays valid, so that a receiver which still has it misses no event. */
export const REPLACED_SECRET_VALID_MS = DAY_MS
/** Bounds the signatures of a message: the replaced secrets of a webhook that are valid at the same time. */
export const MAX_REPLACED_SECRETS = 8

/** Bounds the size of a delivery that is resent again and again. */
export const ATTEMPTS_KEPT = 50
/** The largest number of event names and patterns of one webhook. */
const MAX_EVENT_PATTERNS = 50
/**
 * Stored deliveries of all webhooks of a user together, each about 0.65 kB. One event may need as many deliveries as the
 * user has webhooks, and an active drop has millions of events.
 */
export const MAX_DELIVERIES_PER_USER = 1_000_000
/** Why a webhook was disabled whose waiting deliveries exceed its share. */
export const tooManyWaiting = (most: number): string =>
  `Too many deliveries wait for the receiver: the webhooks of a user may have ${most} deliveries in the store`
/** Tests and resends, which are sent immediately, for all webhooks of a user together. */
export const WEBHOOK_SENDS_PER_MINUTE = 30

/** Parses the event names of a registration. The refusal of an unknown name lists the known ones. */
export function parsePatterns(events: readonly string[]): Result<readonly string[], Refusal> {
  if (!Array.isArray(events) || !events.every((pattern) => typeof pattern === 'string'))
    return err(badInput('events', 'WRONG_TYPE', 'events must be a list of texts'))
  if (events.length === 0)
    return err(badInput('events', 'REQUIRED', 'events must name at least one event, or "*" for all'))
  if (events.length > MAX_EVENT_PATTERNS) {
    return err(
      badInput('events', 'TOO_MANY', `events may name at most ${MAX_EVENT_PATTERNS} events`, {
        most: MAX_EVENT_PATTERNS,
      }),
    )
  }
  const unknown = events.filter((pattern) => !EVENT_TYPES.some((type) => coversEvent(pattern, type)))
  if (unknown.length > 0) return err(unknownEvents('events', unknown))
  return ok([...new Set(events)])
}

/** Whether an event of this type goes to the webhook. A test event goes only to the webhook that it tests. */
export const wants = (webhook: Webhook, type: EventType): boolean =>
  webhook.isActive && type !== 'webhook.test' && webhook.events.some((pattern) => coversEvent(pattern, type))

/** A receiver's answer to one attempt. */
export interface AttemptAnswer {
  readonly statusCode: number | null
  readonly error: string | null
  readonly retryAfterMs: number | null
  readonly durationMs: number | null
}

/** The complete body of a delivery. */
export const webhookBody = <Data>({
  type,
  at,
  data,
}: Pick<LoggedEvent, 'type' | 'at'> & { readonly data: Data }) => ({ type, timestamp: toIso(at), data })

/** The waits before the 2nd, 3rd, … attempt. After the last one the delivery is given up. */
export const RETRY_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const DISABLE_AFTER_MS = 5 * DAY_MS
/** A webhook changes at most this often while its attempts fail. */
const NOTED_WITHIN_MS = HOUR_MS
const GONE = 410
/** Longer than a receiver's time to answer, so that a receiver that does not answer is recognized. */
const CIRCUIT_OPENS_AFTER_MS = 20_000

/**
 * OPEN if attempts have failed for a while without a success. The server then makes one attempt at a time until one
 * succeeds.
 */
export type WebhookCircuit = 'CLOSED' | 'OPEN'

export const circuitOf = ({ failingSince }: Pick<Webhook, 'failingSince'>, now: Instant): WebhookCircuit =>
  failingSince !== null && now - failingSince >= CIRCUIT_OPENS_AFTER_MS ? 'OPEN' : 'CLOSED'

/** The result of an attempt for its delivery and its webhook. */
export interface AttemptOutcome {
  readonly delivery: WebhookDelivery
  /** The webhook after the attempt; the same object if it did not change. */
  readonly webhook: Webhook
  readonly wasDisabled: boolean
}

/**
 * Decides what follows from an attempt. `jitter` from 0 to 1 spreads the retries of many receivers. The deliveries of a
 * webhook that is not active wait until it is switched on again, so one that fails meanwhile keeps its retries.
 */
export function decideAttempt(
  delivery: WebhookDelivery,
  webhook: Webhook,
  answer: AttemptAnswer,
  terms: {
    /** The URL that the attempt used. */
    readonly url: string
    readonly retrySeconds: readonly number[]
    readonly jitter: number
    readonly now: Instant
  },
): AttemptOutcome {
  const { now } = terms
  // An answer from a URL that was replaced during the attempt says nothing about the receiver at the new one.
  const after = terms.url === webhook.url ? webhookAfter(webhook, answer, terms) : webhook
  const wasDisabled = webhook.isActive && !after.isActive
  const isRefused = wasDisabled && answer.statusCode === GONE
  const failed = (): WebhookDelivery['state'] =>
    isRefused ? { kind: 'given_up', at: now } : nextState(delivery, answer, terms)
  const state = isSuccess(answer) ? ({ kind: 'delivered', at: now } as const) : failed()
  return { delivery: afterAttempt(delivery, answer, now, state), webhook: after, wasDisabled }
}

/** Whether a receiver has accepted a message: it answered 2xx. */
export const isSuccess = ({ statusCode }: Pick<AttemptAnswer, 'statusCode'>): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** The webhook after a success. */
export const withoutFailures = (webhook: Webhook, now: Instant): Webhook =>
  webhook.failingSince === null
    ? webhook
    : { ...webhook, failingSince: null, lastFailedAt: null, updatedAt: now }

function webhookAfter(
  webhook: Webhook,
  answer: AttemptAnswer,
  { now, retrySeconds }: { readonly now: Instant; readonly retrySeconds: readonly number[] },
): Webhook {
  if (isSuccess(answer)) return withoutFailures(webhook, now)
  // Without attempts for this long, nothing is known of the receiver. No wait before a retry is longer than half of it.
  const quietMs = 2 * Math.max(DAY_MS, ...retrySeconds.map((seconds) => 1_000 * seconds))
  const sinceLastMs = now - (webhook.lastFailedAt ?? Number.NEGATIVE_INFINITY)
  const failingSince = sinceLastMs < quietMs ? (webhook.failingSince ?? now) : now
  const isOver = answer.statusCode === GONE || now - failingSince >= DISABLE_AFTER_MS
  const isActive = webhook.isActive && !isOver
  if (failingSince !== webhook.failingSince || isActive !== webhook.isActive)
    return { ...webhook, failingSince, lastFailedAt: now, isActive, updatedAt: now }
  return sinceLastMs < NOTED_WITHIN_MS ? webhook : { ...webhook, lastFailedAt: now }
}

function afterAttempt(
  delivery: WebhookDelivery,
  { statusCode, error, durationMs }: AttemptAnswer,
  at: Instant,
  state: WebhookDelivery['state'],
): WebhookDelivery {
  const number = (delivery.attemptLog.at(-1)?.number ?? delivery.attempts) + 1
  const nextAttemptAt = state.kind === 'waiting' ? state.nextAttemptAt : null
  const attempt = { number, at, statusCode, error, durationMs, nextAttemptAt }
  const attemptLog = [...delivery.attemptLog, attempt].slice(-ATTEMPTS_KEPT)
  return { ...delivery, attempts: delivery.attempts + 1, state, statusCode, error, attemptLog }
}

function nextState(
  { attempts }: WebhookDelivery,
  answer: AttemptAnswer,
  {
    retrySeconds,
    jitter,
    now,
  }: { readonly retrySeconds: readonly number[]; readonly jitter: number; readonly now: Instant },
): WebhookDelivery['state'] {
  const seconds = retrySeconds[attempts]
  if (seconds === undefined) return { kind: 'given_up', at: now }
  const waitMs = Math.round(seconds * 1_000 * (1 + 0.1 * jitter))
  return { kind: 'waiting', nextAttemptAt: now + Math.max(waitMs, answer.retryAfterMs ?? 0) }
}
