import type { Address } from '../../domain/address.ts'
import type { DropStatus } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { RefusalKind } from '../../domain/refusal.ts'
import type { AmountSpread } from './amount-spread.ts'

/** How a simulated drop went. Times are counted from `beginsAt`; amounts are base units. */
export interface CourseOfDrop {
  readonly seed: number
  /** What the draws are computed from besides the seed, so that they can be verified like any others. */
  readonly dropId: DropId
  readonly beginsAt: Instant
  /** At the last that happened. */
  readonly status: DropStatus
  /** After how long it first was sold out; null when it never was. */
  readonly soldOutAfterMs: number | null
  /** How often it was open again after that, because vouchers ran out unused. */
  readonly reopened: number
  readonly lastClaimAfterMs: number | null
  readonly lastTryAfterMs: number
  /** When each tenth of the drop was first given away, by amount or by items, whichever is further; 100 is sold out. */
  readonly milestones: readonly Milestone[]
  readonly pool: bigint
  /** What claims hold in the end; never more than the pool. */
  readonly given: bigint
  /** Each try ends in one way: these sum to `all`. */
  readonly tries: {
    readonly all: number
    /** Got a claim of its own. */
    readonly claimed: number
    /** Got what its wallet had already: the same claim, perhaps with a new voucher, or a purchase that was still open. */
    readonly again: number
    /** Began a purchase that was never paid. */
    readonly lapsed: number
    /** Paid too late for an item: the money is for the creator to look at. */
    readonly inReview: number
    readonly refused: number
  }
  /** The most frequent first. */
  readonly refusals: readonly RefusalCount[]
  readonly wallets: {
    readonly came: number
    /** Have a claim in the end. */
    readonly served: number
    readonly emptyHanded: number
  }
  /** What each wallet of a list has in the end, in the order of the list; null where the wallets were made up. */
  readonly listed: readonly WalletOutcome[] | null
  /** Claims whose vouchers ran out unused, so that their amounts were free again. */
  readonly released: number
  /** Of the claims there are in the end; null when there are none. */
  readonly amounts: AmountSpread | null
  /** What bots have in the end; null where none came. */
  readonly bots: { readonly wallets: number; readonly claims: number; readonly given: bigint } | null
  /** Null where the drop is free. */
  readonly sales: DropSales | null
  /**
   * At every 0.5 % of the tries and at every 1 % given away, so that it is fine where much happens: at most some 300
   * points, which only ever count up but for `given`.
   */
  readonly timeline: readonly TimelinePoint[]
}

/** When a tenth of the drop was given away. */
export interface Milestone {
  readonly percent: number
  readonly afterMs: number
}

/** How often tries were refused for one reason, and whom it left with nothing. */
export interface RefusalCount {
  readonly kind: RefusalKind
  readonly tries: number
  /** Of all tries, 0 to 1. */
  readonly share: number
  /** Wallets that have nothing in the end and were last refused for this. */
  readonly wallets: number
  /** What the gating rules said, with their counts; empty for other refusals. */
  readonly reasons: readonly { readonly reason: string; readonly tries: number }[]
}

/** What one wallet of a list has in the end. */
export interface WalletOutcome {
  readonly address: Address
  readonly claims: number
  readonly given: bigint
  /** Why it was refused last, if ever: also of one that has something. */
  readonly lastRefusal: RefusalKind | null
}

/** What was bought on a drop that has a price. */
export interface DropSales {
  readonly currency: string
  readonly decimals: number
  readonly begun: number
  readonly paid: number
  /** All that came in, in the currency's smallest unit. */
  readonly proceeds: bigint
  /** Of that, what is its buyers' still: paid for, and not taken. */
  readonly owed: bigint
}

/** How far things were at one instant; all counted from the beginning. */
export interface TimelinePoint {
  readonly afterMs: number
  readonly tries: number
  readonly claims: number
  readonly refused: number
  readonly given: bigint
}
