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
import { type Flag, must, type Table } from './table.ts'

export interface WebhookRow {
  id: WebhookId
  owner_id: UserId
  url: string
  /** A JSON array. */
  events: string
  secret: string
  previous_secret: string | null
  previous_secret_until: Instant | null
  earlier_secrets: string | null
  is_active: Flag
  failing_since: Instant | null
  created_at: Instant
  updated_at: Instant
}

export const webhooksTable: Table<Webhook, WebhookRow> = {
  name: 'webhooks',
  columns: {
    id: 'text',
    owner_id: 'text',
    url: 'text',
    events: 'json',
    secret: 'text',
    previous_secret: 'text',
    previous_secret_until: 'integer',
    earlier_secrets: 'text',
    is_active: 'boolean',
    failing_since: 'integer',
    created_at: 'integer',
    updated_at: 'integer',
  },
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}

export interface DeliveryRow {
  id: WebhookDeliveryId
  webhook_id: WebhookId
  position: number
  event_type: EventType
  attempts: number
  state: WebhookDelivery['state']['kind']
  next_attempt_at: Instant | null
  ended_at: Instant | null
  status_code: number | null
  error: string | null
  /** A JSON array; null before the first attempt. */
  attempt_log: string | null
}

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
  columns: {
    id: 'text',
    webhook_id: 'text',
    position: 'integer',
    event_type: 'text',
    attempts: 'integer',
    state: 'text',
    next_attempt_at: 'integer',
    ended_at: 'integer',
    status_code: 'integer',
    error: 'text',
    attempt_log: 'json',
  },
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
