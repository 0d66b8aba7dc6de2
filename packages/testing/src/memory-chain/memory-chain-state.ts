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
import { sha256 } from '../doubles/test-cryptography.ts'
import { emptyLedger, type Ledger, type MemoryVault } from './memory-ledger.ts'

/** The state of the chain. It outlives the processes that use the chain. */
export interface MemoryChainState {
  ledger: Ledger
  /** The outcome of every accepted transaction, by digest. */
  readonly outcomes: Map<string, TransactionOutcome>
  readonly claims: ClaimedOnChain[]
  /** Payments to the treasury, in the order of the chain. */
  readonly payments: PaymentOnChain[]
  /** The number of transactions, which makes equal ones different. */
  count: number
  /** Why the chain does not answer. Null if it does. */
  outage: string | null
}

/** Creates a chain without transactions. */
export const createMemoryChainState = (): MemoryChainState => ({
  ledger: emptyLedger(),
  outcomes: new Map(),
  claims: [],
  payments: [],
  count: 0,
  outage: null,
})

/** The service's account, which fills vaults. */
export const MEMORY_OPERATOR = addressFor('operator')
/** The recipient of payments on the memory chain. */
export const MEMORY_TREASURY = addressFor('treasury')

/** Returns an address that depends only on the name. */
export function addressFor(name: string): Address {
  const address = parseAddress(`0x${hexOfBytes(sha256(utf8(`memory chain ${name}`)))}`, 'address')
  if (!address.ok) throw new Error(`no address for ${name}`)
  return address.value
}

/** A vault as the `Chain` port returns it. */
export const stateOf = ({ balance, deposited, publicKey, isPaused }: MemoryVault): VaultState => ({
  balance: amountOf(balance),
  deposited: amountOf(deposited),
  publicKey,
  isPaused,
})

/** A transaction's digest, computed from its bytes. */
export const digestOf = (bytes: string): string => hexOfBytes(sha256(utf8(bytes))).slice(0, 44)
