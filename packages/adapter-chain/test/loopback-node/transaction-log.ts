import type { TransactionData } from '@mysten/sui/transactions'
import type { TransactionResult } from './run-transaction.ts'

/** An executed transaction. */
export interface LoggedTransaction extends Omit<TransactionResult, 'page'> {
  readonly digest: string
  readonly bytes: Uint8Array
  readonly data: TransactionData
  readonly sender: string
  readonly signatures: readonly Uint8Array[]
  /** The position in the order of execution, from 0. */
  readonly index: number
  /** The addresses whose objects or balances it changed, including its sender and the gas owner. */
  readonly affected: ReadonlySet<string>
}

export interface TransactionLog {
  find(digest: string): LoggedTransaction | undefined
  add(transaction: Omit<LoggedTransaction, 'index'>): LoggedTransaction
  /**
   * The checkpoint of a transaction. Each checkpoint contains one transaction; the first is 1. Null if the transaction is
   * not final.
   */
  checkpointOf(transaction: LoggedTransaction): bigint | null
  /** The final transactions, in their order. */
  final(): readonly LoggedTransaction[]
  all(): readonly LoggedTransaction[]
  /** The latest checkpoint; 0 is the genesis. */
  height(): bigint
  /** Removes the transactions before this checkpoint, as a node does after some epochs. */
  prune(before: bigint): void
  oldestCheckpoint(): bigint
  /** Transactions from now on are not final until `release`. */
  hold(): void
  release(): void
}

export function createTransactionLog(): TransactionLog {
  const byDigest = new Map<string, LoggedTransaction>()
  const order: LoggedTransaction[] = []
  let heldFrom: number | undefined
  let oldest = 0n
  const finalCount = () => heldFrom ?? order.length
  return {
    find(digest) {
      const found = byDigest.get(digest)
      return found !== undefined && BigInt(found.index + 1) >= oldest ? found : undefined
    },
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
    prune(before) {
      oldest = before
    },
    oldestCheckpoint: () => oldest,
    hold() {
      heldFrom ??= order.length
    },
    release() {
      heldFrom = undefined
    },
  }
}
