import type { ClaimStatus } from './claim.ts'
import type { DropStatus, DropType, VaultAlarm } from './drop.ts'
import type { GatingRule } from './gating/gating.ts'
import type { PaymentIntentStatus, StatusReason } from './payment/payment-intent.ts'
import type { TransferState } from './payment/transfer.ts'
import type { Deployment } from './token.ts'

// The data of each event, in the log, in subscriptions and in webhooks. The reference of events is generated from this
// file, so a new event does not compile until it is here with a description. Types instead of interfaces, because the
// compiler accepts only types as JSON.

/** A whole number in decimal digits: an amount in base units, or in a currency's smallest unit. */
type Digits = string

type OfDrop = {
  readonly dropId: string
}

type OfClaim = OfDrop & {
  readonly claimId: string
  /** The wallet that claimed, whose limits count. It receives the amount unless `recipient` does. */
  readonly userAddress: string
  /** The address that receives the amount, if the wallet has named another one. */
  readonly recipient?: string
  readonly amount: Digits
  /** Number of the claim within its drop, from 1. */
  readonly sequence: number
}

type OfExemption = OfDrop & {
  readonly exemptionId: string
  /** The exempted wallet. */
  readonly userAddress: string
  /** Why the owner granted the exemption. */
  readonly reason: string
  /** Exempted wallets of the drop after this event. */
  readonly exemptionCount: number
}

type OfLottery = {
  /** How many wallets entered. */
  readonly entries: number
  /** Merkle root of the wallets that entered, hex. */
  readonly root: string
  /** Round of the beacon that orders them. */
  readonly round: number
}

/** Details of a vault that differs from the store. */
type OfAlarm = {
  /** What is wrong with the vault. */
  readonly reason?: VaultAlarm
  /** Object id of the vault. */
  readonly vaultId?: string
  /** The missing amount. */
  readonly missing?: Digits
  /** The public key that the vault trusts and that is not the drop's, base64. */
  readonly publicKey?: string
  /** The wallet that used a voucher which the drop never granted. */
  readonly userAddress?: string
  /** The amount that it received. */
  readonly amount?: Digits
  /** The sequence in its voucher. */
  readonly nonce?: number
  /** The transaction of that claim. */
  readonly txHash?: string
}

type Settled = OfClaim & {
  readonly status: ClaimStatus
  /** The transaction that paid the claim. */
  readonly txHash?: string
  /** Why it failed. */
  readonly reason?: string
}

type OfPayment = OfDrop & {
  readonly paymentIntentId: string
  /** The reference (memo) that a payment can carry. */
  readonly intentId: string
  readonly status: PaymentIntentStatus
  readonly statusReason: StatusReason | null
  /** The amount due. */
  readonly amountAtomic: Digits
  readonly currency: string
  readonly quantity: number
  /** The wallet that pays. */
  readonly walletAddress: string
  /** The first transaction that paid. */
  readonly txHash: string | null
  /** The received amount in the smallest unit of `receivedCoinType`. */
  readonly receivedAtomic: Digits
  /** The coin that was paid; null before a payment. */
  readonly receivedCoinType: string | null
  /** Sum of its refunds so far. */
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
  /** SHA-256 (hex) of the seed, published before the first draw. */
  readonly randomnessCommitment?: string
  readonly randomnessSeed?: string
  /** The chain of the beacon, on drops with a beacon. */
  readonly beacon?: {
    readonly chainHash: string
    readonly scheme: string
    readonly publicKey: string
    readonly genesisAt: string
    readonly periodMs: number
  }
  /** The head of the order after the last claim, hex: it shows whether claims at the end are missing. */
  readonly orderHead?: string
  /**
   * Every claim, by its number. An amount is null if the beacon had not drawn it when the drop was deleted. Missing if the
   * drop had more than 1,000 claims: list them with `claims(filter: { dropId })`.
   */
  readonly draws?: readonly {
    readonly sequence: number
    readonly userAddress: string
    /** The address that receives the amount, if it is another one. */
    readonly recipient?: string
    /**
     * Null if the beacon had not drawn it yet. A `claim.revealed` event then has it. Events of earlier
     * releases have "0" instead of null.
     */
    readonly amount: Digits | null
    /** Round of the beacon that decides the amount, on drops with a beacon. */
    readonly round?: number
    /** Signature of the round, on the first draw with it. */
    readonly beaconSignature?: string
    /** When the claim was made, ISO 8601. */
    readonly createdAt?: string
    /** Head of the order of claims after this one. */
    readonly orderHead?: string
  }[]
}

export type AlarmDetails = Omit<OfAlarm, 'reason'>

/** `data` of each event type. */
export type EventData = {
  /** A drop was created. */
  readonly 'drop.created': OfDrop & {
    readonly title: string
    readonly type: DropType
    readonly status: DropStatus
    readonly shortcode: string | null
    /** The whole pool. */
    readonly maxAmount: Digits
  }
  /** The owner changed the drop, or its vault differs from the store while the drop is not open. */
  readonly 'drop.updated': OfDrop &
    OfAlarm & {
      /** Names of the changed fields; `vault` if the vault differs from the store. */
      readonly changed: readonly string[]
      readonly status: DropStatus
      readonly title?: string
      readonly maxAmount?: Digits
      readonly supply?: number | null
      /** Price of one item in whole units, as in the API; null for a free drop. */
      readonly price?: number | null
      /** Price of one item in the currency's smallest unit; null for a free drop. */
      readonly priceAtomic?: Digits | null
      readonly currency?: string
    }
  /**
   * A DRAFT or SCHEDULED drop became ACTIVE: by its owner, or at `startsAt` of a SCHEDULED drop. An ACTIVE drop with a later
   * `startsAt` opens then without an event.
   */
  readonly 'drop.activated': OfDrop
  /** The drop was paused by its owner, or by the service because its vault differs from the store (with `reason`). */
  readonly 'drop.paused': OfDrop & OfAlarm & { readonly status?: DropStatus }
  /** The drop accepts claims again. */
  readonly 'drop.resumed': OfDrop & {
    /** Why it resumed automatically: its pool was enlarged, or a reservation was released. */
    readonly reason?: 'room_made' | 'reservation_released'
  }
  /** An amount was reserved for a wallet. Totals include this claim. */
  readonly 'drop.claimed': OfClaim & {
    /** Consecutive days including this claim, on STREAK drops. */
    readonly streak: number | null
    /** Claimed amount of the drop. */
    readonly claimedAmount: Digits
    readonly remainingBalance: Digits
    readonly claimCount: number
    /** Round of the beacon that decides the amount, on drops with a beacon. The amount is 0 until then. */
    readonly round?: number
    /** Head of the order of claims after this claim, hex. */
    readonly orderHead?: string
  }
  /** All items are claimed. */
  readonly 'drop.sold_out': OfDrop
  /** The drop sold out or ended for the first time. Once per drop. */
  readonly 'drop.completed': OfDrop & { readonly reason: 'sold_out' | 'ended' }
  /** The owner ended the drop, or its deadline passed (with `reason`). */
  readonly 'drop.ended': OfDrop & { readonly reason?: 'deadline' }
  /** The owner cancelled the drop. */
  readonly 'drop.cancelled': OfDrop
  /**
   * The drop was deleted. For a random drop the event contains everything that is needed to verify its draws, except amounts
   * that the beacon had not drawn yet. Those are null, and are in `claim.revealed` events and in the claims of the API.
   */
  readonly 'drop.deleted': OfDrop &
    Draws & {
      readonly title: string
      readonly maxAmount: Digits
      readonly supply: number | null
      /** Claimed amount of the drop when it was deleted. A claim whose amount is not drawn yet counts as 0. */
      readonly claimedAmount: Digits
    }
  /** A new key signs the drop's vouchers. */
  readonly 'drop.key_rotated': OfDrop & {
    /** The new public key, base64. */
    readonly publicKey: string
    /** The key before it. */
    readonly previousPublicKey?: string
  }
  /** No wallet can enter the drop's lottery any more. The root proves who has; the round will order them. */
  readonly 'lottery.closed': OfDrop & OfLottery
  /** The round was published, and every entry has its rank. */
  readonly 'lottery.drawn': OfDrop &
    OfLottery & {
      /** The round's signature by the beacon, hex. */
      readonly beaconSignature: string
    }
  /** The entries with these ranks may claim now. */
  readonly 'lottery.admitted': OfDrop & {
    readonly firstRank: number
    readonly lastRank: number
    /** They may claim until then (ISO 8601). */
    readonly claimBy: string
  }
  /** The beacon's round was published, and the amount of a claim was drawn. Totals include this amount. */
  readonly 'claim.revealed': OfClaim & {
    readonly round: number
    /** Signature of the round, hex, on the first claims that were drawn with it. */
    readonly beaconSignature?: string
    /** Claimed amount of the drop. */
    readonly claimedAmount: Digits
    readonly remainingBalance: Digits
  }
  /** The chain paid a claim. */
  readonly 'claim.confirmed': Settled
  /** The chain refused a claim permanently. */
  readonly 'claim.failed': Settled
  /** A claim's voucher expired unused, and its amount returned to the pool. */
  readonly 'claim.expired': Settled
  /** Items were reserved for a buyer. */
  readonly 'payment.created': OfPayment
  /** The items were paid for, or the owner accepted the payment. */
  readonly 'payment.confirmed': OfPayment
  /** A payment differs from the intent; the drop's owner decides. */
  readonly 'payment.requires_review': OfPayment
  /** No payment arrived in time, and the items were released. */
  readonly 'payment.expired': OfPayment
  /** The buyer cancelled the intent, or the drop was cancelled. */
  readonly 'payment.cancelled': OfPayment
  /** A refund succeeded; `status` says whether the whole payment is refunded. */
  readonly 'payment.refunded': OfPayment
  /** A refund was created. */
  readonly 'refund.created': OfRefund
  /** The chain paid a refund. */
  readonly 'refund.succeeded': OfRefund
  /** A refund failed permanently; the owner can retry it. */
  readonly 'refund.failed': OfRefund
  /** A token was created. */
  readonly 'token.created': OfToken
  /** The token's coin is on the chain. */
  readonly 'token.deployed': OfToken
  /** The token's publish transaction failed. */
  readonly 'token.failed': OfToken
  /**
   * The gating rules of a drop were set or changed. If `updateDrop` removes them, `drop.updated` with `gatingId` in
   * `changed` is the only event.
   */
  readonly 'gating.updated': OfDrop & {
    readonly gatingConfigId: string
    readonly isActive: boolean
    /** Values are cut after 1,000 characters; the drop's gating config has the complete ones. */
    readonly rules: readonly Pick<GatingRule, 'key' | 'operator' | 'value' | 'description'>[]
  }
  /** The owner exempted a wallet from the drop's gating rules. */
  readonly 'gating.exemption_granted': OfExemption
  /** The owner revoked an exemption. Claims that were made by it stay valid. */
  readonly 'gating.exemption_revoked': OfExemption
  /** A test of a webhook was requested. */
  readonly 'webhook.test': { readonly webhookId: string }
  /** A webhook was disabled because it failed for too long or its receiver answered 410. */
  readonly 'webhook.disabled': {
    readonly webhookId: string
    readonly url: string
    /** HTTP status of the last answer; null if there was none. */
    readonly statusCode: number | null
    readonly error: string | null
  }
}
