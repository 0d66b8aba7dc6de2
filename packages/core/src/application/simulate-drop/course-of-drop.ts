import type { Address } from '../../domain/address.ts'
import type { DropStatus } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { RefusalKind } from '../../domain/refusal.ts'
import type { AmountSpread } from './amount-spread.ts'

/** The result of a simulated drop. Times are relative to `beginsAt`; amounts are in base units. */
export interface CourseOfDrop {
  readonly seed: number
  /** The draws depend on this id and the seed, so they can be verified. */
  readonly dropId: DropId
  readonly beginsAt: Instant
  /** After the last simulated event. */
  readonly status: DropStatus
  /** When the drop was first sold out; null if it never was. */
  readonly soldOutAfterMs: number | null
  /** How often it was open again afterwards because vouchers expired unused. */
  readonly reopened: number
  readonly lastClaimAfterMs: number | null
  readonly lastTryAfterMs: number
  /** When each tenth of the drop was first given away, by amount or by items, whichever is further. 100 means sold out. */
  readonly milestones: readonly Milestone[]
  readonly pool: bigint
  /** The sum of the remaining claims; never more than the pool. */
  readonly given: bigint
  /** Each attempt has one outcome; these sum to `all`. */
  readonly tries: {
    readonly all: number
    /** The attempt got a claim of its own. */
    readonly claimed: number
    /**
     * The attempt got what the wallet already had: the same claim, perhaps with a new voucher, or an open payment intent.
     */
    readonly again: number
    /** The attempt created a payment intent that was never paid, or an entry that did not claim in its window. */
    readonly lapsed: number
    /** The attempt entered a lottery, which never admitted the wallet. */
    readonly waiting: number
    /** The payment was too late for an item and waits for review. */
    readonly inReview: number
    readonly refused: number
  }
  /** The most frequent refusal first. */
  readonly refusals: readonly RefusalCount[]
  readonly wallets: {
    readonly came: number
    /** Wallets with a claim at the end. */
    readonly served: number
    readonly emptyHanded: number
  }
  /** The result of each listed wallet, in the order of the list; null without a list. */
  readonly listed: readonly WalletOutcome[] | null
  /** Claims that expired because their vouchers were not used. */
  readonly released: number
  /** The amounts of the remaining claims; null if there are none. */
  readonly amounts: AmountSpread | null
  /** What bots have at the end; null without bots. */
  readonly bots: { readonly wallets: number; readonly claims: number; readonly given: bigint } | null
  /** Null if the drop is free. */
  readonly sales: DropSales | null
  /** Null without a lottery. */
  readonly lottery: CourseOfLottery | null
  /**
   * A point after every 0.5 % of the attempts and every 1 % given away: at most about 300 points. All numbers only grow,
   * except `given`.
   */
  readonly timeline: readonly TimelinePoint[]
}

/** When a tenth of the drop was given away. */
export interface Milestone {
  readonly percent: number
  readonly afterMs: number
}

/** How often attempts were refused for one reason, and how many wallets got nothing because of it. */
export interface RefusalCount {
  readonly kind: RefusalKind
  readonly tries: number
  /** The share of all attempts, 0 to 1. */
  readonly share: number
  /** Wallets that have nothing at the end and whose last refusal was this one. */
  readonly wallets: number
  /** The reasons of gating rules with their counts; empty for other refusals. */
  readonly reasons: readonly { readonly reason: string; readonly tries: number }[]
}

/** What one listed wallet has at the end. */
export interface WalletOutcome {
  readonly address: Address
  readonly claims: number
  readonly given: bigint
  /** The reason of its last refusal, if any, even if the wallet has a claim. */
  readonly lastRefusal: RefusalKind | null
}

/** The sales of a priced drop. */
export interface DropSales {
  readonly currency: string
  readonly decimals: number
  readonly begun: number
  readonly paid: number
  /** All received money, in the currency's smallest unit. */
  readonly proceeds: bigint
  /** The part that still belongs to buyers, because it was paid and not claimed. */
  readonly owed: bigint
}

/** The lottery of a drop. `tries` says how the entries ended. */
export interface CourseOfLottery {
  readonly entries: number
  /** When the entries were ranked; null if the drop ended before. */
  readonly drawnAfterMs: number | null
  readonly waves: number
  /** The wallets of the first wave. */
  readonly winners: number
  /** The wallets of the waiting list that were admitted later. */
  readonly movedUp: number
  /** Items without a claim at the end. */
  readonly leftOver: number
}

/** Cumulative numbers at one instant. */
export interface TimelinePoint {
  readonly afterMs: number
  readonly tries: number
  readonly claims: number
  readonly refused: number
  readonly given: bigint
}
