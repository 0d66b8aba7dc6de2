import type { ClaimStatus } from './claim.ts'
import type { DropStatus, DropType, VaultAlarm } from './drop.ts'
import type { GatingRule } from './gating/gating.ts'
import type { PaymentIntentStatus, StatusReason } from './payment/payment-intent.ts'
import type { TransferState } from './payment/refund.ts'
import type { Deployment } from './token.ts'

// What each event says, as it is logged, told to subscribers and sent to webhooks. The reference of events is made of
// this file: a new event does not compile until it is here, and is not written down until it says when it comes. Types
// and not interfaces, since those would not be JSON to the compiler.

/** A whole number in decimal digits: an amount in base units, or in a currency's smallest unit. */
type Digits = string

type OfDrop = {
  readonly dropId: string
}

type OfClaim = OfDrop & {
  readonly claimId: string
  /** The wallet that gets it. */
  readonly userAddress: string
  readonly amount: Digits
  /** Which claim of its drop it is, from 1 on. */
  readonly sequence: number
}

/** Where the vault does not hold what the ledger says, besides what changed. */
type OfAlarm = {
  /** What is wrong with the vault. */
  readonly reason?: VaultAlarm
  /** The vault's object on the chain. */
  readonly vaultId?: string
  /** How much is missing in it. */
  readonly missing?: Digits
  /** The key that the vault trusts and that is not the drop's, in base64. */
  readonly publicKey?: string
  /** The wallet that claimed on the chain what the drop never granted. */
  readonly userAddress?: string
  /** How much it got. */
  readonly amount?: Digits
  /** The sequence that its voucher had. */
  readonly nonce?: number
  /** The transaction in which it did. */
  readonly txHash?: string
}

type Settled = OfClaim & {
  readonly status: ClaimStatus
  /** The transaction that paid it. */
  readonly txHash?: string
  /** Why it failed. */
  readonly reason?: string
}

type OfPayment = OfDrop & {
  readonly paymentIntentId: string
  /** What a payment may carry as its reference. */
  readonly intentId: string
  readonly status: PaymentIntentStatus
  readonly statusReason: StatusReason | null
  /** What is asked for. */
  readonly amountAtomic: Digits
  readonly currency: string
  readonly quantity: number
  /** The wallet that pays. */
  readonly walletAddress: string
  /** The first transaction that paid. */
  readonly txHash: string | null
  /** What its refunds have given back so far. */
  readonly refundedAtomic: Digits
}

type OfRefund = OfDrop & {
  readonly refundId: string
  readonly paymentIntentId: string
  readonly amountAtomic: Digits
  readonly status: TransferState['kind']
  readonly txHash?: string
  /** Why it failed. */
  readonly reason?: string
}

type OfToken = {
  readonly tokenId: string
  readonly name: string
  readonly symbol: string
  readonly status: Deployment['kind']
  readonly coinType?: string
  readonly packageId?: string
  /** Why it failed. */
  readonly reason?: string
}

export type Draws = {
  /** What was promised before the first draw: SHA-256 of the seed, hex. */
  readonly randomnessCommitment?: string
  readonly randomnessSeed?: string
  readonly draws?: readonly {
    readonly sequence: number
    readonly userAddress: string
    readonly amount: Digits
  }[]
}

export type AlarmDetails = Omit<OfAlarm, 'reason'>

/** What an event of each type says in its `data`. */
export type EventData = {
  /** A drop was made. */
  readonly 'drop.created': OfDrop & {
    readonly title: string
    readonly type: DropType
    readonly status: DropStatus
    readonly shortcode: string | null
    /** The whole pool. */
    readonly maxAmount: Digits
  }
  /** Its owner changed a drop, or its vault was found to be wrong while nothing of it could be stopped. */
  readonly 'drop.updated': OfDrop &
    OfAlarm & {
      /** The names of the fields that changed; `vault` where that was found to be wrong. */
      readonly changed: readonly string[]
      readonly status: DropStatus
      readonly title?: string
      readonly maxAmount?: Digits
      readonly supply?: number | null
      /** The price of one item in whole units, as the API shows it; null for a free drop. */
      readonly price?: number | null
      /** The price of one item in the currency's smallest unit; null for a free drop. */
      readonly priceAtomic?: Digits | null
      readonly currency?: string
    }
  /** It opened: by its owner, or by itself at `startsAt`. */
  readonly 'drop.activated': OfDrop
  /** Its owner stopped it, or the service did because its vault is wrong: then `reason` is there. */
  readonly 'drop.paused': OfDrop & OfAlarm & { readonly status?: DropStatus }
  /** It gives out again. */
  readonly 'drop.resumed': OfDrop & {
    /** Why it did by itself: its pool was made larger, or a claim that was not taken gave its amount back. */
    readonly reason?: 'room_made' | 'reservation_released'
  }
  /** An amount was reserved for a wallet. The totals are those after it. */
  readonly 'drop.claimed': OfClaim & {
    /** Consecutive days up to this one, on a STREAK. */
    readonly streak: number | null
    /** Of the drop: what its claims have taken. */
    readonly claimedAmount: Digits
    readonly remainingBalance: Digits
    readonly claimCount: number
  }
  /** No further item fits. */
  readonly 'drop.sold_out': OfDrop
  /** It has sold out or ended for the first time; once for each drop. */
  readonly 'drop.completed': OfDrop & { readonly reason: 'sold_out' | 'ended' }
  /** Its deadline has passed, which is the reason then, or its owner ended it. */
  readonly 'drop.ended': OfDrop & { readonly reason?: 'deadline' }
  /** Its owner called it off. */
  readonly 'drop.cancelled': OfDrop
  /** It was removed. Of a random drop this says all that its draws can be computed again from. */
  readonly 'drop.deleted': OfDrop &
    Draws & {
      readonly title: string
      readonly maxAmount: Digits
      readonly supply: number | null
      readonly claimedAmount: Digits
    }
  /** Another key signs its vouchers from now on. */
  readonly 'drop.key_rotated': OfDrop & {
    /** The new key, in base64. */
    readonly publicKey: string
  }
  /** The chain has paid a claim. */
  readonly 'claim.confirmed': Settled
  /** A claim failed on the chain for good. */
  readonly 'claim.failed': Settled
  /** A claim's voucher ran out unused: its amount went back to the pool. */
  readonly 'claim.expired': Settled
  /** Items were set aside for a buyer. */
  readonly 'payment.created': OfPayment
  /** They were paid for, or the owner took what came as enough. */
  readonly 'payment.confirmed': OfPayment
  /** Something came that does not fit; the drop's owner decides. */
  readonly 'payment.requires_review': OfPayment
  /** Nothing came in time, and the items are free again. */
  readonly 'payment.expired': OfPayment
  /** The buyer gave up, or the drop was called off. */
  readonly 'payment.cancelled': OfPayment
  /** A refund of it has arrived; `status` says whether all of it is back. */
  readonly 'payment.refunded': OfPayment
  /** A refund is on its way. */
  readonly 'refund.created': OfRefund
  /** The chain has paid it. */
  readonly 'refund.succeeded': OfRefund
  /** It did not go through; it may be asked for again. */
  readonly 'refund.failed': OfRefund
  /** A token was made or adopted. */
  readonly 'token.created': OfToken
  /** Its coin is on the chain. */
  readonly 'token.deployed': OfToken
  /** The transaction that should have put it there failed. */
  readonly 'token.failed': OfToken
  /** A drop's rules on who may claim changed. */
  readonly 'gating.updated': OfDrop & {
    readonly gatingConfigId: string
    readonly isActive: boolean
    /** A value of more than 1,000 characters is cut; the drop's gating config has it whole. */
    readonly rules: readonly Pick<GatingRule, 'key' | 'operator' | 'value' | 'description'>[]
  }
  /** Somebody asked for a test of a webhook. */
  readonly 'webhook.test': { readonly webhookId: string }
  /** A webhook failed for too long, or its receiver wants no more: nothing is sent to it from now on. */
  readonly 'webhook.disabled': {
    readonly webhookId: string
    readonly url: string
    /** What its receiver answered last; null when none did. */
    readonly statusCode: number | null
    readonly error: string | null
  }
}
