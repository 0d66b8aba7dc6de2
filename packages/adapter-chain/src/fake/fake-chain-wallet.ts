import type { Instant, Result } from '@dropkit/core'
import type { MoveAbortName } from './move-abort.ts'

/** Why an act on the fake chain was not done. */
export type FakeChainFault =
  /** The input cannot be read, or names what does not exist. Nothing was recorded. */
  | { readonly kind: 'bad_input'; readonly field: string; readonly reason: string }
  /** The transaction failed, as on Sui: it is recorded as failed under its digest, and changed nothing else. */
  | {
      readonly kind: 'aborted'
      readonly abort: MoveAbortName
      readonly reason: string
      readonly txHash: string
    }
  | { readonly kind: 'chain_unavailable'; readonly reason: string }

export type WalletAnswer = Promise<Result<{ readonly txHash: string }, FakeChainFault>>
export type ClockAnswer = Promise<Result<{ readonly now: Instant }, FakeChainFault>>

/**
 * Fields as they come from outside, each read by the act itself: addresses and types in any form that Sui knows,
 * amounts and numbers as decimal strings or safe integers.
 */
type Given<Fields extends string> = { readonly [Field in Fields]?: unknown }

/** What people do on the fake chain: as a wallet would, and to its clock and its connection. */
export interface FakeChainWallet {
  /** Makes coins out of nothing. From then on the chain knows the coin. */
  faucet(input: Given<'address' | 'coinType' | 'amount'>): WalletAnswer
  /** A memo, if any, is seen with the payment. */
  transfer(input: Given<'from' | 'to' | 'coinType' | 'amount' | 'memo'>): WalletAnswer
  /** Sends what one of the chain's `prepare…` methods for wallets gave. The same bytes take effect once. */
  execute(input: Given<'sender' | 'transactionBytes'>): WalletAnswer
  mintNft(input: Given<'owner' | 'type'>): WalletAnswer
  /** Takes a voucher to its vault; `expiry` is in Unix milliseconds. */
  claim(input: Given<'dropObjectId' | 'claimer' | 'amount' | 'nonce' | 'expiry' | 'signature'>): WalletAnswer
  /** Moves the clock of the chain and of the service forward; kept, and seen by every server on the store. */
  advance(input: Given<'seconds'>): ClockAnswer
  /**
   * Lets the chain be out of reach for so long by the machine's clock, 0 = reachable again. Everything but this
   * answers `chain_unavailable` meanwhile. Kept in memory: other servers do not see it, and a restart ends it.
   */
  outage(input: Given<'seconds'>): ClockAnswer
}
