import type { Address, Amount, Instant, TransactionEffects } from '@dropkit/core'
import type { WalletDeposit } from '@dropkit/core/internal'
import type { MoveAbort } from './move-abort.ts'

/** A drop's vault as the chain keeps it. */
export interface VaultRecord {
  /** An NFT vault counts pieces: they are minted when they are claimed. */
  readonly holds: 'coins' | 'pieces'
  /** Of the coin, or of the pieces. */
  readonly coinType: string
  readonly publicKey: string
  readonly balance: Amount
  readonly deposited: Amount
  /** How much of that did not come from the operator, by whom. */
  readonly walletDeposits: readonly WalletDeposit[]
  /** How many vouchers it has paid: the order of its claims within one millisecond. */
  readonly paidCount: number
  readonly isOpen: boolean
  /** Missing in what was written before vaults could be paused. */
  readonly isPaused?: boolean
  /**
   * The latest time at which anybody looked at it. Nothing happens to it at an earlier one, so "unused after its
   * expiry" stays true, whatever the clocks of several servers say.
   */
  readonly seenAt: Instant
}

export type TransactionRecord =
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | { readonly kind: 'failed'; readonly abort: MoveAbort; readonly at: Instant }

export interface CoinRecord {
  readonly coinType: string
  readonly packageId: Address
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** Fields that hold a bigint, wherever in a record they stand. */
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['amount', 'balance', 'deposit', 'deposited', 'supply'])

export const encodeRecord = (record: object): string =>
  JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Reads what `encodeRecord` wrote; the caller knows what stands under its key. */
export const decodeRecord = <Record extends object>(text: string): Record =>
  JSON.parse(text, (field, value: unknown) =>
    AMOUNT_FIELDS.has(field) && typeof value === 'string' ? BigInt(value) : value,
  )
