import {
  type DropId,
  MOST_COUNTED,
  MOST_WAITING,
  type OpenIntent,
  type PaymentIntent,
  type PaymentIntentId,
  type Refund,
  type Store,
  transferKey,
  type UnmatchedState,
} from '@dropkit/core'
import { type Database, type Row, rowsAs } from '../database.ts'
import { intentStatus } from '../migrations/0030-to-0049.ts'
import { byKey, columnsOf, createSelecting } from '../reads/store-reads.ts'
import { type PaymentIntentRow, paymentIntentsTable } from '../tables/payment-intents-table.ts'
import type { Flag } from '../tables/table.ts'
import { type PayoutRow, payoutsTable, type RefundRow, refundsTable } from '../tables/transfers-tables.ts'
import { unmatchedPaymentsTable } from '../tables/unmatched-payments-table.ts'
import { createFittingLoads } from './drop-state-payment-loads.ts'
import { intentUsing } from './used-payment-writes.ts'

const OLDEST_FIRST = 'created_at, id'

/** The intent has no receipt, or one of another wallet that was not counted. */
const WITHOUT_MONEY = `(state in ('PENDING', 'PROCESSING', 'EXPIRED', 'CANCELLED') or not is_counted)`

/** When a transfer is due. A transfer of an earlier release has no next attempt and is due since its creation. */
const DUE_AT = 'coalesce(next_attempt_at, created_at)'

/** Sorts after every id. */
const AFTER_IDS = '\u007f'

/** Reads of payments, each from its own index. */
export function createPaymentReads(database: Database) {
  const { dialect } = database
  const selecting = createSelecting(database)
  const among = (column: string) => dialect.among(column, 1, 'text')

  const byId = selecting('payment_intents', paymentIntentsTable, among('id'))
  const byExternalId = selecting('payment_intent_by_external_id', paymentIntentsTable, 'external_id = ?1')
  const columns = columnsOf(paymentIntentsTable)
  const listOf = (alias: string, condition: string) => `select * from (
    select ${columns} from payment_intents where ${condition} and id < ?2 order by id desc limit ?3
  ) as ${alias}`
  const concerning = (name: string, condition: string) =>
    dialect.statement(
      name,
      `${listOf('made', `payer_id = ?1${condition}`)}
       union all ${listOf('sold', `creator_id = ?1 and payer_id <> creator_id${condition}`)}
       order by id desc limit ?3`,
    )
  const concerningOnDrop = (name: string, condition: string) =>
    dialect.statement(
      name,
      `${listOf('made', `payer_id = ?1 and drop_id = ?4${condition}`)}
       union all ${listOf(
         'sold',
         `drop_id = (select id from drops where id = ?4 and creator_id = ?1) and payer_id <> creator_id${condition}`,
       )}
       order by id desc limit ?3`,
    )
  const hasStatus = (parameter: number) => ` and (${intentStatus(dialect.client)}) = ?${parameter}`
  const lists = {
    ofUser: {
      all: concerning('list_payment_intents', ''),
      inStatus: concerning('list_payment_intents_in_status', hasStatus(4)),
    },
    onDrop: {
      all: concerningOnDrop('list_payment_intents_of_drop', ''),
      inStatus: concerningOnDrop('list_payment_intents_of_drop_in_status', hasStatus(5)),
    },
  }
  const refundsOf = selecting(
    'refunds_of_intents',
    refundsTable,
    `${among('intent_id')} order by ${OLDEST_FIRST}`,
  )
  const newestRefundOf = dialect.each(
    'newest_refunds',
    { intent_id: 'text' },
    '',
    (parent) => `select ${columnsOf(refundsTable)} from refunds
      where intent_id = ${parent('intent_id')} order by created_at desc, id desc limit 1`,
  )
  // Limited before the filter, so that the cost is bounded however many intents the wallet has.
  const waitingFor = dialect.statement(
    'users_waiting_for',
    `select payer_id, state, created_at from payment_intents
     where wallet = ?1 and ${WITHOUT_MONEY} and expires_at >= ?2 order by expires_at limit ${MOST_WAITING}`,
  )
  const fittingLoads = createFittingLoads(dialect)
  const usesAmong = dialect.statement(
    'uses_of_transfers',
    `select tx_hash, intent_id, is_whole from used_payments where ${among('tx_hash')}`,
  )
  const unmatchedById = selecting('unmatched_payments', unmatchedPaymentsTable, among('id'))
  const unmatchedByTransfer = selecting('unmatched_at', unmatchedPaymentsTable, among('transfer'))
  const listUnmatched = selecting(
    'list_unmatched_payments',
    unmatchedPaymentsTable,
    'id < ?1 order by id desc limit ?2',
  )
  const listUnmatchedIn = selecting(
    'list_unmatched_payments_in_state',
    unmatchedPaymentsTable,
    'state = ?1 and id < ?2 order by id desc limit ?3',
  )
  const countUnmatched = dialect.statement(
    'count_unmatched_payments',
    `select count(*) as count from
       (select 1 from unmatched_payments where state = ?1 limit ${MOST_COUNTED}) as counted`,
  )
  const withCandidate = selecting(
    'intents_with_candidate',
    paymentIntentsTable,
    'candidate is not null and (expires_at, id) > (?1, ?2) order by expires_at, id limit ?3',
  )
  const withCandidateOfUser = selecting(
    'intents_of_user_with_candidate',
    paymentIntentsTable,
    'candidate is not null and payer_id = ?4 and (expires_at, id) > (?1, ?2) order by expires_at, id limit ?3',
  )
  const inReviewWith = selecting(
    'intents_in_review_with',
    paymentIntentsTable,
    `tx_hash = ?1 and state = 'IN_REVIEW' and not is_counted and coalesce(transfer_index, 0) = ?2 order by id limit ?3`,
  )
  const openWhere = (name: string, condition: string) => {
    const text = `select id, expires_at, candidate_since from payment_intents where drop_id = ?1 and ${condition} limit ?2`
    const statement = dialect.statement(name, text)
    return async (dropId: DropId, limit: number): Promise<readonly OpenIntent[]> => {
      const read = await database.read({ statement, values: [dropId, limit] })
      const rows = rowsAs<Pick<PaymentIntentRow, 'id' | 'expires_at' | 'candidate_since'>>(read)
      return rows.map((row) => ({
        id: row.id,
        expiresAt: row.expires_at,
        candidateSince: row.candidate_since,
      }))
    }
  }
  const open = openWhere('open_intents', `state in ('PENDING', 'PROCESSING') order by ${OLDEST_FIRST}`)
  const processing = openWhere('processing_intents', `state = 'PROCESSING' order by candidate_since, id`)
  const withMoney = selecting(
    'intents_with_money',
    paymentIntentsTable,
    `drop_id = ?1 and state in ('PAID', 'IN_REVIEW') and refunded < paid_amount and id > ?2
     order by id limit ?3`,
  )
  const earningApart = selecting(
    'intents_earning_apart',
    paymentIntentsTable,
    `drop_id = ?1 and paid_coin_type <> coin_type and paid_out < earned and id > ?2 order by id limit ?3`,
  )
  const refundsById = selecting('refunds', refundsTable, among('id'))
  const payoutsOfDrop = selecting(
    'list_payouts',
    payoutsTable,
    'creator_id = ?1 and drop_id = ?2 and id < ?3 order by id desc limit ?4',
  )
  const payoutsById = selecting('payouts', payoutsTable, among('id'))
  const isPending = `drop_id = ?1 and state = 'PENDING'`
  const due = (table: { readonly name: string; readonly columns: object }) =>
    dialect.statement(
      `due_${table.name}`,
      `select ${columnsOf(table)} from ${table.name}
       where ${isPending} and ${DUE_AT} <= ?2 order by ${DUE_AT}, id limit ?3`,
    )
  const dueRefunds = due(refundsTable)
  const duePayouts = due(payoutsTable)
  const next = (table: string) =>
    dialect.statement(
      `next_${table}`,
      `select ${DUE_AT} as due_at from ${table} where ${isPending} order by ${DUE_AT} limit 1`,
    )
  const nextRefund = next('refunds')
  const nextPayout = next('payouts')

  return {
    paymentIntents: async (ids) => byKey(await byId(ids), (intent) => intent.id),
    paymentIntentByExternalId: async (externalId) => (await byExternalId(externalId))[0],
    async listPaymentIntents(userId, { after, limit }, { dropId, status } = {}) {
      const list = dropId === undefined ? lists.ofUser : lists.onDrop
      const statement = status === undefined ? list.all : list.inStatus
      const values = [userId, after ?? AFTER_IDS, limit, dropId, status].filter(
        (value) => value !== undefined,
      )
      return intentsFrom(await database.read({ statement, values }))
    },
    refundsOfIntents: async (ids) =>
      Map.groupBy<PaymentIntentId, Refund>(await refundsOf(ids), ({ intentId }) => intentId),
    async newestRefunds(ids) {
      const parents = ids.map((id) => [id])
      const found = await database.readEach({ statement: newestRefundOf, parents, shared: [] })
      const refunds = found.flatMap((rows) => rowsAs<RefundRow>(rows).map(refundsTable.fromRow))
      return byKey(refunds, ({ intentId }) => intentId)
    },
    async fittingIntents(query) {
      const { loads, fittingIn } = fittingLoads(query)
      return fittingIn(await database.readTogether(loads))
    },
    async usersWaitingFor(wallet, { at, since }) {
      const read = await database.read({ statement: waitingFor, values: [wallet, since] })
      const rows = rowsAs<Pick<PaymentIntentRow, 'payer_id' | 'state' | 'created_at'>>(read)
      const waiting = rows.filter((row) => row.state !== 'CANCELLED' && row.created_at <= at)
      const userIds = [...new Set(waiting.map((row) => row.payer_id))]
      return { userIds, hasMore: rows.length === MOST_WAITING }
    },
    intentsWithCandidate: (since, { payerId, after, limit }) => {
      const page = [...(after && after.expiresAt >= since ? [after.expiresAt, after.id] : [since, '']), limit]
      return payerId === undefined ? withCandidate(...page) : withCandidateOfUser(...page, payerId)
    },
    intentsInReviewWith: ({ txHash, index }, limit) => inReviewWith(txHash, index, limit),
    openIntents: open,
    processingIntents: processing,
    intentsWithMoney: (dropId, { after, limit }) => withMoney(dropId, after ?? '', limit),
    intentsEarningApart: (dropId, { after, limit }) => earningApart(dropId, after ?? '', limit),
    async usesOf(places) {
      const keys = new Set(places.flatMap((place) => [transferKey(place), place.txHash]))
      const read = await database.read({ statement: usesAmong, values: [[...keys]] })
      const uses = new Map(
        rowsAs<{ tx_hash: string; intent_id: PaymentIntentId; is_whole: Flag }>(read).map((row) => [
          row.tx_hash,
          { isWhole: Boolean(row.is_whole), intentId: intentUsing(row.intent_id) },
        ]),
      )
      return new Map(
        places.flatMap((place): [string, PaymentIntentId | null][] => {
          const whole = uses.get(place.txHash)
          const use = whole?.isWhole ? whole : uses.get(transferKey(place))
          return use ? [[transferKey(place), use.intentId]] : []
        }),
      )
    },
    unmatchedPayments: async (ids) => byKey(await unmatchedById(ids), ({ id }) => id),
    unmatchedAt: async (places) => byKey(await unmatchedByTransfer(places.map(transferKey)), transferKey),
    listUnmatchedPayments: (state, { after, limit }) =>
      state === null
        ? listUnmatched(after ?? AFTER_IDS, limit)
        : listUnmatchedIn(state, after ?? AFTER_IDS, limit),
    listPayouts: (creatorId, dropId, { after, limit }) =>
      payoutsOfDrop(creatorId, dropId, after ?? AFTER_IDS, limit),
    async countUnmatchedPayments() {
      const states: readonly UnmatchedState['kind'][] = ['OPEN', 'RETURNING']
      const counts = await database.readTogether(
        states.map((state) => ({ statement: countUnmatched, values: [state] })),
      )
      const [open = 0, returning = 0] = counts.map((rows) =>
        Number(rowsAs<{ count: number | string }>(rows)[0]?.count ?? 0),
      )
      return { open, returning }
    },
    refunds: async (ids) => byKey(await refundsById(ids), ({ id }) => id),
    payouts: async (ids) => byKey(await payoutsById(ids), ({ id }) => id),
    async dueTransfers(dropId, now, limit) {
      const values = [dropId, now, limit]
      const [refunds, payouts] = await database.readTogether([
        { statement: dueRefunds, values },
        { statement: duePayouts, values },
      ])
      const transfers = [
        ...rowsAs<RefundRow>(refunds).map((row) => ({
          row,
          transfer: { refund: refundsTable.fromRow(row) },
        })),
        ...rowsAs<PayoutRow>(payouts).map((row) => ({
          row,
          transfer: { payout: payoutsTable.fromRow(row) },
        })),
      ]
      const dueAt = ({ row }: (typeof transfers)[number]) => row.next_attempt_at ?? row.created_at
      return transfers
        .sort((one, other) => dueAt(one) - dueAt(other) || (one.row.id < other.row.id ? -1 : 1))
        .slice(0, limit)
        .map(({ transfer }) => transfer)
    },
    async nextTransferAt(dropId) {
      const values = [dropId]
      const rows = await database.readTogether([
        { statement: nextRefund, values },
        { statement: nextPayout, values },
      ])
      const times = rowsAs<{ due_at: number }>(rows.flat()).map(({ due_at }) => due_at)
      return times.length === 0 ? null : Math.min(...times)
    },
  } satisfies Partial<Store>
}

const intentsFrom = (rows: readonly Row[]): PaymentIntent[] =>
  rowsAs<PaymentIntentRow>(rows).map(paymentIntentsTable.fromRow)
