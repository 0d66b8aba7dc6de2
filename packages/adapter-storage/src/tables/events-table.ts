import type {
  BriefEvent,
  DropId,
  EventType,
  Instant,
  LoggedEvent,
  NewEvent,
  PaymentIntentId,
  TokenId,
  UserId,
} from '@dropkit/core'
import { parseJson } from '@dropkit/core/internal'
import type { Dialect, Value } from '../database.ts'
import { column, isLong, LONG_TEXT, onFirstRead, type RowOf } from './table.ts'

/** The drop id of an event that concerns no drop. Rows are ordered by it, which null would not allow. */
const NO_DROP = ''

/** The columns that a writer sets. The database sets the log position. */
export const newEventColumns = {
  type: column<EventType>('text'),
  at: column<Instant>('integer'),
  owner_id: column<UserId>('text'),
  actor_id: column<UserId | null>('text'),
  /** Null in rows of earlier releases. */
  drop_id: column<DropId | typeof NO_DROP | null>('text'),
  token_id: column<TokenId | null>('text'),
  intent_id: column<PaymentIntentId | null>('text'),
  data: column<string>('json'),
}

export type EventRow = RowOf<typeof newEventColumns> & { readonly position: number }

export const eventColumns: readonly string[] = ['position', ...Object.keys(newEventColumns)]

/** What a read for display selects: the database does not send long data. */
export const briefEventColumns = (dialect: Dialect): readonly string[] =>
  eventColumns.map((column) =>
    column === 'data' ? `case when ${dialect.bytesOf(column)} <= ${LONG_TEXT} then data end as data` : column,
  )

export type BriefEventRow = Omit<EventRow, 'data'> & { readonly data: string | null }

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

const dataIn = (text: string) => parseJson(text) as LoggedEvent['data']

/** Long data is parsed when it is first read. It has up to 300 kB, and most readers of the log do not read it. */
export function eventOf(row: EventRow): LoggedEvent {
  const { data } = row
  if (!isLong(data)) return withData(row, dataIn(data))
  return onFirstRead(withData<LoggedEvent['data']>(row, {}), 'data', () => dataIn(data))
}

export const briefEventOf = (row: BriefEventRow): BriefEvent =>
  withData(row, row.data === null ? undefined : dataIn(row.data))

function withData<Data>(row: BriefEventRow, data: Data): Omit<LoggedEvent, 'data'> & { readonly data: Data } {
  return {
    position: row.position,
    type: row.type,
    at: row.at,
    ownerId: row.owner_id,
    actorId: row.actor_id,
    dropId: row.drop_id || null,
    tokenId: row.token_id,
    intentId: row.intent_id,
    data,
  }
}
