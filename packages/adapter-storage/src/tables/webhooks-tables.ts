import type {
  EventType,
  Instant,
  UserId,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookId,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { column, type Flag, must, type RowOf, type Table } from './table.ts'

const WEBHOOK_COLUMNS = {
  id: column<WebhookId>('text'),
  owner_id: column<UserId>('text'),
  url: column<string>('text'),
  /** A JSON array. */
  events: column<string>('json'),
  secret: column<string>('text'),
  previous_secret: column<string | null>('text'),
  previous_secret_until: column<Instant | null>('integer'),
  earlier_secrets: column<string | null>('text'),
  is_active: column<Flag>('boolean'),
  failing_since: column<Instant | null>('integer'),
  last_failed_at: column<Instant | null>('integer'),
  created_at: column<Instant>('integer'),
  updated_at: column<Instant>('integer'),
}
export type WebhookRow = RowOf<typeof WEBHOOK_COLUMNS>

export const webhooksTable: Table<Webhook, WebhookRow> = {
  name: 'webhooks',
  columns: WEBHOOK_COLUMNS,
  fixed: ['id', 'owner_id', 'created_at'],
  toRow: (webhook) => ({
    id: webhook.id,
    owner_id: webhook.ownerId,
    url: webhook.url,
    events: JSON.stringify(webhook.events),
    secret: webhook.secret,
    previous_secret: webhook.previousSecret?.secret ?? null,
    previous_secret_until: webhook.previousSecret?.until ?? null,
    earlier_secrets: webhook.earlierSecrets,
    is_active: webhook.isActive,
    failing_since: webhook.failingSince,
    last_failed_at: webhook.lastFailedAt,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    ownerId: row.owner_id,
    url: row.url,
    events: JSON.parse(row.events),
    secret: row.secret,
    previousSecret:
      row.previous_secret === null
        ? null
        : { secret: row.previous_secret, until: must(row.previous_secret_until, 'end of its old secret') },
    earlierSecrets: row.earlier_secrets,
    isActive: Boolean(row.is_active),
    failingSince: row.failing_since,
    lastFailedAt: row.last_failed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}

const DELIVERY_COLUMNS = {
  id: column<WebhookDeliveryId>('text'),
  webhook_id: column<WebhookId>('text'),
  position: column<number>('integer'),
  event_type: column<EventType>('text'),
  attempts: column<number>('integer'),
  state: column<WebhookDelivery['state']['kind']>('text'),
  next_attempt_at: column<Instant | null>('integer'),
  ended_at: column<Instant | null>('integer'),
  status_code: column<number | null>('integer'),
  error: column<string | null>('text'),
  /** A JSON array; null before the first attempt. */
  attempt_log: column<string | null>('json'),
}
export type DeliveryRow = RowOf<typeof DELIVERY_COLUMNS>

function stateOf(row: DeliveryRow): WebhookDelivery['state'] {
  switch (row.state) {
    case 'waiting':
      return { kind: 'waiting', nextAttemptAt: must(row.next_attempt_at, 'time of its next attempt') }
    case 'delivered':
    case 'given_up':
      return { kind: row.state, at: must(row.ended_at, 'time of its end') }
    default:
      return unreachable(row.state)
  }
}

/** Two further columns contain the lease of a delivery. Only the queue uses them. */
export const deliveriesTable: Table<WebhookDelivery, DeliveryRow> = {
  name: 'webhook_deliveries',
  columns: DELIVERY_COLUMNS,
  fixed: ['id', 'webhook_id', 'position', 'event_type'],
  toRow: ({ state, ...delivery }) => ({
    id: delivery.id,
    webhook_id: delivery.webhookId,
    position: delivery.position,
    event_type: delivery.eventType,
    attempts: delivery.attempts,
    state: state.kind,
    next_attempt_at: state.kind === 'waiting' ? state.nextAttemptAt : null,
    ended_at: state.kind === 'waiting' ? null : state.at,
    status_code: delivery.statusCode,
    error: delivery.error,
    attempt_log: delivery.attemptLog.length === 0 ? null : JSON.stringify(delivery.attemptLog),
  }),
  fromRow: (row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    position: row.position,
    eventType: row.event_type,
    attempts: row.attempts,
    state: stateOf(row),
    statusCode: row.status_code,
    error: row.error,
    attemptLog: row.attempt_log === null ? [] : JSON.parse(row.attempt_log),
  }),
}
