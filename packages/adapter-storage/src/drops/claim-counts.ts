import {
  approvalKey,
  type Claim,
  type DropCount,
  type DropCounts,
  type DropId,
  type DropState,
  type DropStateQuery,
  type Store,
} from '@dropkit/core'
import { HOUR_MS } from '@dropkit/core/internal'
import {
  type ColumnType,
  type Database,
  type Dialect,
  type Query,
  type Row,
  rowsAs,
  type Value,
  type Write,
} from '../database.ts'
import type { ClaimRow } from '../tables/claims-table.ts'

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS)

/**
 * Counts new claims by hour and by caller, so that reads need not count them. Each row belongs to one drop, which the
 * writer has locked. Claims on different drops therefore never wait for each other here.
 */
export function createClaimCounters(dialect: Dialect): (claims: readonly Claim[]) => Write[] {
  const hours = createCounter(dialect, 'claim_hours', 'hour', 'integer', (claim) => hourOf(claim.createdAt))
  const callers = createCounter(dialect, 'claim_callers', 'caller_id', 'text', (claim) => claim.callerId)
  return (claims) => [hours(claims), callers(claims)]
}

function createCounter(
  dialect: Dialect,
  table: string,
  column: string,
  type: ColumnType,
  keyOf: (claim: Claim) => Value,
): (claims: readonly Claim[]) => Write {
  const statement = dialect.insert(
    `count_${table}`,
    table,
    { drop_id: 'text', [column]: type, count: 'integer' },
    `on conflict (drop_id, ${column}) do update set count = ${table}.count + excluded.count`,
  )
  return (claims) => {
    const rows = [...Map.groupBy(claims, ({ dropId }) => dropId)].flatMap(([dropId, ofDrop]) =>
      [...Map.groupBy(ofDrop, keyOf)].map(([value, counted]) => [dropId, value, counted.length]),
    )
    return { statement, shared: [], rows, mustMatch: false }
  }
}

const RESERVED = `status in ('PENDING', 'SUBMITTED', 'CONFIRMED')`

interface SumRow {
  claims: number
  amount: string
  open: number
  first_at: number | null
}

export function createClaimCounts(database: Database): Pick<Store, 'claimsSince' | 'claimSums'> {
  const since = database.dialect.statement(
    'claims_since',
    'select cast(coalesce(sum(count), 0) as bigint) as claims from claim_hours where drop_id = ?1 and hour >= ?2',
  )
  const sums = database.dialect.each(
    'claim_sums',
    { drop_id: 'text', first: 'integer', last: 'integer', made_before: 'integer' },
    '',
    (parent) => `select count(*) filter (where ${RESERVED}) as claims,
        ${database.dialect.sumOfAmounts('amount', RESERVED)} as amount,
        count(*) filter (where status in ('PENDING', 'SUBMITTED')) as open, min(created_at) as first_at
      from claims where drop_id = ${parent('drop_id')} and sequence > ${parent('first')}
        and sequence <= ${parent('last')} and created_at < ${parent('made_before')}`,
  )
  return {
    async claimSums(dropId, ranges) {
      const parents = ranges.map(({ after, upTo, before }) => [dropId, after, upTo, before])
      const lists = await database.readEach({ statement: sums, parents, shared: [] })
      return lists.map((rows) => {
        const [row] = rowsAs<SumRow>(rows)
        return {
          claims: row?.claims ?? 0,
          amount: sumFrom(row?.amount ?? '0 0'),
          isSettled: !row?.open,
          firstAt: row?.first_at ?? null,
        }
      })
    },
    async claimsSince(dropId, instant) {
      const values = [dropId, hourOf(instant)]
      const [row] = rowsAs<{ claims: number }>(await database.read({ statement: since, values }))
      return row?.claims ?? 0
    },
  }
}

/** Parses the result of `Dialect.sumOfAmounts`. */
function sumFrom(text: string): bigint {
  const [upper = '0', lower = '0'] = text.split(' ')
  return BigInt(upper) * 10_000_000_000n + BigInt(lower)
}

const COLUMNS = {
  drop_id: 'text',
  span: 'text',
  starts_at: 'integer',
  counted: 'text',
  amount: 'integer',
  expires_at: 'integer',
} as const

export function createSqlDropCounts(database: Database): DropCounts {
  const { dialect } = database
  const existing = dialect.statement(
    'drops_to_count',
    `select id from drops where ${dialect.among('id', 1, 'text')} and deleted_at is null`,
  )
  const add = dialect.insert(
    'add_drop_counts',
    'drop_counts',
    COLUMNS,
    `on conflict (drop_id, span, starts_at, counted)
     do update set amount = drop_counts.amount + excluded.amount`,
  )
  const read = dialect.statement(
    'read_drop_counts',
    `select starts_at as "at", counted, amount from drop_counts
     where drop_id = ?1 and span = ?2 and starts_at >= ?3 and starts_at < ?4`,
  )
  return {
    async add(counts) {
      if (counts.length === 0) return
      const ids = [...new Set(counts.map(({ dropId }) => dropId))]
      await database.change(
        [{ statement: existing, values: [ids] }],
        ([found]) => {
          const known = new Set(found?.map(({ id }) => id))
          const rows = inOrder(counts.filter(({ dropId }) => known.has(dropId))).map(rowOf)
          const writes = [{ statement: add, shared: [], rows, mustMatch: false }]
          return { writes: rows.length === 0 ? [] : writes, hasEvents: false, result: undefined }
        },
        { rows: counts.length, mayBeLost: true },
      )
    },
    read: async (dropId, { interval, from, to }) =>
      rowsAs<Pick<DropCount, 'at' | 'counted' | 'amount'>>(
        await database.read({ statement: read, values: [dropId, interval, from, to] }),
      ),
  }
}

const rowOf = ({ dropId, interval, at, counted, amount, expiresAt }: DropCount): readonly Value[] => [
  dropId,
  interval,
  at,
  counted,
  amount,
  expiresAt,
]

/** All servers lock rows in the same order, so that they cannot deadlock. */
const inOrder = (counts: readonly DropCount[]): readonly DropCount[] => {
  const placeOf = ({ dropId, interval, at, counted }: DropCount) => `${dropId} ${interval} ${at} ${counted}`
  return counts.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** Looks for the approvals of recipients that claims of one drop have used. */
export function createApprovalLoads(dialect: Dialect) {
  const statement = dialect.plannedAnew(
    dialect.statement(
      'load_used_approvals',
      `select user_address, recipient_nonce from claims ${dialect.byIndex('claims_recipient_nonce')}
       where drop_id = ?1 and recipient_nonce is not null
         and ${dialect.among('user_address', 2, 'text')} and ${dialect.among('recipient_nonce', 3, 'text')}`,
    ),
  )
  return (dropId: DropId, approvals: DropStateQuery['approvals'] = []): readonly Query[] => {
    if (approvals.length === 0) return []
    const wallets = [...new Set(approvals.map(({ wallet }) => wallet))]
    const nonces = [...new Set(approvals.map(({ nonce }) => nonce))]
    return [{ statement, values: [dropId, wallets, nonces] }]
  }
}

export const usedApprovalsFrom = (rows: readonly Row[]): DropState['usedApprovals'] =>
  new Set(
    rowsAs<Pick<ClaimRow, 'user_address' | 'recipient_nonce'>>(rows).map((row) =>
      approvalKey(row.user_address, { nonce: row.recipient_nonce ?? '' }),
    ),
  )
