import { EVENT_TYPES, type EventQuery, type Store, type UserId } from '@dropkit/core'
import type { Knex } from 'knex'
import type { Database, Dialect } from '../database.ts'
import {
  type BriefEventRow,
  briefEventColumns,
  briefEventOf,
  type EventRow,
  eventColumns,
  eventOf,
} from '../tables/events-table.ts'
import { createDataOfEvents } from './event-reads.ts'

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

export type Condition = (query: Knex.QueryBuilder) => Knex.QueryBuilder

/** The rows of several disjoint lists, each with its own order and limit. */
export function unionOf(knex: Knex, lists: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  const [first, ...others] = lists.map((list, place) => knex.select('*').from(list.as(`list_${place}`)))
  if (!first) throw new Error('a union of nothing')
  return knex.select('*').from(first.unionAll(others).as('lists'))
}
