import type {
  DropId,
  EventType,
  Instant,
  LoggedEvent,
  NewEvent,
  PaymentIntentId,
  TokenId,
  UserId,
} from '@dropkit/core'
import type { ColumnType, Value } from '../database.ts'

/** The drop id of an event that concerns no drop. Rows are ordered by it, which null would not allow. */
const NO_DROP = ''

export interface EventRow {
  position: number
  type: EventType
  at: Instant
  owner_id: UserId
  actor_id: UserId | null
  /** Null in rows of earlier releases. */
  drop_id: DropId | typeof NO_DROP | null
  token_id: TokenId | null
  intent_id: PaymentIntentId | null
  data: string
}

/** The columns that a writer sets. The database sets the log position. */
export const newEventColumns = {
  type: 'text',
  at: 'integer',
  owner_id: 'text',
  actor_id: 'text',
  drop_id: 'text',
  token_id: 'text',
  intent_id: 'text',
  data: 'json',
} as const satisfies Record<Exclude<keyof EventRow, 'position'>, ColumnType>

export const eventColumns: readonly string[] = ['position', ...Object.keys(newEventColumns)]

/** The values in the order of `newEventColumns`. */
export const valuesOfEvent = (event: NewEvent): Value[] => [
  event.type,
  event.at,
  event.ownerId,
  event.actorId,
  event.dropId ?? NO_DROP,
  event.tokenId,
  event.intentId,
  JSON.stringify(event.data),
]

export const eventOf = (row: EventRow): LoggedEvent => ({
  position: row.position,
  type: row.type,
  at: row.at,
  ownerId: row.owner_id,
  actorId: row.actor_id,
  dropId: row.drop_id || null,
  tokenId: row.token_id,
  intentId: row.intent_id,
  data: JSON.parse(row.data),
})
