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

/** The chain did not answer. It says nothing about any transaction: ask again. */
export interface ChainUnavailable {
  readonly kind: 'chain_unavailable'
  readonly reason: string
}

/** What the chain says, or that it could not be asked. */
export type ChainAnswer<T> = Result<T, ChainUnavailable>

/** The chain's own rules refuse it, as things stand: no funds, say. */
export interface NotPossible {
  readonly kind: 'not_possible'
  readonly reason: string
  /**
   * Whether the reason cannot pass by itself (the receiver may not have the coin, say). Left out or false for all that
   * may pass: missing funds, a race for gas, congestion. Only what is certain is final.
   */
  readonly isFinal?: boolean
}

/** The permission with which an amount is taken from a vault. The chain pays `claimer`, no matter who submits it. */
export interface Voucher {
  /** The vault's object. */
  readonly dropObjectId: Address
  readonly claimer: Address
  readonly amount: Amount
  /** The claim's sequence. */
  readonly nonce: number
  /** Good while the chain's time is earlier than this. */
  readonly expiresAt: Instant
}

/** A voucher that the vault pays. */
export interface SignedVoucher extends Voucher {
  /** Base64 of the 64-byte Ed25519 signature over `voucherBytes`. */
  readonly signature: string
}

/** What wallets show of the NFTs of a drop. */
export interface PieceLooks {
  /** Each piece is named by it and by its number. */
  readonly name: string
  readonly description: string
  /** A URL; empty when there is no picture. `{number}` in it stands for the piece's number. */
  readonly imageUrl: string
  /** Of every piece; each name once. */
  readonly attributes?: readonly PieceAttribute[]
  /** What a sale in a kiosk pays to the owner of the collection, in hundredths of a percent of the price. */
  readonly royaltyBasisPoints?: number
  /** Who gets the rights over the collection's looks and its sales; the treasury if left out. */
  readonly owner?: Address
}

/** What the service does on the chain by its own key. */
export type OperatorAction =
  | {
      readonly kind: 'open_vault'
      readonly dropId: DropId
      readonly type: DropType
      /** Null when the token is not deployed; only a chain with `opensVaultsAtOnce` takes that. */
      readonly coinType: string | null
      readonly tokenId: TokenId
      /** Given when `coinType` is null: the coin that the vault holds is the one that the token is published as later. */
      readonly tokenSymbol?: string
      /** Base64 of the 32 bytes by which vouchers are checked. */
      readonly publicKey: string
      readonly deposit: Amount
      /** How the pieces of an NFT drop look; other vaults hold coins, which have looks of their own. */
      readonly pieces?: PieceLooks
    }
  | {
      readonly kind: 'fund_vault'
      readonly dropObjectId: Address
      readonly coinType: string
      readonly deposit: Amount
      /** Of the pieces that are put in, those with looks of their own, in the order of their numbers. */
      readonly pieces?: readonly Piece[]
    }
  | {
      readonly kind: 'deliver_claims'
      readonly coinType: string
      /** All of one vault. */
      readonly vouchers: readonly SignedVoucher[]
      /** Whether they are paid although the vault is paused. Afterwards it is paused, in the same transaction. */
      readonly throughPause?: true
    }
  | {
      readonly kind: 'rotate_key'
      readonly dropObjectId: Address
      readonly coinType: string
      readonly publicKey: string
    }
  /**
   * A paused vault pays no voucher; everything else goes on. Resuming ends that. Neither is an error when
   * it is so already.
   */
  | { readonly kind: 'pause_vault'; readonly dropObjectId: Address; readonly coinType: string }
  | { readonly kind: 'resume_vault'; readonly dropObjectId: Address; readonly coinType: string }
  /** Closes the vault, paused or not. Of what is left each wallet that put something in gets its share, the operator the rest. */
  | { readonly kind: 'close_vault'; readonly dropObjectId: Address; readonly coinType: string }
  /** From the service's treasury: refunds and payouts. */
  | { readonly kind: 'pay'; readonly coinType: string; readonly amount: Amount; readonly to: Address }

/** A transaction ready to be sent. The same bytes may be sent any number of times: they take effect once. */
export interface SignedTransaction {
  /** Opaque; kept and given back to `submit` as it is. */
  readonly bytes: string
  /** Known before it is sent. */
  readonly digest: string
  /** The chain takes it no more from then on. */
  readonly expiresAt: Instant
  /** The most gas that it may cost the service, storage included, in the chain's smallest unit; 0 when left out. */
  readonly gas?: bigint
}

/**
 * What the chain says to a transaction that is sent. `impossible`: it has not taken it and never will, though it has not
 * expired (something that it would use up is used up by another). Only for what is certain; else it is `sent`.
 */
export type Submission = 'sent' | 'impossible'

/** A vault paid a voucher. */
export interface ClaimedOnChain {
  readonly dropObjectId: Address
  readonly claimer: Address
  readonly amount: Amount
  readonly nonce: number
  readonly txHash: string
  /** The chain's time of it. */
  readonly at: Instant
}

/** Coins that came to the treasury in a transaction that is final. */
export interface PaymentOnChain extends Transfer {
  readonly to: Address
}

/** What a final transaction did, as far as the rules ask about it. */
export interface TransactionEffects {
  readonly sender: Address
  /** The chain's time of it. */
  readonly at: Instant
  readonly claimed: readonly ClaimedOnChain[]
  readonly vaultsOpened: readonly {
    readonly dropObjectId: Address
    readonly packageId: Address
    readonly coinType: string
  }[]
  readonly deposits: readonly { readonly dropObjectId: Address; readonly amount: Amount }[]
  readonly published: readonly {
    /** The token that the transaction was prepared for (it says so itself); null when it names none. */
    readonly tokenId: string | null
    readonly packageId: Address
    /** Where the coin's own object (its metadata or currency) is. */
    readonly address: Address
    readonly coinType: string
    readonly symbol: string
    readonly decimals: number
    readonly supply: Amount
  }[]
  /**
   * Who got how much of what coin, and from whom. Those to one receiver always come in the same order: a payment's
   * `index` is its place among those to the treasury.
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
   * Not there. `chainTime` is the time of the state that was read: past `expiresAt`, it never will be. What is older than
   * `knownSince` may have been there and is forgotten by now; left out where nothing is ever forgotten.
   */
  | { readonly kind: 'absent'; readonly chainTime: Instant; readonly knownSince?: Instant }
  /** Seen, not final. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** As in `NotPossible`. */
      readonly isFinal?: boolean
      /** Whether the chain cancelled it because of load, whatever is in it: the same may be sent again. */
      readonly isCongestion?: boolean
      readonly at: Instant
    }

/** A transaction of the service that can no longer take effect, and of which the chain has no record any more. */
export interface ForgottenTransaction extends SignedTransaction {
  readonly createdAt: Instant
}

/**
 * What the chain's state still shows of a forgotten transaction. `lost`: it did not take effect, or what it did may be
 * done again without harm.
 */
export type Recollection =
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | { readonly kind: 'lost' }
  | { readonly kind: 'unknown' }

/** What the chain says of a vault. */
export interface VaultState {
  /** What it holds now. */
  readonly balance: Amount
  /** All that was ever put in. */
  readonly deposited: Amount
  readonly publicKey: string
  readonly isPaused: boolean
}

/** A coin that is on the chain, and where its package and its own object are. */
export interface CoinInfo {
  readonly coinType: string
  readonly packageId: Address
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** The blockchain, as the rules need it. Every method that asks it may answer `chain_unavailable`. */
export interface Chain {
  /** `fake` or `sui`; for health and logs. */
  readonly name: string
  /** Whether a drop's vault is made and filled together with the drop, deployed token or not. */
  readonly opensVaultsAtOnce: boolean
  /** The networks on which payments are watched, as `paymentMethod` names them; null for any name. */
  readonly paymentMethods: readonly string[] | null
  /** The account of the service's own key, from which vaults are filled. */
  readonly operatorAddress: Address
  /** Where payments go and refunds come from. */
  readonly treasuryAddress: Address
  /** How many vouchers fit into one transaction. */
  readonly maxVouchersPerTransaction: number

  /** The bytes a voucher's signature is over: the BCS of the struct in the Move package. */
  voucherBytes(voucher: Voucher): Uint8Array

  /** Builds and signs, and sends nothing. Refused by the chain's own rules (no funds) it is `not_possible`. */
  prepare(action: OperatorAction): Promise<Result<SignedTransaction, ChainUnavailable | NotPossible>>
  /** Sends. What became of it is only known from `outcome`, but for what is `impossible`. */
  submit(transaction: SignedTransaction): Promise<ChainAnswer<Submission>>
  outcome(txHash: string): Promise<ChainAnswer<TransactionOutcome>>
  /** What a forgotten transaction did. Left out by a chain that forgets nothing. */
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
   * A voucher taken to its vault by its claimer, who sends it and pays for its gas; base64, unsigned. Like every claim
   * it takes effect once, whoever else brings the same voucher.
   */
  prepareClaim(
    voucher: SignedVoucher,
    coinType: string,
  ): Promise<Result<string, ChainUnavailable | NotPossible>>
  /**
   * A payment for its payer's wallet, with a memo that it is found by wherever payments are shown; base64, unsigned.
   * Prepared twice it is two payments: only the same bytes take effect once.
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

  /** Vaults by object; those that do not exist are missing from the map. One request for all. */
  vaults(dropObjectIds: readonly Address[]): Promise<ChainAnswer<ReadonlyMap<Address, VaultState>>>
  /** Which of these nonces a vault has paid, in one consistent read, and the chain's own time of that read. */
  usedNonces(
    dropObjectId: Address,
    nonces: readonly number[],
  ): Promise<ChainAnswer<{ readonly chainTime: Instant; readonly used: ReadonlySet<number> }>>
  /** Claims paid by any vault, in the chain's order, after a cursor that an earlier answer gave (null = the first). */
  claimsAfter(
    cursor: string | null,
    limit: number,
  ): Promise<ChainAnswer<{ readonly claims: readonly ClaimedOnChain[]; readonly cursor: string | null }>>

  /** Payments to the treasury, in the chain's order, after a cursor that an earlier answer gave (null = the first). */
  paymentsAfter(
    cursor: string | null,
    limit: number,
  ): Promise<ChainAnswer<{ readonly payments: readonly PaymentOnChain[]; readonly cursor: string | null }>>
  /** Payments of one wallet to the treasury, newest first, at most `limit`. */
  paymentsFrom(sender: Address, limit: number): Promise<ChainAnswer<readonly PaymentOnChain[]>>

  /** A coin as the chain knows it; null when it does not. */
  coin(coinType: string): Promise<ChainAnswer<CoinInfo | null>>
  /** Balances of one coin by owner. One request for all. */
  balances(coinType: string, owners: readonly Address[]): Promise<ChainAnswer<ReadonlyMap<Address, Amount>>>
  /** How many objects of a type each owner has. One request for all where the chain can. */
  ownedObjects(type: string, owners: readonly Address[]): Promise<ChainAnswer<ReadonlyMap<Address, number>>>

  /** Whether the chain answers at all. */
  check(): Promise<ChainAnswer<void>>
}
