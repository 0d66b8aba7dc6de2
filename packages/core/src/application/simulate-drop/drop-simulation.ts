import type { NewDropInput } from '../../domain/drop-creation.ts'
import type { GatingRuleInput } from '../../domain/gating/rule-input.ts'
import type { FactSource, RuleKind } from '../../domain/gating/rule-kind.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Currency } from '../../domain/price.ts'
import type { Settings } from '../settings.ts'

/** What to simulate: a drop, who comes for it and how they behave. All that is left out happens in the simplest way. */
export interface DropSimulation {
  readonly drop: SimulatedTerms
  /** When wallets come; may be left out where each wallet of the list says it for itself. */
  readonly arrivals?: Arrivals | undefined
  /** Who comes. Without a list, as many wallets as `arrivals.wallets` says, with addresses that count from 0x1. */
  readonly wallets?: readonly ListedWallet[] | undefined
  /** Of a service with rules of its own: every kind that there is, as in `Ports.ruleKinds`. */
  readonly ruleKinds?: readonly RuleKind[] | undefined
  /** What wallets have of what the drop's rules ask for, where the list does not say it. */
  readonly facts?: readonly FactSpread[] | undefined
  /** The amount that a wallet asks for where the drop lets it choose: drawn evenly, both bounds included. */
  readonly asks?: { readonly least: string; readonly most: string } | undefined
  readonly repeats?: Repeats | undefined
  readonly bots?: Bots | undefined
  readonly vouchers?: VoucherHabits | undefined
  readonly payments?: PaymentHabits | undefined
  /** How long after its draw a random amount is delivered; 2,000 when left out. */
  readonly deliveryMs?: number | undefined
  /** When the first may come: the drop's start when left out, else 0. A drop with a deadline and no start needs it. */
  readonly beginsAt?: Instant | undefined
  readonly settings?:
    | Partial<
        Pick<Settings, 'voucherLifetimeMs' | 'paymentLifetimeMs' | 'latePaymentWatchMs' | 'expiryMarginMs'>
      >
    | undefined
  /** All chance follows from it: a whole number from 0 on, 0 when left out. */
  readonly seed?: number | undefined
}

/** A drop as `createDrop` takes it, but for its token; its rules stand here themselves. */
export interface SimulatedTerms extends NewDropInput {
  /** What `price` is in; SUI when left out. */
  readonly currency?: Currency | undefined
  readonly rules?: readonly GatingRuleInput[] | undefined
}

/**
 * When wallets come, counted from the beginning. `steady`: at even distances. `poisson`: at any time with the same
 * chance, each for itself. `rush`: most at once, and half as many in each further `halfLifeMs`. `daily`: in waves that
 * are highest at `peakHour` (UTC, 18 when left out) and die down to nothing twelve hours later.
 */
export type Arrivals = { readonly wallets?: number | undefined } & (
  | { readonly model: 'steady' | 'poisson'; readonly overMs: number }
  | { readonly model: 'rush'; readonly halfLifeMs: number }
  | { readonly model: 'daily'; readonly overMs: number; readonly peakHour?: number | undefined }
)

/** One that comes, with what it does otherwise than the others. */
export interface ListedWallet {
  readonly address: string
  /** Counted from the beginning; as `arrivals` says when left out. */
  readonly afterMs?: number | undefined
  /** The amount that it asks for where the drop lets it choose. */
  readonly asks?: string | undefined
  /** By source, or by source and subject with a space between: `{ owned_objects: '1' }`. What is left out it has none of. */
  readonly facts?: { readonly [key: string]: string } | undefined
}

/** Which part of the wallets has how much of one thing; the rest has none. */
export interface FactSpread {
  /** `confirmed_claims` is not among them: those the course itself makes. */
  readonly source: FactSource
  /** Where the rules ask for several things of one source: which of them. */
  readonly subject?: string | undefined
  /** `value` null: it cannot be had, as when the chain does not answer. */
  readonly values: readonly { readonly share: number; readonly value: string | null }[]
}

/** A part of the wallets tries again, whatever the answer was. */
export interface Repeats {
  readonly share: number
  /** How often after the first try. */
  readonly times: number
  readonly everyMs: number
}

/** People with many wallets, which come one after the other from the drop's start on, beside all others. */
export interface Bots {
  readonly people: number
  readonly walletsEach: number
  /** Between two wallets of one of them; 100 when left out. */
  readonly everyMs?: number | undefined
}

/** What people do with the vouchers that they get. */
export interface VoucherHabits {
  /** The part of the vouchers that are taken to the chain; 1 when left out. The rest run out, and their amounts go back. */
  readonly usedShare?: number | undefined
  /** How long that takes on average; how long for each is drawn from an exponential distribution. 10,000 when left out. */
  readonly meanMs?: number | undefined
}

/** What people do who have begun a purchase. */
export interface PaymentHabits {
  /** The part of the purchases that are paid; 1 when left out. For the others the items are set aside until they run out. */
  readonly paidShare?: number | undefined
  /** How long paying takes on average, drawn as for vouchers; 60,000 when left out. */
  readonly meanMs?: number | undefined
}
