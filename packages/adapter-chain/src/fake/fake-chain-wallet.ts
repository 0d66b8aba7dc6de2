import type { Instant, Result } from '@dropkit/core'
import type { MoveAbortName } from './move-abort.ts'

/** Why an action on the fake chain failed. */
export type FakeChainError =
  /** The input is invalid or names something that does not exist. Nothing was recorded. */
  | { readonly kind: 'bad_input'; readonly field: string; readonly reason: string }
  /** The transaction failed, as on Sui. It is recorded as failed under its digest and changed nothing else. */
  | {
      readonly kind: 'aborted'
      readonly abort: MoveAbortName
      readonly reason: string
      readonly txHash: string
    }
  | { readonly kind: 'chain_unavailable'; readonly reason: string }

export type WalletAnswer = Promise<Result<{ readonly txHash: string }, FakeChainError>>
export type ClockAnswer = Promise<Result<{ readonly now: Instant }, FakeChainError>>

/**
 * Untrusted fields. Each action validates its own: addresses and types in any form that Sui accepts, amounts and numbers as
 * decimal strings or safe integers.
 */
type Given<Fields extends string> = { readonly [Field in Fields]?: unknown }

/** The actions of users on the fake chain: those of a wallet, and those that control its clock and its connection. */
export interface FakeChainWallet {
  /** Creates coins. The chain knows the coin from then on. */
  faucet(input: Given<'address' | 'coinType' | 'amount'>): WalletAnswer
  /** A memo, if given, is stored with the payment. */
  transfer(input: Given<'from' | 'to' | 'coinType' | 'amount' | 'memo'>): WalletAnswer
  /** Sends the bytes that one of the chain's `prepare…` methods for wallets returned. The same bytes take effect once. */
  execute(input: Given<'sender' | 'transactionBytes'>): WalletAnswer
  mintNft(input: Given<'owner' | 'type'>): WalletAnswer
  /** Redeems a voucher at its vault; `expiry` is in Unix milliseconds. */
  claim(input: Given<'dropObjectId' | 'claimer' | 'amount' | 'nonce' | 'expiry' | 'signature'>): WalletAnswer
  /**
   * Moves the clock of the chain and of the service forward. The offset is stored, and every server on the store uses it.
   */
  advance(input: Given<'seconds'>): ClockAnswer
  /**
   * Makes the chain unreachable for this many seconds of the machine's clock; 0 makes it reachable again. Meanwhile all
   * other methods return `chain_unavailable`. The outage is held in memory: other servers do not see it, and a restart ends
   * it.
   */
  outage(input: Given<'seconds'>): ClockAnswer
}
