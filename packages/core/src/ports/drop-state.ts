import type { Address } from '../domain/address.ts'
import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim, WalletState } from '../domain/claim.ts'
import type { ClaimLinkId, UsedClaimLink } from '../domain/claim-link.ts'
import type { Drop } from '../domain/drop.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { FactRequest } from '../domain/gating/rule-kind.ts'
import type { PaymentIntentId, PayoutId, RefundId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LotteryEntry } from '../domain/lottery.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund } from '../domain/payment/refund.ts'
import type { Transfer } from '../domain/payment/transfer.ts'
import type { UnpaidHolds } from '../domain/payment/unpaid-limit.ts'

/** Which intents a transfer fits. */
export interface FittingQuery {
  readonly transfer: Pick<Transfer, 'from' | 'coinType' | 'amount' | 'at'>
  /** Intents that expired before this are not wanted. */
  readonly since: Instant
}

/** The intents that a transfer fits, on any drop. */
export interface Fitting {
  readonly intents: readonly PaymentIntent[]
  /** Whether there may be more than were loaded. */
  readonly hasMore: boolean
}

/** What a decision on a drop wants to know beyond the drop itself. */
export interface DropStateQuery {
  /** Wallets whose standing is wanted. */
  readonly wallets?: readonly Address[]
  /** Facts about those wallets, from sources that the store has (`STORE_SOURCES`); account ages are as of `now`. */
  readonly facts?: { readonly requests: readonly FactRequest[]; readonly now: Instant } | undefined
  /** Wallets whose paid intents are wanted. */
  readonly buyers?: readonly Address[]
  readonly intentIds?: readonly PaymentIntentId[]
  readonly openIntentsOf?: UserId
  /** How many of the drop's PENDING and PROCESSING intents are wanted among `intents`, oldest first. */
  readonly openIntentsAtMost?: number
  /** A wallet of which the items are wanted that its intents hold, paid or not. */
  readonly heldItemsOf?: Address
  /** A wallet and a user of which it is wanted what they hold unpaid; lapses count if they expired after `since`. */
  readonly unpaidOf?: { readonly wallet: Address; readonly payer: UserId; readonly since: Instant }
  /** A transfer of which the intents are wanted that it fits; see `Store.fittingIntents`. */
  readonly fitting?: FittingQuery
  /** Wallets whose exemption is wanted. */
  readonly exemptionsOf?: readonly Address[]
  readonly refundIds?: readonly RefundId[]
  readonly payoutIds?: readonly PayoutId[]
  /** Whether the intents of those refunds and payouts are wanted too. */
  readonly intentsOfTransfers?: boolean
  /** Whether the drop's transactions are wanted whose outcome is not known yet. */
  readonly openTransactions?: boolean
  /** Claim links wanted by their ids, each with the claim that it was used for. */
  readonly linkIds?: readonly ClaimLinkId[]
  /** Wallets whose entries in the drop's lottery are wanted. */
  readonly entriesOf?: readonly Address[]
  /** Claims wanted by their sequence. */
  readonly sequences?: readonly number[]
  /** How many of the claims with a voucher that is out are wanted, those first whose voucher runs out first. */
  readonly pendingClaimsAtMost?: number
  /** Whether one claim is wanted that we deliver ourselves and that no transaction carries yet, if there is any. */
  readonly anUndelivered?: boolean
  /** Claims with a greater sequence than this are wanted. */
  readonly claimsAfter?: number
  /** Whether all of the drop's claims are wanted, oldest first. */
  readonly allClaims?: boolean
}

/** A drop and what was asked about it, locked until the transaction ends. */
export interface DropState {
  /** Also when it was deleted; see `Drop.deletedAt`. */
  readonly drop: Drop
  /** One for each wallet asked for that has claims here; see `Standing` for what is in it. */
  readonly walletStates: ReadonlyMap<Address, WalletState>
  /** The facts asked for, by `factKey` and wallet; there is one for every wallet and request. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<Address, bigint>>
  /** Of each buyer asked for, the intents that are paid and hold items still, oldest first. */
  readonly paid: ReadonlyMap<Address, readonly PaymentIntent[]>
  /** The intents asked for, as far as they are on this drop. */
  readonly intents: ReadonlyMap<PaymentIntentId, PaymentIntent>
  /** How many intents of `openIntentsOf` are PENDING or PROCESSING here; 0 if no user was named. */
  readonly openIntents: number
  /** How many items the intents of `heldItemsOf` hold here; 0 when no wallet was named. */
  readonly heldItems: number
  /** What the wallet and the user of `unpaidOf` hold unpaid here; nothing when none was named. */
  readonly unpaidOfWallet: UnpaidHolds
  readonly unpaidOfPayer: UnpaidHolds
  /** The intents that the transfer asked about fits; none when none was. */
  readonly fitting: Fitting
  /** Of each wallet of `exemptionsOf`, the exemption that counts, if there is one. */
  readonly exemptions: ReadonlyMap<Address, Exemption>
  /** The refunds and payouts asked for. */
  readonly refunds: ReadonlyMap<RefundId, Refund>
  readonly payouts: ReadonlyMap<PayoutId, Payout>
  /** The drop's transactions whose outcome is not known yet, oldest first; none unless they were asked for. */
  readonly openTransactions: readonly ChainTransaction[]
  /** The links asked for, as far as the drop has them. */
  readonly links: ReadonlyMap<ClaimLinkId, UsedClaimLink>
  /** The entries asked for, of those wallets that have one. */
  readonly entries: ReadonlyMap<Address, LotteryEntry>
  /** The claims asked for, by sequence, oldest first. */
  readonly claims: ReadonlyMap<number, Claim>
}
