import {
  type ClaimFilter,
  type Drop,
  type DropFilter,
  EVENT_TYPES,
  type EventQuestion,
  type Page,
  type Store,
  type UserId,
} from '@dropkit/core'
import createKnex, { type Knex } from 'knex'
import { type Database, type Row, rowsAs, type Value } from './database.ts'
import { claimColumns, createClaimReads, NEWEST_FIRST, placeInTime } from './store-claim-reads.ts'
import { type ClaimRow, claimsTable } from './tables/claims-table.ts'
import { type DropRead, dropSelection, dropsTable } from './tables/drops-table.ts'
import { type EventRow, eventColumns, eventOf } from './tables/events-table.ts'
import type { Table } from './tables/table.ts'
import { tokensTable } from './tables/tokens-table.ts'
import { usersTable } from './tables/users-table.ts'

type Lists = Pick<
  Store,
  | 'listDrops'
  | 'listTokens'
  | 'listUsers'
  | 'listClaims'
  | 'dropsOfTokens'
  | 'dropsOfUsers'
  | 'tokensOfUsers'
  | 'events'
>

/** Comes after every id. */
const AFTER_IDS = '\u007f'

export function createLists(database: Database): Lists {
  const { dialect } = database
  // Never connected: it only puts statements together.
  const knex = createKnex({ client: dialect.client, useNullAsDefault: true })

  async function rowsOf<R>(query: Knex.QueryBuilder): Promise<readonly R[]> {
    const { sql, bindings } = query.toSQL().toNative()
    const statement = { name: null, text: sql, order: null, isPlannedAnew: true }
    return rowsAs<R>(await database.read({ statement, values: bindings as Value[] }))
  }

  async function newestOf<Kept, R, Read>(
    table: Table<Kept, R, Read>,
    query: Knex.QueryBuilder,
    { after, limit }: Page<string>,
  ): Promise<Kept[]> {
    if (after !== undefined) query.where('id', '<', after)
    const rows = await rowsOf<Read>(query.orderBy('id', 'desc').limit(limit))
    return rows.map((row) => table.fromRow(row))
  }

  const withRules = dropSelection(dialect)
  const claimReads = createClaimReads(database)

  return {
    listDrops: (filter, reader, page) =>
      newestOf(dropsTable, filteredDrops(knex, filter, reader).select(knex.raw(withRules)), page),
    listTokens: (page) =>
      newestOf(tokensTable, knex('tokens').select(Object.keys(tokensTable.columns)), page),
    listUsers: (page) => newestOf(usersTable, knex('users').select(Object.keys(usersTable.columns)), page),
    listClaims: async (filter, { after, limit }) => {
      const from = after === undefined ? null : await placeInTime(claimReads, after)
      if (from === undefined) return []
      const query = filteredClaims(knex, filter, from, limit)
      return (await rowsOf<ClaimRow>(query)).map(claimsTable.fromRow)
    },
    ...createNestedLists(database, withRules),
    async events(question) {
      if (question.types?.length === 0) return []
      // All types are no condition.
      const asked = question.types && [...new Set(question.types)]
      const types = asked?.length === EVENT_TYPES.length ? undefined : asked
      return (await rowsOf<EventRow>(filteredEvents(knex, { ...question, types }))).map(eventOf)
    },
  }
}

/** What `statusAt` of core says, for an instant that stands twice among the bindings. */
const STATUS_AT = `case
  when status in ('DRAFT', 'ENDED', 'CANCELLED') then status
  when award = 'random' and status = 'SOLD_OUT' then status
  when claim_deadline <= ? then 'ENDED'
  when status = 'SCHEDULED' and starts_at <= ? then 'ACTIVE'
  else status end`

function filteredDrops(knex: Knex, filter: DropFilter, reader: UserId): Knex.QueryBuilder {
  const columns = {
    type: filter.type,
    claim_type: filter.claimType,
    creator_id: filter.creatorId,
    token_id: filter.tokenId,
    community_id: filter.communityId,
  }
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  const { status } = filter
  const drops = knex('drops')
  if (status) drops.whereRaw(`${STATUS_AT} = ?`, [status.at, status.at, status.is])
  return drops
    .whereNull('deleted_at')
    .where((either) => either.whereNot('status', 'DRAFT').orWhere('creator_id', reader))
    .where(Object.fromEntries(given))
}

/** Where the filter names a drop, its claims come by their sequence, which is the order in which they were made. */
function filteredClaims(
  knex: Knex,
  { dropId, status, claimer, concerning }: ClaimFilter,
  from: readonly Value[] | null,
  limit: number,
): Knex.QueryBuilder {
  const matching = (): Knex.QueryBuilder => {
    const query = knex('claims').select(knex.raw(claimColumns))
    if (dropId !== undefined) query.where('drop_id', dropId)
    if (status !== undefined) query.where('status', status)
    if (claimer !== undefined) query.where('user_address', claimer)
    return query
  }
  const page = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
    if (dropId !== undefined) {
      if (from?.[1] === dropId) query.where('sequence', '<', from[2] as number)
      return query.orderBy('sequence', 'desc').limit(limit)
    }
    if (from) query.whereRaw('(created_at, drop_id, sequence) < (?, ?, ?)', [...from] as Knex.RawBinding[])
    return query.orderByRaw(NEWEST_FIRST).limit(limit)
  }
  if (!concerning) return page(matching())

  const { userId, wallet } = concerning
  if (dropId !== undefined || claimer !== undefined) {
    const concerns = matching().where((either) => {
      either.where('caller_id', userId).orWhere('creator_id', userId)
      if (wallet !== null) either.orWhere('user_address', wallet)
    })
    return page(concerns)
  }
  // Three lists, each read from its own index no further than the page goes.
  const lists = [
    matching().where('caller_id', userId),
    matching().where('creator_id', userId).whereRaw('caller_id <> creator_id'),
    ...(wallet === null
      ? []
      : [
          matching()
            .where('user_address', wallet)
            .whereNot('caller_id', userId)
            .whereNot('creator_id', userId),
        ]),
  ]
  return page(unionOf(knex, lists.map(page)))
}

/** The rows of several lists that have none in common, each with an order and a limit of its own. */
function unionOf(knex: Knex, lists: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  const [first, ...others] = lists.map((list, place) => knex.select('*').from(list.as(`list_${place}`)))
  if (!first) throw new Error('a union of nothing')
  return knex.select('*').from(first.unionAll(others).as('lists'))
}

/** The type that indexes by type leave out. */
const MOST_FREQUENT = 'drop.claimed'

function filteredEvents(knex: Knex, question: EventQuestion): Knex.QueryBuilder {
  const { visibleTo, dropId, intentId, types, limit, after, since } = question
  type Condition = (query: Knex.QueryBuilder) => Knex.QueryBuilder
  const listOf = (...conditions: readonly Condition[]): Knex.QueryBuilder => {
    const query = knex('events').select(eventColumns).whereNotNull('position')
    if (after !== undefined) query.where('position', '<', after)
    if (since !== undefined) query.where('position', '>', since)
    for (const condition of conditions) condition(query)
    return query.orderBy('position', since === undefined ? 'desc' : 'asc').limit(limit)
  }
  const isVisible: Condition = (query) =>
    visibleTo === undefined
      ? query
      : query.where((either) => either.where('owner_id', visibleTo).orWhere('actor_id', visibleTo))

  // An intent has few events, of whatever type.
  if (intentId !== undefined) {
    return listOf(isVisible, (query) => {
      query.where('intent_id', intentId)
      if (dropId !== undefined) query.where('drop_id', dropId)
      return types === undefined ? query : query.whereIn('type', [...types])
    })
  }
  const scopes: readonly Condition[] =
    dropId !== undefined
      ? [(query) => isVisible(query.where('drop_id', dropId))]
      : visibleTo === undefined
        ? [(query) => query]
        : [
            (query) => query.where('owner_id', visibleTo),
            (query) => query.where('actor_id', visibleTo).whereRaw('actor_id <> owner_id'),
          ]
  // A list for each type, read from an index in the order of the log, no further than the page goes.
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

type NestedLists = Pick<Lists, 'dropsOfTokens' | 'dropsOfUsers' | 'tokensOfUsers'>

/** Lists of several parents in one query, each with a page of its own. */
function createNestedLists(database: Database, withRules: string): NestedLists {
  const { dialect } = database

  const dropsOf = (name: string, parentColumn: string) =>
    dialect.each(
      name,
      { parent: 'text' },
      'id desc',
      (parent, shared) => `select ${withRules} from drops
        where ${parentColumn} = ${parent('parent')} and deleted_at is null
          and (status <> 'DRAFT' or creator_id = ${shared(3)}) and id < ${shared(1)}
        order by id desc limit ${shared(2)}`,
    )
  const dropsOfToken = dropsOf('drops_of_tokens', 'token_id')
  const dropsOfUser = dropsOf('drops_of_users', 'creator_id')
  const tokensOfUser = dialect.each(
    'tokens_of_users',
    { parent: 'text' },
    'id desc',
    (parent, shared) => `select ${Object.keys(tokensTable.columns).join(', ')} from tokens
      where creator_id = ${parent('parent')} and id < ${shared(1)}
      order by id desc limit ${shared(2)}`,
  )

  async function listsOf<Id extends string, Kept>(
    statement: typeof dropsOfToken,
    ids: readonly Id[],
    { after, limit }: Page<string>,
    further: readonly Value[],
    read: (rows: readonly Row[]) => Kept[],
  ): Promise<ReadonlyMap<Id, readonly Kept[]>> {
    const shared = [after ?? AFTER_IDS, limit, ...further]
    const lists = await database.readEach({ statement, parents: ids.map((id) => [id]), shared })
    return new Map(ids.map((id, place) => [id, read(lists[place] ?? [])]))
  }

  const readDrops = (rows: readonly Row[]): Drop[] =>
    rowsAs<DropRead>(rows).map((row) => dropsTable.fromRow(row))

  return {
    dropsOfTokens: (ids, reader, page) => listsOf(dropsOfToken, ids, page, [reader], readDrops),
    dropsOfUsers: (ids, reader, page) => listsOf(dropsOfUser, ids, page, [reader], readDrops),
    tokensOfUsers: (ids, page) =>
      listsOf(tokensOfUser, ids, page, [], (rows) =>
        rowsAs<Parameters<typeof tokensTable.fromRow>[0]>(rows).map(tokensTable.fromRow),
      ),
  }
}
