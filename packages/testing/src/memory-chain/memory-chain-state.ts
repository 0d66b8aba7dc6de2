import {
  type Address,
  amountOf,
  type ClaimedOnChain,
  type PaymentOnChain,
  parseAddress,
  type TransactionOutcome,
  type VaultState,
} from '@dropkit/core'
import { hexOfBytes, utf8 } from '@dropkit/core/internal'
import { sha256 } from '../doubles/pure-hashes.ts'
import { emptyLedger, type Ledger, type MemoryVault } from './memory-ledger.ts'

/** What the chain remembers. It outlives the processes that talk to it. */
export interface MemoryChainState {
  ledger: Ledger
  /** What became of every transaction that was taken, by its digest. */
  readonly outcomes: Map<string, TransactionOutcome>
  readonly claims: ClaimedOnChain[]
  /** What came to the treasury, in the chain's order. */
  readonly payments: PaymentOnChain[]
  /** Counts transactions, so that equal ones differ. */
  count: number
  /** Why the chain does not answer; null while it does. */
  outage: string | null
}

/** A chain on which nothing has happened. */
export const createMemoryChainState = (): MemoryChainState => ({
  ledger: emptyLedger(),
  outcomes: new Map(),
  claims: [],
  payments: [],
  count: 0,
  outage: null,
})

/** The service's own account, from which vaults are filled. */
export const MEMORY_OPERATOR = addressFor('operator')
/** Where payments on the memory chain go. */
export const MEMORY_TREASURY = addressFor('treasury')

/** The address that stands for a name; the same each time. */
export function addressFor(name: string): Address {
  const address = parseAddress(`0x${hexOfBytes(sha256(utf8(`memory chain ${name}`)))}`, 'address')
  if (!address.ok) throw new Error(`no address for ${name}`)
  return address.value
}

/** A vault as the `Chain` port shows it. */
export const stateOf = ({ balance, deposited, publicKey, isPaused }: MemoryVault): VaultState => ({
  balance: amountOf(balance),
  deposited: amountOf(deposited),
  publicKey,
  isPaused,
})

/** A transaction's digest, by its bytes. */
export const digestOf = (bytes: string): string => hexOfBytes(sha256(utf8(bytes))).slice(0, 44)
