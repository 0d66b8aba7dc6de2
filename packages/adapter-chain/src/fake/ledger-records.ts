import type { Address, Amount, Instant, TransactionEffects } from '@dropkit/core'
import type { WalletDeposit } from '@dropkit/core/internal'
import type { MoveAbort } from './move-abort.ts'

/** A drop's vault as it is stored on the chain. */
export interface VaultRecord {
  /** An NFT vault counts pieces, because they are minted when they are claimed. */
  readonly holds: 'coins' | 'pieces'
  /** The type of the coin or of the pieces. */
  readonly coinType: string
  readonly publicKey: string
  readonly balance: Amount
  readonly deposited: Amount
  /** The part of `deposited` that did not come from the operator, by wallet. */
  readonly walletDeposits: readonly WalletDeposit[]
  /** The number of vouchers it has paid. It orders the claims within one millisecond. */
  readonly paidCount: number
  readonly isOpen: boolean
  /** Undefined in records that were written before vaults could be paused. */
  readonly isPaused?: boolean
  /**
   * The latest time at which the vault was read. No later change gets an earlier time, so that "unused after its expiry"
   * stays true, whatever the clocks of several servers show.
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

/** The names of the fields that hold a bigint, at any depth of a record. */
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['amount', 'balance', 'deposit', 'deposited', 'supply'])

export const encodeRecord = (record: object): string =>
  JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Reads what `encodeRecord` wrote. The caller must know the type of the record under its key. */
export const decodeRecord = <Record extends object>(text: string): Record =>
  JSON.parse(text, (field, value: unknown) =>
    AMOUNT_FIELDS.has(field) && typeof value === 'string' ? BigInt(value) : value,
  )
