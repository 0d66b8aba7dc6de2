import type { Placed } from './pages.ts'
import type { LoggedTransaction, TransactionLog } from './transaction-log.ts'
import type { EmittedEvent } from './transaction-place.ts'

const EVENTS_PER_TRANSACTION = 10_000n

export interface LoggedEvent {
  readonly event: EmittedEvent
  readonly eventIndex: number
  readonly transaction: LoggedTransaction
}

/** The final transactions, each with its position. */
export const transactionPlaces = (log: TransactionLog): Placed<LoggedTransaction>[] =>
  log.final().map((item) => ({ at: BigInt(item.index), checkpoint: log.checkpointOf(item) ?? 0n, item }))

export const eventPlaces = (log: TransactionLog): Placed<LoggedEvent>[] =>
  log.final().flatMap((transaction) =>
    transaction.events.map((event, eventIndex) => ({
      at: BigInt(transaction.index) * EVENTS_PER_TRANSACTION + BigInt(eventIndex),
      checkpoint: log.checkpointOf(transaction) ?? 0n,
      item: { event, eventIndex, transaction },
    })),
  )
