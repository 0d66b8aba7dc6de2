import type { Address } from '../../domain/address.ts'
import type { Currency } from '../../domain/amount.ts'
import type { DropStatus } from '../../domain/drop.ts'
import type { NewDropInput } from '../../domain/drop-creation.ts'
import type { GatingRuleInput } from '../../domain/gating/rule-input.ts'
import type { FactSource, RuleKind } from '../../domain/gating/rule-kind.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { RefusalKind } from '../../domain/refusal.ts'
import type { Settings } from '../settings.ts'
import type { AmountSpread } from './amount-spread.ts'

/** The input of a simulation: a drop, its audience and their behavior. Missing fields get the simplest behavior. */
export interface DropSimulation {
  readonly drop: SimulatedTerms
  /** When wallets arrive. Optional if every listed wallet has its own time. */
  readonly arrivals?: Arrivals | undefined
  /** The wallets. Without a list, `arrivals.wallets` wallets with addresses from 0x1. */
  readonly wallets?: readonly ListedWallet[] | undefined
  /** All rule kinds, as in `Ports.ruleKinds`. Default: the built-in kinds. */
  readonly ruleKinds?: readonly RuleKind[] | undefined
  /** Facts about wallets for the drop's rules, unless the list contains them. */
  readonly facts?: readonly FactSpread[] | undefined
  /** The amount that a wallet asks for if the drop lets it choose: uniform, both bounds included. */
  readonly asks?: { readonly least: string; readonly most: string } | undefined
  readonly repeats?: Repeats | undefined
  readonly bots?: Bots | undefined
  readonly winners?: WinnerHabits | undefined
  readonly vouchers?: VoucherHabits | undefined
  readonly payments?: PaymentHabits | undefined
  /** How long after its draw a random amount is delivered. Default: 2,000. */
  readonly deliveryMs?: number | undefined
  /**
   * When the first wallet may arrive. Default: the drop's start, or 0. Required for a drop with a deadline or a lottery and
   * no start.
   */
  readonly beginsAt?: Instant | undefined
  readonly settings?:
    | Partial<
        Pick<Settings, 'voucherLifetimeMs' | 'paymentLifetimeMs' | 'latePaymentWatchMs' | 'expiryMarginMs'>
      >
    | undefined
  /** The seed of all randomness: a whole number from 0. Default: 0. */
  readonly seed?: number | undefined
}

/** The drop's terms as for `createDrop`, without a token and with the rules themselves. */
export interface SimulatedTerms extends NewDropInput {
  /** The currency of `price`. Default: SUI. */
  readonly currency?: Currency | undefined
  readonly rules?: readonly GatingRuleInput[] | undefined
}

/**
 * When wallets arrive, relative to the start. `steady`: at equal intervals. `poisson`: independently at any time. `rush`:
 * most at the start, and half as many after each further `halfLifeMs`. `daily`: in waves with the maximum at `peakHour`
 * (UTC, default 18) and none twelve hours later.
 */
export type Arrivals = { readonly wallets?: number | undefined } & (
  | { readonly model: 'steady' | 'poisson'; readonly overMs: number }
  | { readonly model: 'rush'; readonly halfLifeMs: number }
  | { readonly model: 'daily'; readonly overMs: number; readonly peakHour?: number | undefined }
)

/** A listed wallet and how it differs from the others. */
export interface ListedWallet {
  readonly address: string
  /** Relative to the start. Default: as `arrivals` says. */
  readonly afterMs?: number | undefined
  /** The amount that it asks for if the drop lets it choose. */
  readonly asks?: string | undefined
  /** By source, or by source and subject with a space between: `{ owned_objects: '1' }`. Missing facts are 0. */
  readonly facts?: { readonly [key: string]: string } | undefined
}

/** The share of wallets with each value of a fact. All other wallets have 0. */
export interface FactSpread {
  /** Not `confirmed_claims`, because the simulation itself makes them. */
  readonly source: FactSource
  /** Required if the rules need several facts of one source. */
  readonly subject?: string | undefined
  /** If `value` is null, the fact cannot be read, as when the chain does not answer. */
  readonly values: readonly { readonly share: number; readonly value: string | null }[]
}

/** A share of the wallets tries again, whatever the answer was. In a lottery it tries to enter again. */
export interface Repeats {
  readonly share: number
  /** The number of attempts after the first one. */
  readonly times: number
  readonly everyMs: number
}

/** People with many wallets, which claim one after the other from the drop's start on, in addition to all other wallets. */
export interface Bots {
  readonly people: number
  readonly walletsEach: number
  /** Between two wallets of one person. Default: 100. */
  readonly everyMs?: number | undefined
}

/** What wallets do when a lottery admits them. */
export interface WinnerHabits {
  /** The share of admitted wallets that claim. Default: 1. The others let their claim window lapse. */
  readonly claimedShare?: number | undefined
  /**
   * The mean time until an admitted wallet claims, exponentially distributed. Default: 3,600,000. A wallet that would claim
   * after its window does not claim.
   */
  readonly meanMs?: number | undefined
}

/** What claimers do with their vouchers. */
export interface VoucherHabits {
  /**
   * The share of vouchers that are used on the chain. Default: 1. The others expire, and their amounts become free again.
   */
  readonly usedShare?: number | undefined
  /** The mean time until a voucher is used, exponentially distributed. Default: 10,000. */
  readonly meanMs?: number | undefined
}

/** What buyers do with their payment intents. */
export interface PaymentHabits {
  /** The share of intents that are paid. Default: 1. The others hold their items until they expire. */
  readonly paidShare?: number | undefined
  /** The mean time until an intent is paid, exponentially distributed. Default: 60,000. */
  readonly meanMs?: number | undefined
}

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
