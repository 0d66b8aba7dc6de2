import {
  type DeliveryQueue,
  EVENT_TYPES,
  type EventQuery,
  type Instant,
  type LoggedEvent,
  type Store,
  type UserId,
} from '@dropkit/core'
import type { Knex } from 'knex'
import { type Database, type Dialect, rowsAs } from '../database.ts'
import {
  type BriefEventRow,
  briefEventColumns,
  briefEventOf,
  type EventRow,
  eventColumns,
  eventOf,
} from '../tables/events-table.ts'

/** Reads events by their log positions. */
export function createEventsAt(
  database: Database,
): (positions: readonly number[]) => Promise<ReadonlyMap<number, LoggedEvent>> {
  const rowsAt = createRowsAt<EventRow>(database, 'events_at', eventColumns)
  return async (positions) => new Map((await rowsAt(positions)).map((row) => [row.position, eventOf(row)]))
}

export function createBriefEventsAt(database: Database): DeliveryQueue['eventsAt'] {
  const columns = briefEventColumns(database.dialect)
  const rowsAt = createRowsAt<BriefEventRow>(database, 'brief_events_at', columns)
  return async (positions) =>
    new Map((await rowsAt(positions)).map((row) => [row.position, briefEventOf(row)]))
}

function createDataOfEvents(database: Database): Store['dataOfEvents'] {
  const columns = ['position', 'data']
  const rowsAt = createRowsAt<Pick<EventRow, 'position' | 'data'>>(database, 'data_of_events', columns)
  return async (positions) => new Map((await rowsAt(positions)).map(({ position, data }) => [position, data]))
}

function createRowsAt<R>(database: Database, name: string, columns: readonly string[]) {
  const { dialect } = database
  const statement = dialect.statement(
    name,
    `select ${columns.join(', ')} from events
     where ${dialect.among('position', 1, 'integer')} and position is not null`,
  )
  return async (positions: readonly number[]): Promise<readonly R[]> =>
    positions.length === 0
      ? []
      : rowsAs<R>(await database.read({ statement, values: [[...new Set(positions)]] }))
}

/** How far the processing of the event log is behind. */
export interface EventLogBacklog {
  /** Committed events without a log position. They cannot be read yet. Always 0 on SQLite. */
  readonly unplaced: number
  /** The age of the oldest of these events, in milliseconds. */
  readonly oldestUnplacedMs: number
  /** Events with a position that were not dispatched to webhooks yet. */
  readonly undispatched: number
}

export function createEventLogBacklog(database: Database): (now: Instant) => Promise<EventLogBacklog> {
  const { dialect } = database
  const ofReaders = dialect.statement(
    'event_log_backlog',
    `select coalesce((select max(position) from events), 0) as head,
            coalesce((select position from delivery_cursor where only_row), 0) as dispatched`,
  )
  const ofPlaces = dialect.statement(
    'events_without_places',
    'select count(*) as unplaced, min(at) as oldest from events where position is null',
  )
  const hasSequencer = dialect.client === 'pg'

  return async (now) => {
    const [log] = rowsAs<{ head: number; dispatched: number }>(
      await database.read({ statement: ofReaders, values: [] }),
    )
    const undispatched = Math.max(0, Number(log?.head ?? 0) - Number(log?.dispatched ?? 0))
    if (!hasSequencer) return { unplaced: 0, oldestUnplacedMs: 0, undispatched }
    const [places] = rowsAs<{ unplaced: number; oldest: number | null }>(
      await database.read({ statement: ofPlaces, values: [] }),
    )
    const oldest = places?.oldest ?? now
    return {
      unplaced: places?.unplaced ?? 0,
      oldestUnplacedMs: Math.max(0, now - Number(oldest)),
      undispatched,
    }
  }
}

type EventLists = Pick<Store, 'events' | 'briefEvents' | 'dataOfEvents'>

export function createEventLists(
  database: Database,
  knex: Knex,
  rowsOf: <R>(query: Knex.QueryBuilder, isLong: boolean) => Promise<readonly R[]>,
): EventLists {
  const { dialect } = database
  const briefColumns = briefEventColumns(dialect)

  async function eventRows<R>(filter: EventQuery, columns: readonly string[]): Promise<readonly R[]> {
    if (filter.types?.length === 0) return []
    // Readers of the whole log are notified of new events and continue then. A caller expects its own events at once.
    const isOfCaller = filter.visibleTo !== undefined || filter.dropId !== undefined
    if (isOfCaller) await database.placeEvents()
    // A filter that names all types is not a condition.
    const asked = filter.types && [...new Set(filter.types)]
    const types = asked?.length === EVENT_TYPES.length ? undefined : asked
    return rowsOf<R>(filteredEvents(dialect, knex, { ...filter, types }, columns), isOfCaller)
  }

  return {
    events: async (query) => (await eventRows<EventRow>(query, eventColumns)).map(eventOf),
    briefEvents: async (query) => (await eventRows<BriefEventRow>(query, briefColumns)).map(briefEventOf),
    dataOfEvents: createDataOfEvents(database),
  }
}

export type Condition = (query: Knex.QueryBuilder) => Knex.QueryBuilder

/** The type that the indexes by type leave out. */
const MOST_FREQUENT = 'drop.claimed'

function filteredEvents(
  dialect: Dialect,
  knex: Knex,
  filter: EventQuery,
  columns: readonly string[],
): Knex.QueryBuilder {
  const { visibleTo, dropId, intentId, types, limit, after, since } = filter
  const listOf = (...conditions: readonly Condition[]): Knex.QueryBuilder => {
    const query = knex('events')
      .select(knex.raw(columns.join(', ')))
      .whereRaw(dialect.withinTime('position'))
    query.whereNotNull('position')
    if (after !== undefined) query.where('position', '<', after)
    if (since !== undefined) query.where('position', '>', since)
    for (const condition of conditions) condition(query)
    return query.orderBy('position', since === undefined ? 'desc' : 'asc').limit(limit)
  }
  const isVisible: Condition = (query) =>
    visibleTo === undefined
      ? query
      : query.where((either) => either.where('owner_id', visibleTo).orWhere('actor_id', visibleTo))

  // An intent has few events, whatever their types.
  if (intentId !== undefined) {
    return listOf(isVisible, (query) => {
      query.where('intent_id', intentId)
      if (dropId !== undefined) query.where('drop_id', dropId)
      return types === undefined ? query : query.whereIn('type', [...types])
    })
  }
  const scopes: readonly Condition[] =
    dropId !== undefined
      ? scopesOfDrop(dropId, visibleTo)
      : visibleTo === undefined
        ? [(query) => query]
        : [
            (query) => query.where('owner_id', visibleTo),
            (query) => query.where('actor_id', visibleTo).whereRaw('actor_id <> owner_id'),
          ]
  // A list for each type, read from an index in log order, no further than the end of the page.
  const ofTypes: readonly Condition[] = types?.map(
    (type) => (query) =>
      type === MOST_FREQUENT
        ? query.where('type', type)
        : query.where('type', type).whereRaw(`type <> '${MOST_FREQUENT}'`),
  ) ?? [(query) => query]
  const lists = scopes.flatMap((scope) => ofTypes.map((ofType) => listOf(scope, ofType)))
  const [only, ...others] = lists
  return only && others.length === 0
    ? only
    : unionOf(knex, lists)
        .orderBy('position', since === undefined ? 'desc' : 'asc')
        .limit(limit)
}

/** The owner of a drop sees all its events. Any other user sees only the events of its own acts. */
function scopesOfDrop(dropId: string, visibleTo: UserId | undefined): readonly Condition[] {
  const ofDrop: Condition = (query) => query.where('drop_id', dropId)
  if (visibleTo === undefined) return [ofDrop]
  return [
    (query) =>
      query
        .whereRaw('owner_id = (select creator_id from drops where id = ? and creator_id = ?)', [
          dropId,
          visibleTo,
        ])
        .whereRaw('drop_id = (select id from drops where id = ? and creator_id = ?)', [dropId, visibleTo]),
    (query) => ofDrop(query).where('actor_id', visibleTo).whereRaw('actor_id <> owner_id'),
  ]
}

/** The rows of several disjoint lists, each with its own order and limit. */
export function unionOf(knex: Knex, lists: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  const [first, ...others] = lists.map((list, place) => knex.select('*').from(list.as(`list_${place}`)))
  if (!first) throw new Error('a union of nothing')
  return knex.select('*').from(first.unionAll(others).as('lists'))
}
