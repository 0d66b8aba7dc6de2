import { type Claim, type ClaimPlace, idOfClaim, type Store } from '@dropkit/core'
import { type Database, rowsAs, type Value } from '../database.ts'
import { TRANSFER_OR_NONE } from '../migrations/0030-to-0049.ts'
import { sharingRecords } from '../reads/store-reads.ts'
import { type ClaimRow, claimsTable } from '../tables/claims-table.ts'

type ClaimReads = Pick<
  Store,
  | 'claims'
  | 'claimsOfDrops'
  | 'claimsOfUsers'
  | 'countsOfUsers'
  | 'expiredVouchers'
  | 'nextVoucherExpiry'
  | 'undeliveredClaims'
  | 'undrawnClaims'
  | 'claimsInOrder'
>

export const claimColumns = Object.keys(claimsTable.columns).join(', ')

const claimsFrom = (rows: Parameters<typeof rowsAs>[0]): Claim[] =>
  rowsAs<ClaimRow>(rows).map(claimsTable.fromRow)

const sharedClaims = sharingRecords(claimsFrom)

export const NEWEST_FIRST = 'created_at desc, drop_id desc, sequence desc'

/** A position before the newest claim. */
const BEFORE_ALL: readonly Value[] = [Number.MAX_SAFE_INTEGER, '', 0]

/** Returns the list position of a claim. Undefined if the claim does not exist. */
export async function placeInTime(
  store: Pick<ClaimReads, 'claims'>,
  after: ClaimPlace | undefined,
): Promise<readonly Value[] | undefined> {
  if (after === undefined) return BEFORE_ALL
  const [last] = (await store.claims([after])).values()
  return last && [last.createdAt, last.dropId, last.sequence]
}

/** Reads of claims whose cost does not grow with the number of claims. */
export function createClaimReads(database: Database): ClaimReads {
  const { dialect } = database
  const byPlace = dialect.each(
    'claims_by_place',
    { drop_id: 'text', sequence: 'integer' },
    '',
    (parent) => `select ${claimColumns} from claims
      where drop_id = ${parent('drop_id')} and sequence = ${parent('sequence')} limit 1`,
  )
  const ofDrops = dialect.each(
    'claims_of_drops',
    { drop_id: 'text' },
    'sequence desc',
    (parent, shared) => `select ${claimColumns} from claims
      where drop_id = ${parent('drop_id')} and sequence < ${shared(1)}
      order by sequence desc limit ${shared(2)}`,
  )
  /** Claims that the reader may not see are passed over, so only the time limit bounds the number of rows. */
  const isVisible = (shared: (place: number) => string): string =>
    `(creator_id = ${shared(5)} or caller_id = ${shared(5)} or user_address = ${shared(6)}
       or drop_id = (select id from drops where id = claims.drop_id and deleted_at is null
         and (status <> 'DRAFT' or creator_id = ${shared(5)})))`
  const branch = (alias: string, condition: string, shared: (place: number) => string): string =>
    `select * from (
       select ${claimColumns} from claims
       where ${dialect.withinTime('sequence')} and ${condition}
         and (created_at, drop_id, sequence) < (${[1, 2, 3].map(shared).join(', ')}) and ${isVisible(shared)}
       order by ${NEWEST_FIRST} limit ${shared(4)}
     ) as ${alias}`
  const ofUsers = dialect.each(
    'claims_of_users',
    { user_id: 'text', wallet: 'text' },
    NEWEST_FIRST,
    (parent, shared) => {
      const made = branch('made', `caller_id = ${parent('user_id')}`, shared)
      const isGot = `user_address = ${parent('wallet')} and caller_id <> ${parent('user_id')}`
      return `select * from (${made} union all ${branch('got', isGot, shared)}) as both_kinds
        order by ${NEWEST_FIRST} limit ${shared(4)}`
    },
  )
  const counts = dialect.each(
    'counts_of_users',
    { user_id: 'text', wallet: 'text' },
    '',
    (parent, shared) => `select
      (select count(*) from drops where creator_id = ${parent('user_id')} and deleted_at is null
        and (status <> 'DRAFT' or creator_id = ${shared(1)})) as drops,
      (select cast(coalesce(sum(count), 0) as bigint) from claim_callers where caller_id = ${parent('user_id')})
      + (select count(*) from claims where user_address = ${parent('wallet')}
        and caller_id <> ${parent('user_id')}) as claims`,
  )
  const vouchersOut = dialect.byIndex('claims_vouchers_out')
  const isVoucherOut = `drop_id = ?1 and status = 'PENDING' and expires_at is not null`
  const expired = dialect.plannedAnew(
    dialect.statement(
      'expired_vouchers',
      `select ${claimColumns} from claims ${vouchersOut} where ${isVoucherOut} and expires_at < ?2
     order by expires_at, sequence limit ?3`,
    ),
  )
  const nextExpiry = dialect.plannedAnew(
    dialect.statement(
      'next_voucher_expiry',
      `select expires_at from claims ${vouchersOut} where ${isVoucherOut} order by expires_at limit 1`,
    ),
  )
  const carried = dialect.statement(
    'carried_sequences',
    `select sequences from chain_transactions ${dialect.byIndex('chain_transactions_lane')}
     where drop_id = ?1 and state = 'sent' and ${TRANSFER_OR_NONE} = '' and purpose = 'deliver_claims'`,
  )
  const undelivered = dialect.plannedAnew(
    dialect.statement(
      'undelivered_claims',
      `select ${claimColumns} from claims ${dialect.byIndex('claims_undelivered')}
     where drop_id = ?1 and status = 'PENDING' and expires_at is null and sequence > ?2 order by sequence limit ?3`,
    ),
  )

  const undrawn = dialect.plannedAnew(
    dialect.statement(
      'undrawn_claims',
      `select ${claimColumns} from claims ${dialect.byIndex('claims_undrawn')}
     where drop_id = ?1 and round is not null and revealed_at is null order by sequence limit ?2`,
    ),
  )

  const inOrder = dialect.plannedAnew(
    dialect.statement(
      'claims_in_order',
      `select ${claimColumns} from claims where drop_id = ?1 and sequence > ?2 order by sequence limit ?3`,
    ),
  )

  const reads: ClaimReads = {
    async claims(places) {
      const parents = places.map(({ dropId, sequence }) => [dropId, sequence])
      const found = claimsFrom((await database.readEach({ statement: byPlace, parents, shared: [] })).flat())
      return new Map(found.map((claim) => [idOfClaim(claim), claim]))
    },
    async claimsOfDrops(dropIds, { after, limit }) {
      const shared = [after?.sequence ?? Number.MAX_SAFE_INTEGER, limit]
      const lists = await database.readEach({
        statement: ofDrops,
        parents: dropIds.map((id) => [id]),
        shared,
      })
      return new Map(dropIds.map((id, place) => [id, sharedClaims(lists[place] ?? [])]))
    },
    async claimsOfUsers(users, reader, { after, limit }) {
      const from = await placeInTime(reads, after)
      if (from === undefined) return new Map(users.map(({ id }) => [id, []]))
      const parents = users.map((user) => [user.id, user.walletAddress])
      const shared = [...from, limit, reader.id, reader.walletAddress]
      const lists = await database.readEach({ statement: ofUsers, parents, shared, isLong: true })
      return new Map(users.map(({ id }, place) => [id, claimsFrom(lists[place] ?? [])]))
    },
    async countsOfUsers(users, reader) {
      const parents = users.map((user) => [user.id, user.walletAddress])
      const lists = await database.readEach({ statement: counts, parents, shared: [reader] })
      return new Map(
        users.map(({ id }, place) => {
          const [row] = rowsAs<{ drops: number; claims: number }>(lists[place])
          return [id, { drops: row?.drops ?? 0, claims: row?.claims ?? 0 }]
        }),
      )
    },
    expiredVouchers: async (dropId, before, limit) =>
      claimsFrom(await database.read({ statement: expired, values: [dropId, before, limit] })),
    async nextVoucherExpiry(dropId) {
      const [next] = rowsAs<{ expires_at: number }>(
        await database.read({ statement: nextExpiry, values: [dropId] }),
      )
      return next?.expires_at ?? null
    },
    async undeliveredClaims(dropId, limit, after = 0) {
      const sent = rowsAs<{ sequences: string }>(
        await database.read({ statement: carried, values: [dropId] }),
      )
      const onTheWay = new Set(sent.flatMap(({ sequences }) => JSON.parse(sequences) as number[]))
      const values = [dropId, after, limit + onTheWay.size]
      const waiting = claimsFrom(await database.read({ statement: undelivered, values }))
      return waiting.filter(({ sequence }) => !onTheWay.has(sequence)).slice(0, limit)
    },
    undrawnClaims: async (dropId, limit) =>
      claimsFrom(await database.read({ statement: undrawn, values: [dropId, limit] })),
    claimsInOrder: async (dropId, afterSequence, limit) =>
      claimsFrom(
        await database.read({ statement: inOrder, values: [dropId, afterSequence, limit], isLong: true }),
      ),
  }
  return reads
}
