import {
  type Address,
  type DropId,
  type DropState,
  type DropStateQuery,
  type Fitting,
  type FittingQuery,
  fittingOf,
  type Instant,
  MOST_FITTING,
  MOST_LAPSES,
  mostPaidLoaded,
  type PaymentIntent,
  type PaymentIntentId,
  type UnpaidHolds,
} from '@dropkit/core'
import { NO_HOLDS } from '@dropkit/core/internal'
import {
  type Dialect,
  type Load,
  type Loaded,
  type Parameter,
  type Row,
  rowsAs,
  type Statement,
} from '../database.ts'
import { TRANSFER_OR_NONE } from '../migrations/0030-to-0049.ts'
import { type ChainTransactionRow, chainTransactionsTable } from '../tables/chain-transactions-table.ts'
import { type ExemptionRow, exemptionsTable } from '../tables/lottery-tables.ts'
import { type PaymentIntentRow, paymentIntentsTable } from '../tables/payment-intents-table.ts'
import { type PayoutRow, payoutsTable, type RefundRow, refundsTable } from '../tables/transfers-tables.ts'

type Payments = Pick<
  DropState,
  | 'paid'
  | 'intents'
  | 'openIntents'
  | 'allOpenIntents'
  | 'hasMoney'
  | 'heldItems'
  | 'unpaidOfWallet'
  | 'unpaidOfPayer'
  | 'fitting'
  | 'exemptions'
  | 'refunds'
  | 'payouts'
  | 'openTransactions'
>

/** Loads what a query asks about a drop's payments and transactions: only the requested parts, each with one statement. */
interface PaymentLoad {
  readonly loads: readonly Load[]
  paymentsOf(loaded: Loaded): Payments
}

export type PaymentLoads = (dropId: DropId, query: DropStateQuery) => PaymentLoad

const columnsOf = (table: { readonly columns: object }): string => Object.keys(table.columns).join(', ')

const byId = <Id, Stored extends { readonly id: Id }>(records: readonly Stored[]): ReadonlyMap<Id, Stored> =>
  new Map(records.map((record) => [record.id, record]))

const intentsFrom = (rows: readonly Row[]): PaymentIntent[] =>
  rowsAs<PaymentIntentRow>(rows).map(paymentIntentsTable.fromRow)

export function createPaymentLoads(dialect: Dialect): PaymentLoads {
  const intentColumns = columnsOf(paymentIntentsTable)
  const amongIds = dialect.among('id', 2, 'text')

  const oldestPaid = dialect.each(
    'load_paid_intents',
    { wallet: 'text' },
    '',
    (parent, shared) => `select ${intentColumns} from payment_intents
      where drop_id = ${shared(1)} and wallet = ${parent('wallet')} and state = 'PAID' and held > 0
      order by created_at, id limit ${shared(2)}`,
  )
  const smallestPaid = dialect.each(
    'load_smallest_paid_intents',
    { wallet: 'text', items: 'integer' },
    '',
    (parent, shared) => `select ${intentColumns} from payment_intents
      where drop_id = ${shared(1)} and wallet = ${parent('wallet')} and state = 'PAID' and held > 0
        and held >= ${parent('items')}
      order by held, created_at, id limit ${shared(2)}`,
  )
  const intents = dialect.statement(
    'load_intents',
    `select ${intentColumns} from payment_intents where ${amongIds} and drop_id = ?1`,
  )
  const intentsOfRefunds = dialect.statement(
    'load_intents_of_refunds',
    `select ${intentColumns} from payment_intents
     where id in (select intent_id from refunds where ${amongIds} and drop_id = ?1) and drop_id = ?1`,
  )
  const intentsOfPayouts = dialect.statement(
    'load_intents_of_payouts',
    `select ${intentColumns} from payment_intents
     where id in (select intent_id from payouts where ${amongIds} and drop_id = ?1) and drop_id = ?1`,
  )
  const openIntents = dialect.statement(
    'count_open_intents',
    `select count(*) as open from payment_intents
     where drop_id = ?1 and payer_id = ?2 and state in ('PENDING', 'PROCESSING')`,
  )
  const allOpenIntents = dialect.statement(
    'count_open_intents_of_payer',
    `select count(*) as open from
       (select 1 from payment_intents
        where payer_id = ?1 and state in ('PENDING', 'PROCESSING') limit ?2) as counted`,
  )
  const open = dialect.statement(
    'load_open_intents',
    `select ${intentColumns} from payment_intents
     where drop_id = ?1 and state in ('PENDING', 'PROCESSING') order by created_at, id limit ?2`,
  )
  const hasMoney = dialect.statement(
    'has_money',
    `select 1 from payment_intents
     where drop_id = ?1 and state in ('PAID', 'IN_REVIEW') and refunded < paid_amount limit 1`,
  )
  const heldItems = dialect.statement(
    'count_held_items',
    `select sum(held) as held from payment_intents where drop_id = ?1 and wallet = ?2 and held > 0`,
  )
  const unpaidOf = (holder: 'wallet' | 'payer') => {
    const column = holder === 'wallet' ? 'wallet' : 'payer_id'
    const lapsed = `from payment_intents
       where drop_id = ?1 and ${column} = ?2 and state in ('EXPIRED', 'CANCELLED') and expires_at > ?3`
    // Each form fits one index, which Postgres then uses without statistics.
    const items =
      holder === 'wallet'
        ? `select sum(case when state in ('PENDING', 'PROCESSING') then held end) from payment_intents
           where drop_id = ?1 and wallet = ?2 and held > 0`
        : `select sum(held) from payment_intents
           where drop_id = ?1 and payer_id = ?2 and state in ('PENDING', 'PROCESSING')`
    return dialect.statement(
      `count_unpaid_of_${holder}`,
      `select
         (${items}) as items,
         (select count(*) from (select 1 as lapse ${lapsed} limit ${MOST_LAPSES}) counted) as lapses,
         (select expires_at ${lapsed} order by expires_at desc limit 1) as last_lapse_at`,
    )
  }
  const unpaidOfWallet = unpaidOf('wallet')
  const unpaidOfPayer = unpaidOf('payer')
  const refunds = dialect.statement(
    'load_refunds',
    `select ${columnsOf(refundsTable)} from refunds where ${amongIds} and drop_id = ?1`,
  )
  const payouts = dialect.statement(
    'load_payouts',
    `select ${columnsOf(payoutsTable)} from payouts where ${amongIds} and drop_id = ?1`,
  )

  const exemptions = dialect.statement(
    'load_exemptions',
    `select ${columnsOf(exemptionsTable)} from gating_exemptions
     where drop_id = ?1 and ${dialect.among('wallet', 2, 'text')} and revoked_at is null`,
  )
  // One by one and with a limit (a vault has about eight at most). Otherwise Postgres reads all open ones of the drop.
  const openTransactions = dialect.each(
    'load_open_transactions',
    { transfer: 'text' },
    '',
    (parent, shared) => `select ${columnsOf(chainTransactionsTable)}
      from chain_transactions ${dialect.byIndex('chain_transactions_lane')}
      where drop_id = ${shared(1)} and state = 'sent' and ${TRANSFER_OR_NONE} = ${parent('transfer')} limit 100`,
  )

  const fittingLoads = createFittingLoads(dialect)

  return (dropId, query) => {
    const { buyers = [], intentIds = [], refundIds = [], payoutIds = [], ...one } = query
    const asked: Load[] = []
    const ask = (statement: Statement, isWanted: boolean, value: Parameter) => {
      if (isWanted) asked.push({ statement, values: [dropId, value] })
    }
    if (buyers.length > 0) {
      const shared = [dropId, mostPaidLoaded(buyers)]
      const wallets = [...new Set(buyers.map(({ wallet }) => wallet))]
      asked.push({ statement: oldestPaid, parents: wallets.map((wallet) => [wallet]), shared })
      const sizes = Map.groupBy(
        buyers.filter(({ items }) => items > 1),
        ({ wallet, items }) => `${wallet} ${items}`,
      )
      const parents = [...sizes.values()].flatMap(([one]) => (one ? [[one.wallet, one.items]] : []))
      if (parents.length > 0) asked.push({ statement: smallestPaid, parents, shared })
    }
    ask(intents, intentIds.length > 0, intentIds)
    const ofTransfers = query.intentsOfTransfers === true
    ask(intentsOfRefunds, ofTransfers && refundIds.length > 0, refundIds)
    ask(intentsOfPayouts, ofTransfers && payoutIds.length > 0, payoutIds)
    ask(openIntents, one.openIntentsOf !== undefined, one.openIntentsOf ?? null)
    if (one.allOpenIntentsOf !== undefined) {
      const { userId, most } = one.allOpenIntentsOf
      asked.push({ statement: allOpenIntents, values: [userId, most] })
    }
    ask(open, one.openIntentsAtMost !== undefined, one.openIntentsAtMost ?? null)
    if (one.hasMoney === true) asked.push({ statement: hasMoney, values: [dropId] })
    ask(heldItems, one.heldItemsOf !== undefined, one.heldItemsOf ?? null)
    if (one.unpaidOf !== undefined) {
      const { wallet, payer, since } = one.unpaidOf
      asked.push({ statement: unpaidOfWallet, values: [dropId, wallet, since] })
      asked.push({ statement: unpaidOfPayer, values: [dropId, payer, since] })
    }
    ask(refunds, refundIds.length > 0, refundIds)
    ask(payouts, payoutIds.length > 0, payoutIds)
    ask(exemptions, (one.exemptionsOf ?? []).length > 0, one.exemptionsOf ?? [])
    if (one.openTransactions === true) {
      const parents = [...new Set(['', ...refundIds, ...payoutIds])].map((transfer) => [transfer])
      asked.push({ statement: openTransactions, parents, shared: [dropId] })
    }
    const fitting = fittingLoads(one.fitting)
    return {
      loads: [...asked, ...fitting.loads],
      paymentsOf: (loaded) => {
        const rowsOf = (statement: Statement): readonly Row[] =>
          loaded[asked.findIndex((one) => one.statement === statement)] ?? []
        return {
          paid: paidBy(intentsFrom([...rowsOf(oldestPaid), ...rowsOf(smallestPaid)])),
          intents: byId<PaymentIntentId, PaymentIntent>([
            ...intentsFrom(rowsOf(intents)),
            ...intentsFrom(rowsOf(open)),
            ...intentsFrom(rowsOf(intentsOfRefunds)),
            ...intentsFrom(rowsOf(intentsOfPayouts)),
          ]),
          openIntents: rowsAs<{ open: number }>(rowsOf(openIntents))[0]?.open ?? 0,
          allOpenIntents: Number(rowsAs<{ open: number | string }>(rowsOf(allOpenIntents))[0]?.open ?? 0),
          hasMoney: rowsOf(hasMoney).length > 0,
          heldItems: Number(rowsAs<{ held: number | string | null }>(rowsOf(heldItems))[0]?.held ?? 0),
          unpaidOfWallet: holdsIn(rowsOf(unpaidOfWallet)),
          unpaidOfPayer: holdsIn(rowsOf(unpaidOfPayer)),
          fitting: fitting.fittingIn(loaded.slice(asked.length)),
          exemptions: new Map(
            rowsAs<ExemptionRow>(rowsOf(exemptions)).map((row) => [row.wallet, exemptionsTable.fromRow(row)]),
          ),
          refunds: byId(rowsAs<RefundRow>(rowsOf(refunds)).map(refundsTable.fromRow)),
          payouts: byId(rowsAs<PayoutRow>(rowsOf(payouts)).map(payoutsTable.fromRow)),
          openTransactions: oldestFirst(
            rowsAs<ChainTransactionRow>(rowsOf(openTransactions)).map(chainTransactionsTable.fromRow),
          ),
        }
      },
    }
  }
}

/** Postgres returns sums and counts that may exceed 32 bits as text. */
function holdsIn(rows: readonly Row[]): UnpaidHolds {
  const [row] = rowsAs<{
    items: number | string | null
    lapses: number | string
    last_lapse_at: number | null
  }>(rows)
  if (row === undefined) return NO_HOLDS
  return { items: Number(row.items ?? 0), lapses: Number(row.lapses), lastLapseAt: row.last_lapse_at }
}

const oldestFirst = <Stored extends { readonly id: string; readonly createdAt: Instant }>(
  records: readonly Stored[],
): readonly Stored[] =>
  records.toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))

/** Groups by wallet, oldest first. */
const paidBy = (intents: readonly PaymentIntent[]): DropState['paid'] =>
  Map.groupBy<Address, PaymentIntent>(oldestFirst([...byId(intents).values()]), ({ wallet }) => wallet)

interface FittingLoad {
  readonly loads: readonly Load[]
  fittingIn(loaded: Loaded): Fitting
}

/**
 * Loads the intents that a transfer may pay. Each group is read from its own index, no further than the end of the group.
 */
export function createFittingLoads(dialect: Dialect): (query: FittingQuery | undefined) => FittingLoad {
  const columns = Object.keys(paymentIntentsTable.columns).join(', ')
  const listOf = (name: string, condition: string) =>
    dialect.statement(
      name,
      `select ${columns} from payment_intents
       where wallet = ?1 and coin_type = ?2 and outstanding = ?3 and ${condition} limit ${MOST_FITTING}`,
    )
  const waiting = listOf('intents_that_wait', 'waited_until is null and expires_at >= ?4 order by expires_at')
  const waited = listOf(
    'intents_that_waited',
    'waited_until is not null and waited_until >= ?4 order by waited_until',
  )
  const cancelled = listOf(
    'intents_that_were_cancelled',
    `state = 'CANCELLED' and expires_at >= ?4 order by expires_at desc`,
  )
  return (query) => {
    if (query === undefined) return { loads: [], fittingIn: () => NONE }
    const { transfer, since } = query
    const key = [transfer.from, transfer.coinType, transfer.amount]
    return {
      loads: [
        { statement: waiting, values: [...key, since] },
        { statement: waited, values: [...key, transfer.at] },
        { statement: cancelled, values: [...key, since] },
      ],
      fittingIn: (loaded) =>
        fittingOf(loaded.map((rows) => rowsAs<PaymentIntentRow>(rows).map(paymentIntentsTable.fromRow))),
    }
  }
}

const NONE: Fitting = { intents: [], hasMore: false }
