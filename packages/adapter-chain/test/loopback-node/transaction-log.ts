import type { TransactionData } from '@mysten/sui/transactions'
import type { TransactionResult } from './run-transaction.ts'

/** A transaction that was carried out. */
export interface LoggedTransaction extends Omit<TransactionResult, 'page'> {
  readonly digest: string
  readonly bytes: Uint8Array
  readonly data: TransactionData
  readonly sender: string
  readonly signatures: readonly Uint8Array[]
  /** From 0, in the order in which they were carried out. */
  readonly index: number
  /** Whose objects or balances it changed, its sender and whoever paid its gas among them. */
  readonly affected: ReadonlySet<string>
}

export interface TransactionLog {
  find(digest: string): LoggedTransaction | undefined
  add(transaction: Omit<LoggedTransaction, 'index'>): LoggedTransaction
  /** The checkpoint that a transaction is in: one each, from 1; null while it is not final. */
  checkpointOf(transaction: LoggedTransaction): bigint | null
  /** Those that are final, in their order. */
  final(): readonly LoggedTransaction[]
  all(): readonly LoggedTransaction[]
  /** The latest checkpoint; 0 is the genesis. */
  height(): bigint
  /** From now on what is carried out is not final until `release`. */
  hold(): void
  release(): void
}

export function createTransactionLog(): TransactionLog {
  const byDigest = new Map<string, LoggedTransaction>()
  const order: LoggedTransaction[] = []
  let heldFrom: number | undefined
  const finalCount = () => heldFrom ?? order.length
  return {
    find: (digest) => byDigest.get(digest),
    add(transaction) {
      const logged = { ...transaction, index: order.length }
      order.push(logged)
      byDigest.set(logged.digest, logged)
      return logged
    },
    checkpointOf: ({ index }) => (index < finalCount() ? BigInt(index + 1) : null),
    final: () => order.slice(0, finalCount()),
    all: () => order,
    height: () => BigInt(finalCount()),
    hold() {
      heldFrom ??= order.length
    },
    release() {
      heldFrom = undefined
    },
  }
}
