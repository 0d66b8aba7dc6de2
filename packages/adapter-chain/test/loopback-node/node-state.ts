import type { DenyList } from './deny-list.ts'
import type { Ledger } from './ledger.ts'
import type { MoveVm } from './move-vm.ts'
import type { NodeClock } from './node-clock.ts'
import type { ChainObject } from './objects.ts'
import type { PageLimits } from './pages.ts'
import type { TransactionLog } from './transaction-log.ts'

/** What the services of a node share. */
export interface NodeState {
  readonly ledger: Ledger
  readonly log: TransactionLog
  readonly clock: NodeClock
  readonly chainId: string
  /** MIST a unit of gas; what a transaction costs does not follow from it. */
  readonly gasPrice: bigint
  /** What the node suggests as a price where objects are congested. */
  readonly suggestedGasPrice: () => bigint
  /** A transaction at a lower price is cancelled because of congestion. */
  readonly lowestPrice: () => bigint
  readonly denyList: DenyList
  /** MIST a transaction costs. */
  readonly gasCost: bigint
  readonly storageCost: bigint
  readonly epochMs: number
  readonly pageLimits: Omit<PageLimits, 'oldestCheckpoint'>
  readonly vmOf: (packageId: string) => MoveVm | undefined
  /** An object as it is now; the Clock shows the chain's time. */
  readonly readObject: (objectId: string) => ChainObject | undefined
  /** The time of the latest checkpoint. */
  readonly settledMs: () => number
  /** One after the other: what is run never sees half of another. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}
