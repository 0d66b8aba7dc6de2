import type {
  BriefDrop,
  ClaimFilter,
  ClaimType,
  DropFilter,
  DropStatus,
  DropType,
  Page,
  Store,
  UserId,
} from '@dropkit/core'
import type { Knex } from 'knex'
import createKnex from 'knex'
import { type Database, type Dialect, type Row, rowsAs, type Value } from '../database.ts'
import { claimColumns, createClaimReads, NEWEST_FIRST, placeInTime } from '../drops/store-claim-reads.ts'
import { type Condition, createEventLists, unionOf } from '../events/event-reads.ts'
import { type ClaimRow, claimsTable } from '../tables/claims-table.ts'
import { type BriefDropRead, briefDropSelection, dropOf } from '../tables/drops-table.ts'
import type { Table } from '../tables/table.ts'
import { tokensTable } from '../tables/tokens-table.ts'
import { usersTable } from '../tables/users-table.ts'

/** Sorts after every id. */
const AFTER_IDS = '\u007f'

export function createLists(database: Database) {
  const { dialect } = database
  // Never connects. It only builds statements.
  const knex = createKnex({ client: dialect.client, useNullAsDefault: true })

  async function rowsOf<R>(query: Knex.QueryBuilder, isLong = true): Promise<readonly R[]> {
    const { sql, bindings } = query.toSQL().toNative()
    const statement = { name: null, text: sql, order: null, isPlannedAnew: true }
    return rowsAs<R>(await database.read({ statement, values: bindings as Value[], isLong }))
  }

  async function newestOf<Stored, R, Read>(
    table: Table<Stored, R, Read>,
    query: Knex.QueryBuilder,
    { after, limit }: Page<string>,
  ): Promise<Stored[]> {
    if (after !== undefined) query.where('id', '<', after)
    const rows = await rowsOf<Read>(query.orderBy('id', 'desc').limit(limit))
    return rows.map((row) => table.fromRow(row))
  }

  const selection = briefDropSelection(dialect)
  const claimReads = createClaimReads(database)

  return {
    async listDrops(filter, reader, page) {
      const wanted = { filter, reader, page, selection }
      return (await rowsOf<BriefDropRead>(filteredDrops(dialect, knex, wanted))).map(dropOf)
    },
    listTokens: (page) =>
      newestOf(tokensTable, knex('tokens').select(Object.keys(tokensTable.columns)), page),
    listUsers: (page) => newestOf(usersTable, knex('users').select(Object.keys(usersTable.columns)), page),
    listClaims: async (filter, { after, limit }) => {
      const from = after === undefined ? null : await placeInTime(claimReads, after)
      if (from === undefined) return []
      const query = filteredClaims(dialect, knex, filter, { from, limit })
      return (await rowsOf<ClaimRow>(query)).map(claimsTable.fromRow)
    },
    ...createNestedLists(database, selection),
    ...createEventLists(database, knex, rowsOf),
  } satisfies Partial<Store>
}

/** The SQL of core's `statusAt`, for an instant that is bound twice. */
const STATUS_AT = `case
  when status in ('DRAFT', 'ENDED', 'CANCELLED') then status
  when award = 'random' and status = 'SOLD_OUT' then status
  when claim_deadline <= ? then 'ENDED'
  when status = 'SCHEDULED' and starts_at <= ? then 'ACTIVE'
  else status end`

/**
 * The stored statuses of drops that may have a given status by now. A job stores the changes of time with a short delay.
 */
const STORED: { readonly [Status in DropStatus]: readonly DropStatus[] } = {
  DRAFT: [],
  SCHEDULED: ['SCHEDULED'],
  ACTIVE: ['ACTIVE'],
  PAUSED: ['PAUSED'],
  SOLD_OUT: ['SOLD_OUT'],
  ENDED: ['ENDED'],
  CANCELLED: ['CANCELLED'],
}
const DROP_TYPES: readonly DropType[] = ['TOKEN', 'NFT']
const CLAIM_TYPES: readonly ClaimType[] = ['REGULAR', 'STREAK', 'ELITE']
const LISTED = Object.values(STORED).flat()

/** The SQL of core's `isPublicDrop`. */
const PUBLIC = `status not in ('DRAFT', 'CANCELLED') and claim_access <> 'OWNER' and not is_link_only`

/** The maximum number of drops that a job has not ended or started yet. More would be a backlog that the job works off. */
const MOST_LATE = 10_000

/**
 * Drops, newest first. Each list below is read from an index with its order; `withinTime` limits the time that filtered
 * rows may take.
 */
function filteredDrops(
  dialect: Dialect,
  knex: Knex,
  {
    filter,
    reader,
    page: { after, limit },
    selection,
  }: {
    readonly filter: DropFilter
    readonly reader: UserId
    readonly page: Page<string>
    readonly selection: string
  },
): Knex.QueryBuilder {
  const { status, type, claimType, creatorId, tokenId, communityId, isPublic = false } = filter
  const scope = Object.entries({
    community_id: communityId,
    token_id: tokenId,
    creator_id: creatorId,
  }).filter(([, value]) => value !== undefined)
  const pageOf = (drops: Knex.QueryBuilder): Knex.QueryBuilder => {
    drops.select(knex.raw(selection)).where(Object.fromEntries(scope))
    if (after !== undefined) drops.where('id', '<', after)
    if (isPublic) drops.whereRaw(PUBLIC)
    return drops.orderBy('id', 'desc').limit(limit)
  }
  const dropsBy = (index: string): Knex.QueryBuilder =>
    knex
      .from(knex.raw(`drops ${dialect.byIndex(index)}`))
      .whereRaw(dialect.withinTime('id'))
      .whereNull('deleted_at')
  const listOf = (index: string, condition: Condition): Knex.QueryBuilder => pageOf(condition(dropsBy(index)))
  /** Drops whose stored status is outdated. They are few, so they are read by their time and then filtered. */
  const lateOf = (index: string, column: string, stored: string): Knex.QueryBuilder => {
    const late = dropsBy(index)
      .select('*')
      .where(column, '<=', status?.at ?? 0)
      .whereRaw(stored)
    return pageOf(hasStatus(isOfKind(knex.from(late.orderBy(column).limit(MOST_LATE).as('drops')))))
  }
  const isOfKind: Condition = (drops) => {
    if (type !== undefined) drops.where('type', type)
    if (claimType !== undefined) drops.where('claim_type', claimType)
    return drops
  }
  const hasStatus: Condition = (drops) =>
    status ? drops.whereRaw(`${STATUS_AT} = ?`, [status.at, status.at, status.is]) : drops
  const isOwnDraft: Condition = (drops) =>
    isOfKind(drops).where('creator_id', reader).whereRaw(`status = 'DRAFT'`)

  const drafts = status || isPublic ? [] : [listOf('drops_drafts', isOwnDraft)]
  if (status?.is === 'DRAFT') return listOf('drops_drafts', isOwnDraft)
  const scoped =
    creatorId !== undefined
      ? 'creator'
      : tokenId !== undefined
        ? 'token'
        : communityId !== undefined
          ? 'community'
          : undefined
  const isUnfiltered = status === undefined && type === undefined && claimType === undefined
  if (isUnfiltered) {
    const isListed: Condition = (drops) => drops.whereRaw(`status <> 'DRAFT'`)
    return newestOfAll(knex, [listOf(`drops_${scoped ?? 'listed'}`, isListed), ...drafts], limit)
  }

  const lists = (status ? STORED[status.is] : LISTED).flatMap((stored) =>
    (type === undefined ? DROP_TYPES : [type]).flatMap((ofType) =>
      (claimType === undefined ? CLAIM_TYPES : [claimType]).map((ofClaimType) =>
        listOf(scoped ? `drops_${scoped}_kind` : 'drops_kind', (drops) =>
          hasStatus(drops.where({ status: stored, type: ofType, claim_type: ofClaimType })),
        ),
      ),
    ),
  )
  // Drops whose status has changed over time, but was not stored by a job yet.
  const late: Knex.QueryBuilder[] = []
  if (status?.is === 'ENDED')
    late.push(
      lateOf('drops_to_end', 'claim_deadline', `status in ('SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT')`),
    )
  if (status?.is === 'ACTIVE') late.push(lateOf('drops_to_start', 'starts_at', `status = 'SCHEDULED'`))
  return newestOfAll(knex, [...lists, ...late, ...drafts], limit)
}

const newestOfAll = (knex: Knex, lists: readonly Knex.QueryBuilder[], limit: number): Knex.QueryBuilder => {
  const [only] = lists
  return only && lists.length === 1 ? only : unionOf(knex, lists).orderBy('id', 'desc').limit(limit)
}

/** If the filter names a drop, its claims are sorted by sequence, the order in which they were made. */
function filteredClaims(
  dialect: Dialect,
  knex: Knex,
  { dropId, status, claimer, concerning }: ClaimFilter,
  { from, limit }: { readonly from: readonly Value[] | null; readonly limit: number },
): Knex.QueryBuilder {
  const listOf = (index: string | null, ...conditions: readonly Condition[]): Knex.QueryBuilder => {
    const table = index === null ? 'claims' : `claims ${dialect.byIndex(index)}`
    const query = knex.select(knex.raw(claimColumns)).from(knex.raw(table))
    query.whereRaw(dialect.withinTime('sequence'))
    for (const condition of conditions) condition(query)
    return page(query)
  }
  const page = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
    if (dropId !== undefined) {
      if (from?.[1] === dropId) query.where('sequence', '<', from[2] as number)
      return query.orderBy('sequence', 'desc').limit(limit)
    }
    if (from) query.whereRaw('(created_at, drop_id, sequence) < (?, ?, ?)', [...from] as Knex.RawBinding[])
    return query.orderByRaw(NEWEST_FIRST).limit(limit)
  }
  const isWanted: Condition = (query) => {
    if (dropId !== undefined) query.where('drop_id', dropId)
    return status === undefined ? query : query.where('status', status)
  }

  if (claimer !== undefined) {
    return listOf('claims_wallet_slot', (query) => {
      isWanted(query).where('user_address', claimer)
      if (!concerning || concerning.wallet === claimer) return query
      const { userId } = concerning
      return query.where((either) => either.where('caller_id', userId).orWhere('creator_id', userId))
    })
  }
  if (!concerning) {
    const index = dropId !== undefined && status !== undefined ? 'claims_drop_status' : null
    return listOf(index, isWanted)
  }

  const { userId, wallet } = concerning
  // Disjoint lists, each read from its own index no further than the end of the page.
  const isCaller: Condition = (query) => isWanted(query).where('caller_id', userId)
  const isCreator: Condition = (query) => isWanted(query).whereRaw('caller_id <> creator_id')
  const lists = [
    ...(wallet === null
      ? []
      : [
          listOf('claims_wallet_slot', (query) =>
            isWanted(query)
              .where('user_address', wallet)
              .whereNot('caller_id', userId)
              .whereNot('creator_id', userId),
          ),
        ]),
  ]
  if (dropId === undefined) {
    lists.push(
      listOf(status === undefined ? 'claims_caller' : 'claims_caller_status', isCaller),
      listOf(status === undefined ? 'claims_creator' : 'claims_creator_status', (query) =>
        isCreator(query).where('creator_id', userId),
      ),
    )
  } else {
    // On a drop of another user, only the claims that this user made there. A counter tells whether there are any.
    lists.push(
      listOf('claims_caller', (query) => {
        if (status !== undefined) query.where('status', status)
        return query
          .whereRaw('drop_id = (select drop_id from claim_callers where caller_id = ? and drop_id = ?)', [
            userId,
            dropId,
          ])
          .whereRaw('caller_id = (select caller_id from claim_callers where caller_id = ? and drop_id = ?)', [
            userId,
            dropId,
          ])
      }),
      listOf(status === undefined ? null : 'claims_drop_status', (query) => {
        if (status !== undefined) query.where('status', status)
        return query
          .whereRaw('caller_id <> creator_id')
          .whereRaw('drop_id = (select id from drops where id = ? and creator_id = ?)', [dropId, userId])
      }),
    )
  }
  return page(unionOf(knex, lists))
}

/** Longer pages may take milliseconds, so they are long reads. */
const MOST_BESIDE_OTHERS = 50

/** Lists for several parents in one query, each with its own page. */
function createNestedLists(database: Database, selection: string) {
  const { dialect } = database

  const dropsOf = (name: string, parentColumn: string) =>
    dialect.each(
      name,
      { parent: 'text' },
      'id desc',
      (parent, shared) => `select ${selection} from drops
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

  async function listsOf<Id extends string, Stored>(
    statement: typeof dropsOfToken,
    ids: readonly Id[],
    { after, limit }: Page<string>,
    further: readonly Value[],
    read: (rows: readonly Row[]) => Stored[],
  ): Promise<ReadonlyMap<Id, readonly Stored[]>> {
    const shared = [after ?? AFTER_IDS, limit, ...further]
    const isLong = limit > MOST_BESIDE_OTHERS
    const lists = await database.readEach({ statement, parents: ids.map((id) => [id]), shared, isLong })
    return new Map(ids.map((id, place) => [id, read(lists[place] ?? [])]))
  }

  const readDrops = (rows: readonly Row[]): BriefDrop[] => rowsAs<BriefDropRead>(rows).map(dropOf)

  return {
    dropsOfTokens: (ids, reader, page) => listsOf(dropsOfToken, ids, page, [reader], readDrops),
    dropsOfUsers: (ids, reader, page) => listsOf(dropsOfUser, ids, page, [reader], readDrops),
    tokensOfUsers: (ids, page) =>
      listsOf(tokensOfUser, ids, page, [], (rows) =>
        rowsAs<Parameters<typeof tokensTable.fromRow>[0]>(rows).map(tokensTable.fromRow),
      ),
  } satisfies Partial<Store>
}
