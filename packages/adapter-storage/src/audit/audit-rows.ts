import {
  type AuditRows,
  type Claim,
  type DropId,
  idOfClaim,
  type Pages,
  type PaymentIntentId,
  type StoredTransfer,
  type UnreadableRow,
} from '@dropkit/core'
import type { Row } from '../database.ts'
import { intentUsing } from '../payments/used-payment-writes.ts'
import { chainTransactionsTable } from '../tables/chain-transactions-table.ts'
import { claimsTable } from '../tables/claims-table.ts'
import { type DropRead, dropSelection, dropsTable } from '../tables/drops-table.ts'
import { exemptionsTable } from '../tables/lottery-tables.ts'
import { paymentIntentsTable } from '../tables/payment-intents-table.ts'
import type { Table } from '../tables/table.ts'
import { tokensTable } from '../tables/tokens-table.ts'
import { payoutsTable, refundsTable } from '../tables/transfers-tables.ts'
import { unmatchedPaymentsTable } from '../tables/unmatched-payments-table.ts'
import { auditEvents } from './audit-events.ts'
import type { Snapshot } from './snapshot.ts'

/** Errors that the database finds in itself: damaged pages and indexes, duplicate keys, and references to missing rows. */
const databaseErrors = (snapshot: Snapshot): Promise<readonly string[]> =>
  snapshot.dialect.client === 'better-sqlite3' ? sqliteErrors(snapshot) : postgresErrors(snapshot)

async function sqliteErrors({ all }: Snapshot): Promise<readonly string[]> {
  const checked = await all('pragma integrity_check(20)')
  const errors = checked.map((row) => String(row['integrity_check'])).filter((said) => said !== 'ok')
  const references = await all('pragma foreign_key_check')
  return [...errors, ...references.slice(0, 20).map(brokenReference)]
}

const brokenReference = (row: Row): string =>
  `row ${row['rowid'] ?? '?'} of ${row['table']} refers to a row of ${row['parent']} that is not there`

/** Checks only the constraints. Use pg_amcheck to check the pages of Postgres. */
async function postgresErrors({ all }: Snapshot): Promise<readonly string[]> {
  const indexes = await all(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
     where not indisvalid and relnamespace = current_schema()::regnamespace order by 1`,
  )
  const constraints = await all(
    `select conname::text as name, conrelid::regclass::text as table from pg_constraint
     where not convalidated and connamespace = current_schema()::regnamespace order by 1`,
  )
  return [
    ...indexes.map((row) => `the index ${row['name']} is not valid`),
    ...constraints.map((row) => `the constraint ${row['name']} of ${row['table']} was never checked`),
  ]
}

type ReadAs = <Value>(
  table: string,
  rows: readonly Row[],
  fromRow: (row: never) => Value,
  keyOf?: (row: Row) => string,
) => readonly Value[]

const keyOfRow = (row: Row): string => String(row['id'] ?? `${row['drop_id']} ${row['sequence']}`)

/** Converts rows to records. A row that is not a valid record is reported and left out. */
const readingAs =
  (onUnreadable: (row: UnreadableRow) => void): ReadAs =>
  (table, rows, fromRow, keyOf = keyOfRow) =>
    rows.flatMap((row) => {
      try {
        return [fromRow(row as never)]
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        onUnreadable({ table, key: keyOf(row), reason })
        return []
      }
    })

/** The reads of an audit, in SQL for both databases. */
export function auditRows(snapshot: Snapshot, onUnreadable: (row: UnreadableRow) => void): AuditRows {
  const readAs = readingAs(onUnreadable)

  async function* records<Value, R, Read>(
    { name, columns, fromRow }: Table<Value, R, Read>,
    rest: string,
    selection = Object.keys(columns).join(', '),
  ): Pages<Value> {
    for await (const page of snapshot.pages(`select ${selection} from ${name} ${rest}`))
      yield readAs(name, page, fromRow)
  }

  async function* rows<R>(text: string, fromRow: (row: Row) => R): Pages<R> {
    for await (const page of snapshot.pages(text)) yield page.map(fromRow)
  }

  const claimColumns = Object.keys(claimsTable.columns).join(', ')
  const isAmong = snapshot.dialect.among('sequence', 2, 'integer')

  // A copy reads all fields, so that an unreadable one is noticed with its row. The same holds for events.
  const wholeDrops = { ...dropsTable, fromRow: (row: DropRead) => ({ ...dropsTable.fromRow(row) }) }

  return {
    drops: () => records(wholeDrops, 'order by id', dropSelection(snapshot.dialect)),
    claims: () => records(claimsTable, 'order by drop_id, sequence'),
    paidClaims: () =>
      records(claimsTable, 'where intent_id is not null order by drop_id, intent_id, sequence') as ReturnType<
        AuditRows['paidClaims']
      >,

    async claimsAt(places) {
      const found = new Map<string, Claim>()
      for (const [dropId, ofDrop] of Map.groupBy(places, (place) => place.dropId)) {
        const text = `select ${claimColumns} from claims where drop_id = ?1 and ${isAmong}`
        const sequences = ofDrop.map(({ sequence }) => sequence)
        // Unreadable rows are reported where all claims are read, so they are not reported here.
        const page = await snapshot.all(text, [dropId, sequences])
        for (const claim of readingAs(() => undefined)('claims', page, claimsTable.fromRow))
          found.set(idOfClaim(claim), claim)
      }
      return found
    },

    claimHours: () =>
      rows('select drop_id, hour, count from claim_hours order by drop_id, hour', (row) => ({
        dropId: row['drop_id'] as DropId,
        hour: Number(row['hour']),
        count: Number(row['count']),
      })),
    wrongCallerCounts: () =>
      rows(WRONG_CALLER_COUNTS, (row) => ({
        dropId: row['drop_id'] as DropId,
        callerId: String(row['caller_id']),
        stored: Number(row['stored']),
        counted: Number(row['counted']),
      })),

    exemptions: () => records(exemptionsTable, 'order by drop_id, id'),
    intents: () => records(paymentIntentsTable, 'order by drop_id, id'),
    refunds: () => records(refundsTable, 'order by drop_id, intent_id, id'),
    payouts: () => records(payoutsTable, `order by drop_id, coalesce(intent_id, ''), id`),
    transfers: () =>
      rows(
        `select drop_id, id, state, tx_hash, failure_reason from refunds
         union all select drop_id, id, state, tx_hash, failure_reason from payouts order by drop_id, id`,
        storedTransferOf,
      ),
    transferTransactions: () =>
      rows(
        `select id, drop_id, coalesce(refund_id, payout_id) as transfer_id, digest, state from chain_transactions
         where refund_id is not null or payout_id is not null
         order by drop_id, coalesce(refund_id, payout_id), id`,
        (row) => ({
          id: row['id'] as never,
          dropId: row['drop_id'] as DropId,
          transferId: String(row['transfer_id']),
          digest: String(row['digest']),
          state: row['state'] as never,
        }),
      ),
    usedPayments: () =>
      rows(
        `select intents.drop_id, used.intent_id, used.tx_hash from used_payments as used
         left join payment_intents as intents on intents.id = used.intent_id
         where used.intent_id not in ('', '-')
         order by coalesce(intents.drop_id, ''), used.intent_id, used.tx_hash`,
        (row) => ({
          dropId: (row['drop_id'] ?? null) as DropId | null,
          intentId: row['intent_id'] as never,
          transfer: String(row['tx_hash']),
        }),
      ),
    async *unmatchedPayments() {
      const columns = Object.keys(unmatchedPaymentsTable.columns)
        .map((column) => `unmatched.${column}`)
        .join(', ')
      const pages = snapshot.pages(
        `select ${columns}, used.intent_id as used_by from unmatched_payments as unmatched
         left join used_payments as used on used.tx_hash = unmatched.transfer order by unmatched.id`,
      )
      for await (const page of pages) {
        const uses = new Map(page.map((row) => [row['id'], row['used_by']]))
        const payments = readAs('unmatched_payments', page, unmatchedPaymentsTable.fromRow)
        yield payments.map((payment) => {
          const use = uses.get(payment.id)
          return { payment, use: use == null ? undefined : intentUsing(use as PaymentIntentId) }
        })
      }
    },
    openTransactions: () => records(chainTransactionsTable, `where state = 'sent' order by drop_id, id`),
    jobs: () =>
      rows('select kind, subject from jobs order by subject, kind', (row) => ({
        kind: row['kind'] as never,
        subject: String(row['subject']),
      })),
    tokens: () => records(tokensTable, 'order by id'),
    ...auditEvents(snapshot, (page, eventOf) =>
      readAs(
        'events',
        page,
        (row) => ({ ...eventOf(row) }),
        (row) => String(row['position'] ?? 'without a place'),
      ),
    ),
    databaseErrors: () => databaseErrors(snapshot),
  }
}

const WRONG_CALLER_COUNTS = `
  select drop_id, caller_id, sum(stored) as stored, sum(counted) as counted from (
    select drop_id, caller_id, count as stored, 0 as counted from claim_callers
    union all
    select drop_id, caller_id, 0 as stored, count(*) as counted from claims group by caller_id, drop_id
  ) as counts
  group by drop_id, caller_id having sum(stored) <> sum(counted) order by drop_id, caller_id`

function storedTransferOf(row: Row): StoredTransfer {
  const [id, dropId, state] = [String(row['id']), row['drop_id'] as DropId, row['state']]
  if (state === 'SUCCEEDED') return { id, dropId, state: { kind: state, txHash: String(row['tx_hash']) } }
  const reason = String(row['failure_reason'])
  return { id, dropId, state: state === 'FAILED' ? { kind: state, reason } : { kind: 'PENDING' } }
}
