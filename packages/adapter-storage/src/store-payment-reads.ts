import type { DropId, PaymentIntent, PaymentIntentId, Refund, Store } from '@dropkit/core'
import { type Database, type Row, rowsAs } from './database.ts'
import { byKey, columnsOf, createSelecting } from './store-reads.ts'
import { type PaymentIntentRow, paymentIntentsTable } from './tables/payment-intents-table.ts'
import { type PayoutRow, payoutsTable, type RefundRow, refundsTable } from './tables/transfers-tables.ts'

type PaymentReads = Pick<
  Store,
  | 'paymentIntents'
  | 'paymentIntentByExternalId'
  | 'listPaymentIntents'
  | 'refundsOfIntents'
  | 'unpaidIntents'
  | 'intentsPaidBy'
  | 'intentsWithCandidate'
  | 'openIntents'
  | 'intentsWithMoney'
  | 'intentsEarningApart'
  | 'intentUsing'
  | 'pendingTransfers'
>

const OLDEST_FIRST = 'created_at, id'

/** No receipt, or one of another wallet's that nobody has let count. */
const WITHOUT_MONEY = `(state in ('PENDING', 'PROCESSING', 'EXPIRED', 'CANCELLED') or not is_counted)`

/** Comes after every id. */
const AFTER_IDS = '\u007f'

/** Reads of payments, each from an index of its own. */
export function createPaymentReads(database: Database): PaymentReads {
  const { dialect } = database
  const selecting = createSelecting(database)
  const among = (column: string) => dialect.among(column, 1, 'text')

  const byId = selecting('payment_intents', paymentIntentsTable, among('id'))
  const byExternalId = selecting('payment_intent_by_external_id', paymentIntentsTable, 'external_id = ?1')
  const columns = columnsOf(paymentIntentsTable)
  const listOf = (alias: string, condition: string) => `select * from (
    select ${columns} from payment_intents where ${condition} and id < ?2 order by id desc limit ?3
  ) as ${alias}`
  const concerning = dialect.statement(
    'list_payment_intents',
    `${listOf('made', 'payer_id = ?1')}
     union all ${listOf('sold', 'creator_id = ?1 and payer_id <> creator_id')}
     order by id desc limit ?3`,
  )
  const concerningOnDrop = dialect.statement(
    'list_payment_intents_of_drop',
    `${listOf('made', 'payer_id = ?1 and drop_id = ?4')}
     union all ${listOf('sold', 'creator_id = ?1 and payer_id <> creator_id and drop_id = ?4')}
     order by id desc limit ?3`,
  )
  const refundsOf = selecting(
    'refunds_of_intents',
    refundsTable,
    `${among('intent_id')} order by ${OLDEST_FIRST}`,
  )
  const unpaid = selecting(
    'unpaid_intents',
    paymentIntentsTable,
    `wallet = ?1 and ${WITHOUT_MONEY} and expires_at >= ?2
     order by ${OLDEST_FIRST}`,
  )
  const paidBy = selecting(
    'intents_paid_by',
    paymentIntentsTable,
    `paid_from = ?1 and is_counted and expires_at >= ?2 order by ${OLDEST_FIRST}`,
  )
  const withCandidate = selecting(
    'intents_with_candidate',
    paymentIntentsTable,
    'candidate is not null and (expires_at, id) > (?1, ?2) order by expires_at, id limit ?3',
  )
  const open = selecting(
    'open_intents',
    paymentIntentsTable,
    `drop_id = ?1 and state in ('PENDING', 'PROCESSING') order by ${OLDEST_FIRST} limit ?2`,
  )
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
  const using = dialect.statement('intent_using', 'select intent_id from used_payments where tx_hash = ?1')
  const pending = (table: { readonly name: string; readonly columns: object }) =>
    dialect.statement(
      `pending_${table.name}`,
      `select ${columnsOf(table)} from ${table.name}
       where drop_id = ?1 and state = 'PENDING' order by ${OLDEST_FIRST} limit ?2`,
    )
  const pendingRefunds = pending(refundsTable)
  const pendingPayouts = pending(payoutsTable)

  return {
    paymentIntents: async (ids) => byKey(await byId(ids), (intent) => intent.id),
    paymentIntentByExternalId: async (externalId) => (await byExternalId(externalId))[0],
    async listPaymentIntents(userId, { after, limit }, dropId) {
      const values = [userId, after ?? AFTER_IDS, limit]
      const query =
        dropId === undefined
          ? { statement: concerning, values }
          : { statement: concerningOnDrop, values: [...values, dropId] }
      return intentsFrom(await database.read(query))
    },
    refundsOfIntents: async (ids) =>
      Map.groupBy<PaymentIntentId, Refund>(await refundsOf(ids), ({ intentId }) => intentId),
    unpaidIntents: (wallet, since) => unpaid(wallet, since),
    intentsPaidBy: (wallet, since) => paidBy(wallet, since),
    intentsWithCandidate: (since, { after, limit }) =>
      after && after.expiresAt >= since
        ? withCandidate(after.expiresAt, after.id, limit)
        : withCandidate(since, '', limit),
    openIntents: (dropId, limit) => open(dropId, limit),
    intentsWithMoney: (dropId, { after, limit }) => withMoney(dropId, after ?? '', limit),
    intentsEarningApart: (dropId, { after, limit }) => earningApart(dropId, after ?? '', limit),
    async intentUsing(txHash) {
      const rows = await database.read({ statement: using, values: [txHash] })
      return rowsAs<{ intent_id: PaymentIntentId }>(rows)[0]?.intent_id
    },
    pendingTransfers: async (dropId: DropId, limit) => {
      const values = [dropId, limit]
      const [refunds, payouts] = await database.readTogether([
        { statement: pendingRefunds, values },
        { statement: pendingPayouts, values },
      ])
      const transfers = [
        ...rowsAs<RefundRow>(refunds).map((row) => ({ refund: refundsTable.fromRow(row) })),
        ...rowsAs<PayoutRow>(payouts).map((row) => ({ payout: payoutsTable.fromRow(row) })),
      ]
      const madeAt = (transfer: (typeof transfers)[number]) =>
        ('refund' in transfer ? transfer.refund : transfer.payout).createdAt
      return transfers.sort((one, other) => madeAt(one) - madeAt(other)).slice(0, limit)
    },
  }
}

const intentsFrom = (rows: readonly Row[]): PaymentIntent[] =>
  rowsAs<PaymentIntentRow>(rows).map(paymentIntentsTable.fromRow)
