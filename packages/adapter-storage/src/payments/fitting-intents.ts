import type { Fitting, FittingQuery } from '@dropkit/core'
import { fittingOf, MOST_FITTING } from '@dropkit/core/internal'
import { type Dialect, type Load, type Loaded, rowsAs } from '../database.ts'
import { type PaymentIntentRow, paymentIntentsTable } from '../tables/payment-intents-table.ts'

interface FittingLoad {
  readonly loads: readonly Load[]
  fittingIn(loaded: Loaded): Fitting
}

/**
 * Loads the intents that a transfer may pay. Each group is read from its own index, no further than the end of the group.
 */
export function createFittingLoads(dialect: Dialect): (question: FittingQuery | undefined) => FittingLoad {
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
  return (question) => {
    if (question === undefined) return { loads: [], fittingIn: () => NONE }
    const { transfer, since } = question
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
