import type { Address } from '../domain/address.ts'
import type { Amount } from '../domain/amount.ts'
import type { PieceAttribute } from '../domain/collection.ts'
import type { DropType } from '../domain/drop.ts'
import type { DropId, TokenId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Transfer } from '../domain/payment/transfer.ts'
import type { Piece } from '../domain/piece-manifest.ts'
import type { Result } from '../domain/result.ts'
import type { Token } from '../domain/token.ts'

/** The chain did not answer. This says nothing about any transaction: ask again. */
export interface ChainUnavailable {
  readonly kind: 'chain_unavailable'
  readonly reason: string
}

/** The chain's answer, or that it could not be reached. */
export type ChainAnswer<T> = Result<T, ChainUnavailable>

/** The chain's rules refuse the transaction in the current state, for example because of missing funds. */
export interface NotPossible {
  readonly kind: 'not_possible'
  readonly reason: string
  /**
   * Whether the reason is permanent, for example because the receiver may not hold the coin. False or missing for
   * everything that may pass: missing funds, a race for gas, congestion. True only if it is certain.
   */
  readonly isFinal?: boolean
  /** See `TransactionOutcome`. */
  readonly isWrongKey?: boolean
}

/** The permission to take an amount from a vault. The chain pays `claimer`, whichever account submits the voucher. */
export interface Voucher {
  /** The id of the vault object. */
  readonly dropObjectId: Address
  readonly claimer: Address
  readonly amount: Amount
  /** The claim's sequence. */
  readonly nonce: number
  /** Valid while the chain's time is earlier than this. */
  readonly expiresAt: Instant
}

/** A voucher with the signature that the vault checks. */
export interface SignedVoucher extends Voucher {
  /** Base64 of the 64-byte Ed25519 signature over `voucherBytes`. */
  readonly signature: string
}

/** How wallets display the NFTs of a drop. */
export interface PieceLooks {
  /** The name of each piece is this name and its number. */
  readonly name: string
  readonly description: string
  /** A URL, or empty without a picture. `{number}` is replaced by the piece's number. */
  readonly imageUrl: string
  /** The attributes of every piece. Each name occurs once. */
  readonly attributes?: readonly PieceAttribute[]
  /** The royalty of a sale in a kiosk for the collection's owner, in hundredths of a percent of the price. */
  readonly royaltyBasisPoints?: number
  /** The wallet that gets the rights to change the collection's display and sale rules. Default: the treasury. */
  readonly owner?: Address
}

/** A transaction that the service makes with its own key. */
export type OperatorAction =
  | {
      readonly kind: 'open_vault'
      readonly dropId: DropId
      readonly type: DropType
      /** Null if the token is not deployed, which only a chain with `opensVaultsAtOnce` accepts. */
      readonly coinType: string | null
      readonly tokenId: TokenId
      /** Present if `coinType` is null: the symbol of the token, whose coin the vault will hold. */
      readonly tokenSymbol?: string
      /** Base64 of the 32-byte key that the vault checks vouchers with. */
      readonly publicKey: string
      readonly deposit: Amount
      /** How the pieces of an NFT drop look. Missing for vaults of coins. */
      readonly pieces?: PieceLooks
    }
  | {
      readonly kind: 'fund_vault'
      readonly dropObjectId: Address
      readonly coinType: string
      readonly deposit: Amount
      /** The deposited pieces with their own looks, by number. */
      readonly pieces?: readonly Piece[]
    }
  | {
      readonly kind: 'deliver_claims'
      readonly coinType: string
      /** All for the same vault. */
      readonly vouchers: readonly SignedVoucher[]
      /** Pays the vouchers although the vault is paused, and leaves it paused, in the same transaction. */
      readonly throughPause?: true
    }
  | {
      readonly kind: 'rotate_key'
      readonly dropObjectId: Address
      readonly coinType: string
      readonly publicKey: string
    }
  /**
   * A paused vault pays no voucher; everything else continues. Resuming ends the pause. Repeating either is not an error.
   */
  | { readonly kind: 'pause_vault'; readonly dropObjectId: Address; readonly coinType: string }
  | { readonly kind: 'resume_vault'; readonly dropObjectId: Address; readonly coinType: string }
  /** Closes the vault, paused or not. Each depositing wallet gets its share of what is left; the operator gets the rest. */
  | { readonly kind: 'close_vault'; readonly dropObjectId: Address; readonly coinType: string }
  /** A payment from the service's treasury: a refund or payout. */
  | { readonly kind: 'pay'; readonly coinType: string; readonly amount: Amount; readonly to: Address }

/** A signed transaction. The same bytes may be sent any number of times and take effect once. */
export interface SignedTransaction {
  /** Opaque. Store it and pass it to `submit` unchanged. */
  readonly bytes: string
  /** Known before the transaction is sent. */
  readonly digest: string
  /** The chain does not accept the transaction from this time on. */
  readonly expiresAt: Instant
  /** The largest gas cost for the service, including storage, in the chain's smallest unit. Default: 0. */
  readonly gas?: bigint
}

/**
 * The chain's answer to a submitted transaction. `impossible`: the chain has not executed it and never will, although it
 * has not expired (for example because another transaction has used its input). Only if it is certain; otherwise `sent`.
 */
export type Submission = 'sent' | 'impossible'

/** A vault's payment of a voucher. */
export interface ClaimedOnChain {
  readonly dropObjectId: Address
  readonly claimer: Address
  readonly amount: Amount
  readonly nonce: number
  readonly txHash: string
  /** The chain's time of the payment. */
  readonly at: Instant
}

/** See `Chain.usedNonces`. */
export interface UsedNonces {
  readonly chainTime: Instant
  readonly used: ReadonlySet<number> | null
  /**
   * The vault at that time or later; null if there is none. `vaults` may show an earlier state, because it has no time. Missing
   * if the chain does not show it together with the nonces.
   */
  readonly vault?: VaultState | null
}

/** Claims in chain order. */
export interface ClaimPage {
  readonly claims: readonly ClaimedOnChain[]
  /** The position after these claims. */
  readonly cursor: string | null
  /**
   * All claims that the chain executed before this time are at or before the cursor. Null if the chain shows further claims,
   * or if the time is not known.
   */
  readonly completeUntil: Instant | null
}

/** Coins that the treasury received in a final transaction. */
export interface PaymentOnChain extends Transfer {
  readonly to: Address
}

/** The effects of a final transaction that the rules need. */
export interface TransactionEffects {
  readonly sender: Address
  /** The chain's time of the transaction. */
  readonly at: Instant
  readonly claimed: readonly ClaimedOnChain[]
  readonly vaultsOpened: readonly {
    readonly dropObjectId: Address
    readonly packageId: Address
    readonly coinType: string
  }[]
  readonly deposits: readonly { readonly dropObjectId: Address; readonly amount: Amount }[]
  readonly published: readonly {
    /** The token that the transaction was prepared for, as written in it; null if it names none. */
    readonly tokenId: string | null
    readonly packageId: Address
    /** The id of the coin's own object (its metadata or currency). */
    readonly address: Address
    readonly coinType: string
    readonly symbol: string
    readonly decimals: number
    readonly supply: Amount
  }[]
  /**
   * Who received how much of which coin, and from whom. Payments to one receiver are always in the same order: `index` is
   * the payment's place among those to the treasury.
   */
  readonly payments: readonly {
    readonly from: Address
    readonly to: Address
    readonly coinType: string
    readonly amount: Amount
    readonly memo: string | null
  }[]
}

/** What the chain knows of a transaction. */
export type TransactionOutcome =
  /**
   * Not found. `chainTime` is the time of the state that was read. If it is past `expiresAt`, the transaction will never
   * take effect. Transactions older than `knownSince` may be pruned; missing if the chain keeps everything.
   */
  | { readonly kind: 'absent'; readonly chainTime: Instant; readonly knownSince?: Instant }
  /** Found, not final. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** See `NotPossible`. */
      readonly isFinal?: boolean
      /** Whether the chain cancelled the transaction because of congestion. It may be sent again unchanged. */
      readonly isCongestion?: boolean
      /** Whether the vault rejected the signature of a voucher, because it has another key, for example after a rotation. */
      readonly isWrongKey?: boolean
      readonly at: Instant
    }

/** A transaction of the service that can no longer take effect and that the chain has pruned. */
export interface ForgottenTransaction extends SignedTransaction {
  readonly createdAt: Instant
}

/**
 * What the chain's state still shows of a pruned transaction. `lost`: it had no effect, or repeating its effect is
 * harmless.
 */
export type Recollection =
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unknown' }

/** The state of a vault on the chain. */
export interface VaultState {
  /** The current balance. */
  readonly balance: Amount
  /** The sum of all deposits. */
  readonly deposited: Amount
  readonly publicKey: string
  readonly isPaused: boolean
}

/** A coin on the chain, with its package and its own object. */
export interface CoinInfo {
  readonly coinType: string
  readonly packageId: Address
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** The payments of a part of the chain's history, oldest first, and where the next part begins. */
export interface PaymentPage {
  readonly payments: readonly PaymentOnChain[]
  readonly cursor: string | null
  /**
   * The hashes of transactions before the cursor that could not be read with the others, for example because they are too large
   * or take too long. They may have payments. `outcome` reads each of them alone.
   */
  readonly unread?: readonly string[]
}

/** The blockchain, as the rules need it. Every method that asks the chain may return `chain_unavailable`. */
export interface Chain {
  /** `fake` or `sui`; for health checks and logs. */
  readonly name: string
  /** Whether a drop's vault is created and filled together with the drop, even if the token is not deployed. */
  readonly opensVaultsAtOnce: boolean
  /** The networks on which payments are watched, as values of `paymentMethod`; null if any name is accepted. */
  readonly paymentMethods: readonly string[] | null
  /** The account of the service's own key. It fills vaults. */
  readonly operatorAddress: Address
  /** The account that receives payments and pays refunds. */
  readonly treasuryAddress: Address
  /** The largest number of vouchers in one transaction. */
  readonly maxVouchersPerTransaction: number

  /** The bytes that a voucher's signature covers: the BCS encoding of the struct in the Move package. */
  voucherBytes(voucher: Voucher): Uint8Array

  /**
   * Builds and signs a transaction without sending it. Returns `not_possible` if the chain's rules refuse it, for example
   * without funds.
   */
  prepare(action: OperatorAction): Promise<Result<SignedTransaction, ChainUnavailable | NotPossible>>
  /** Sends a transaction. Only `outcome` says what became of it, unless the answer is `impossible`. */
  submit(transaction: SignedTransaction): Promise<ChainAnswer<Submission>>
  /**
   * What became of a transaction. `isOurs`: the service itself sent it. Other hashes come from users, and the chain may limit
   * such requests apart from its own.
   */
  outcome(txHash: string, options?: { readonly isOurs?: boolean }): Promise<ChainAnswer<TransactionOutcome>>
  /** Finds out what a pruned transaction did. Missing on a chain that keeps everything. */
  recall?(transaction: ForgottenTransaction): Promise<ChainAnswer<Recollection>>

  /** The publish transaction of a token for its owner's wallet; base64, unsigned. */
  prepareTokenDeployment(
    token: Token,
    sender: Address,
  ): Promise<Result<string, ChainUnavailable | NotPossible>>
  /** A deposit into a vault for its owner's wallet; base64, unsigned. */
  prepareDeposit(
    vault: { readonly dropObjectId: Address; readonly coinType: string },
    amount: Amount,
    sender: Address,
  ): Promise<Result<string, ChainUnavailable | NotPossible>>

  /**
   * The claim of a voucher; base64, unsigned. `sender` sends it and pays the gas; the voucher's claimer is paid. It takes
   * effect once, even if the voucher is submitted several times.
   */
  prepareClaim(
    voucher: SignedVoucher,
    coinType: string,
    sender: Address,
  ): Promise<Result<string, ChainUnavailable | NotPossible>>
  /**
   * A payment for a payer's wallet, with a memo by which it is recognized; base64, unsigned. Two prepared transactions are
   * two payments: only the same bytes take effect once.
   */
  preparePayment(
    payment: {
      readonly coinType: string
      readonly amount: Amount
      readonly to: Address
      readonly memo: string
    },
    sender: Address,
  ): Promise<Result<string, ChainUnavailable | NotPossible>>

  /**
   * Vaults by object id, in one request. Unknown ones are missing from the map. `isForUser`: a user causes the request, and
   * the chain may limit such requests apart from those of the service.
   */
  vaults(
    dropObjectIds: readonly Address[],
    options?: { readonly isForUser?: boolean },
  ): Promise<ChainAnswer<ReadonlyMap<Address, VaultState>>>
  /**
   * Which of these nonces a vault has paid, in one consistent read, and the chain's time of that read. If there is no such
   * vault at that time, for example because it was closed, the chain may no longer know this: then `used` is null. Without
   * nonces, `used` is always empty.
   */
  usedNonces(dropObjectId: Address, nonces: readonly number[]): Promise<ChainAnswer<UsedNonces>>
  /**
   * Claims paid by any vault, in chain order, after the cursor of an earlier answer (null for the first). A caller that
   * polls may get an incomplete answer without claims, because the chain is not asked at every poll while it is quiet.
   */
  claimsAfter(
    cursor: string | null,
    limit: number,
    options?: { readonly isPolling?: boolean },
  ): Promise<ChainAnswer<ClaimPage>>

  /** Payments to the treasury, in chain order, after the cursor of an earlier answer (null for the first). */
  paymentsAfter(cursor: string | null, limit: number): Promise<ChainAnswer<PaymentPage>>
  /** Payments of one wallet to the treasury, newest first, at most `limit`. */
  paymentsFrom(sender: Address, limit: number): Promise<ChainAnswer<readonly PaymentOnChain[]>>

  /** A coin as the chain knows it; null if the chain does not know it. */
  coin(coinType: string): Promise<ChainAnswer<CoinInfo | null>>
  /** Balances of one coin by owner, in one request. */
  balances(coinType: string, owners: readonly Address[]): Promise<ChainAnswer<ReadonlyMap<Address, Amount>>>
  /**
   * The number of objects of a type by owner, in one request if the chain supports it. A number above
   * `MOST_COUNTED_OBJECTS` may be too small. An owner whose objects cannot be counted is missing.
   */
  ownedObjects(type: string, owners: readonly Address[]): Promise<ChainAnswer<ReadonlyMap<Address, number>>>

  /** Whether the chain answers. */
  check(): Promise<ChainAnswer<void>>
}
