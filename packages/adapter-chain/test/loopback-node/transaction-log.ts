import { GrpcTypes } from '@mysten/sui/grpc'
import type { TransactionData } from '@mysten/sui/transactions'
import { toBase58 } from '@mysten/sui/utils'
import { blake2b256, ownerMessage, PACKAGE_TYPE } from './objects.ts'
import type { ObjectChange, TransactionResult } from './run-transaction.ts'
import type { EmittedEvent } from './transaction-place.ts'
import { writeTransaction } from './write-transaction.ts'

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

const {
  ChangedObject_IdOperation: IdOperation,
  ChangedObject_InputObjectState: InputState,
  ChangedObject_OutputObjectState: OutputState,
} = GrpcTypes

export const timestampOf = (ms: number) => ({
  seconds: BigInt(Math.floor(ms / 1_000)),
  nanos: (ms % 1_000) * 1_000_000,
})

/** The full message for a transaction. It has a checkpoint and a time if the transaction is final. */
export function transactionMessage(
  transaction: Omit<LoggedTransaction, 'index' | 'affected'>,
  checkpoint: bigint | null,
): GrpcTypes.ExecutedTransaction {
  const { data, bytes, digest, signatures, events, balanceChanges, nowMs } = transaction
  return GrpcTypes.ExecutedTransaction.create({
    digest,
    transaction: writeTransaction(data, bytes, digest),
    signatures: signatures.map((value) => ({ bcs: { name: 'UserSignatureBytes', value } })),
    effects: effectsMessage(transaction),
    ...(events.length > 0 && {
      events: { events: events.map((event) => eventMessage(event, transaction.sender)) },
    }),
    ...(checkpoint !== null && { checkpoint, timestamp: timestampOf(nowMs) }),
    balanceChanges: balanceChanges.map(({ address, coinType, amount }) => ({
      address,
      coinType,
      amount: String(amount),
    })),
  })
}

export function eventMessage(event: EmittedEvent, sender: string): GrpcTypes.Event {
  const { packageId, module, type, contents } = event
  return { packageId, module, sender, eventType: type, contents: { name: type, value: contents } }
}

function effectsMessage(
  transaction: Omit<LoggedTransaction, 'index' | 'affected'>,
): GrpcTypes.TransactionEffects {
  const { failure, digest, epoch, lamportVersion, changes, gasObjectId, gasCost, storageCost } = transaction
  const { events } = transaction
  const changed = changes.map(changeMessage)
  const gasObject = changed.find(({ objectId }) => objectId === gasObjectId)
  return GrpcTypes.TransactionEffects.create({
    version: 2,
    status: failure === null ? { success: true } : { success: false, error: failure.detail },
    epoch,
    transactionDigest: digest,
    gasUsed: { computationCost: gasCost, storageCost, storageRebate: 0n, nonRefundableStorageFee: 0n },
    ...(gasObject !== undefined && { gasObject }),
    ...(events.length > 0 && { eventsDigest: toBase58(blake2b256(Buffer.from(`events of ${digest}`))) }),
    lamportVersion,
    changedObjects: changed,
  })
}

function changeMessage({ objectId, before, after }: ObjectChange): GrpcTypes.ChangedObject {
  const type = (after ?? before)?.type
  return {
    objectId,
    ...(type !== undefined && { objectType: type }),
    ...(before === undefined
      ? { inputState: InputState.DOES_NOT_EXIST }
      : {
          inputState: InputState.EXISTS,
          inputVersion: before.version,
          inputDigest: before.digest,
          inputOwner: ownerMessage(before.owner),
        }),
    ...(after === undefined
      ? { outputState: OutputState.DOES_NOT_EXIST }
      : {
          outputState: after.type === PACKAGE_TYPE ? OutputState.PACKAGE_WRITE : OutputState.OBJECT_WRITE,
          outputVersion: after.version,
          outputDigest: after.digest,
          outputOwner: ownerMessage(after.owner),
        }),
    idOperation: idOperation(before !== undefined, after !== undefined),
  }
}

function idOperation(wasThere: boolean, isThere: boolean): GrpcTypes.ChangedObject_IdOperation {
  if (wasThere === isThere) return IdOperation.NONE
  return isThere ? IdOperation.CREATED : IdOperation.DELETED
}
