import type { PageLimits } from './grpc-answers.ts'
import type { Ledger } from './ledger.ts'
import type { MoveVm } from './move-vm.ts'
import type { ChainObject } from './objects.ts'
import type { DenyList } from './registries.ts'
import type { TransactionLog } from './transaction-log.ts'
import type { EmittedEvent } from './transaction-place.ts'

/** The state that the services of a node share. */
export interface NodeState {
  readonly ledger: Ledger
  readonly log: TransactionLog
  readonly clock: NodeClock
  readonly chainId: string
  /** MIST per unit of gas. The cost of a transaction does not depend on it. */
  readonly gasPrice: bigint
  /** The price that the node suggests if objects are congested. */
  readonly suggestedGasPrice: () => bigint
  /** A transaction with a lower price is cancelled because of congestion. */
  readonly lowestPrice: () => bigint
  readonly denyList: DenyList
  /** The cost of a transaction in MIST. */
  readonly gasCost: bigint
  readonly storageCost: bigint
  readonly epochMs: number
  readonly pageLimits: Omit<PageLimits, 'oldestCheckpoint' | 'tip'>
  /** The events of another package that the next executed transaction emits, once. */
  readonly takeAddedEvents: () => readonly EmittedEvent[]
  readonly vmOf: (packageId: string) => MoveVm | undefined
  /** The current state of an object. The Clock object shows the chain time. */
  readonly readObject: (objectId: string) => ChainObject | undefined
  /** The time of the latest checkpoint. */
  readonly settledMs: () => number
  /** Runs tasks one after the other, so that none sees a partial state of another. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export interface NodeClock {
  now(): number
  epoch(): bigint
  epochStartMs(): bigint
  advance(ms: number): void
  /** Ends the epoch now, without moving the time. */
  endEpoch(): void
}

export const EPOCH_MS = 24 * 60 * 60 * 1_000
const FIRST_EPOCH = 1n

/** The chain clock. It follows `base` and can be moved forward. Epochs are counted from its start. */
export function createNodeClock(base: () => number): NodeClock {
  /** The epoch from which epochs are counted, and its start time. */
  let [first, startsAt] = [FIRST_EPOCH, base()]
  let offset = 0
  const now = () => base() + offset
  const epochsPassed = () => Math.floor((now() - startsAt) / EPOCH_MS)
  return {
    now,
    epoch: () => first + BigInt(epochsPassed()),
    epochStartMs: () => BigInt(startsAt + epochsPassed() * EPOCH_MS),
    advance(ms) {
      offset += ms
    },
    endEpoch() {
      first += BigInt(epochsPassed()) + 1n
      startsAt = now()
    },
  }
}
