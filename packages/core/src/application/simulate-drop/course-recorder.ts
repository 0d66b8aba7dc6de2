import type { Claim } from '../../domain/claim.ts'
import { type Drop, freeItems, isSoldOut } from '../../domain/drop.ts'
import { statusAt } from '../../domain/drop-status.ts'
import type { Instant } from '../../domain/instant.ts'
import { admittedRank } from '../../domain/lottery.ts'
import { withdrawable } from '../../domain/payment/drop-totals.ts'
import type { Refusal, RefusalKind } from '../../domain/refusal.ts'
import { spreadOf } from './amount-spread.ts'
import type { Crowd } from './crowd.ts'
import type {
  CourseOfDrop,
  Milestone,
  RefusalCount,
  TimelinePoint,
  WalletOutcome,
} from './drop-simulation.ts'
import type { Plan } from './read-simulation.ts'

/** How an attempt ended; a refusal contains the reason. */
export type TryEnd = 'claimed' | 'again' | 'lapsed' | 'in_review' | Refusal

const POINTS_BY_TRIES = 200

interface Refused {
  readonly kind: RefusalKind
  tries: number
  readonly reasons: Map<string, number>
}

/** Counts what happens, in order, and computes the result at the end. */
export class CourseRecorder {
  readonly #plan: Plan
  readonly #crowd: Crowd
  readonly #seed: number
  readonly #triesPerPoint: number
  readonly #ends = { claimed: 0, again: 0, lapsed: 0, in_review: 0 }
  readonly #refusals = new Map<RefusalKind, Refused>()
  /** By wallet: 0 without a refusal, otherwise the number of the last refusal's kind, from 1. */
  readonly #lastRefusal: Uint8Array
  readonly #kinds: RefusalKind[] = []
  readonly #milestones: Milestone[] = []
  readonly #timeline: TimelinePoint[] = []
  #tries = 0
  #refused = 0
  #percent = 0
  #soldOutAt: Instant | null = null
  #wasSoldOut = false
  #reopened = 0
  #released = 0
  #lastClaimAt: Instant | null = null
  #sales = { begun: 0, paid: 0 }
  #waves = { count: 0, winners: 0 }

  constructor(plan: Plan, crowd: Crowd, seed: number) {
    this.#plan = plan
    this.#crowd = crowd
    this.#seed = seed
    this.#triesPerPoint = Math.max(1, Math.ceil(crowd.tries.count / POINTS_BY_TRIES))
    this.#lastRefusal = new Uint8Array(crowd.size)
  }

  /** Call before an attempt is answered. */
  tried(drop: Drop, now: Instant): void {
    if (this.#tries % this.#triesPerPoint === 0) this.#addPoint(drop, now)
    this.#tries++
  }

  /** An attempt has ended, possibly long after it was made. */
  ended(wallet: number, end: TryEnd): void {
    if (typeof end === 'string') {
      this.#ends[end]++
      return
    }
    this.#refused++
    const counted = this.#refusals.get(end.kind) ?? this.#firstOf(end.kind)
    counted.tries++
    if (end.kind === 'not_eligible' || end.kind === 'eligibility_unknown') {
      counted.reasons.set(end.reason, (counted.reasons.get(end.reason) ?? 0) + 1)
    }
    this.#lastRefusal[wallet] = this.#kinds.indexOf(end.kind) + 1
  }

  /** `drop` already includes the claim. */
  claimed(drop: Drop, now: Instant): void {
    this.#lastClaimAt = now
    const isOut = isSoldOut(drop, drop.tally)
    const percent = isOut ? 100 : percentGiven(drop)
    if (isOut && !this.#wasSoldOut) this.#soldOutAt ??= now
    this.#wasSoldOut ||= isOut
    if (percent <= this.#percent) return
    for (let next = Math.floor(this.#percent / 10) * 10 + 10; next <= percent; next += 10) {
      this.#milestones.push({ percent: next, afterMs: now - this.#plan.beginsAt })
    }
    this.#percent = percent
    this.#addPoint(drop, now)
  }

  /** `drop` already includes the freed amount. */
  released(drop: Drop): void {
    this.#released++
    if (this.#wasSoldOut && !isSoldOut(drop, drop.tally)) {
      this.#wasSoldOut = false
      this.#reopened++
    }
  }

  /** A lottery has admitted a wave of so many wallets. */
  admitted(wallets: number): void {
    if (this.#waves.count++ === 0) this.#waves.winners = wallets
  }

  bought(): void {
    this.#sales.begun++
  }

  paid(): void {
    this.#sales.paid++
  }

  /** The result, after everything has happened. */
  course(
    drop: Drop,
    claimsOf: (wallet: number) => readonly Claim[],
    lastTryAt: Instant,
    now: Instant,
  ): CourseOfDrop {
    this.#addPoint(drop, now)
    const { emptyHanded, ...inTheEnd } = whoGotWhat(
      this.#plan,
      this.#crowd,
      claimsOf,
      (wallet) => this.#kinds[(this.#lastRefusal[wallet] ?? 0) - 1],
    )
    const since = (at: Instant | null) => (at === null ? null : at - this.#plan.beginsAt)
    return {
      seed: this.#seed,
      dropId: drop.id,
      beginsAt: this.#plan.beginsAt,
      status: statusAt(drop, now),
      soldOutAfterMs: since(this.#soldOutAt),
      reopened: this.#reopened,
      lastClaimAfterMs: since(this.#lastClaimAt),
      lastTryAfterMs: lastTryAt - this.#plan.beginsAt,
      milestones: this.#milestones,
      pool: drop.pool,
      given: drop.tally.reservedAmount,
      tries: {
        all: this.#tries,
        claimed: this.#ends.claimed,
        again: this.#ends.again,
        lapsed: this.#ends.lapsed,
        waiting: drop.lottery ? drop.lottery.entries - admittedRank(drop.lottery) : 0,
        inReview: this.#ends.in_review,
        refused: this.#refused,
      },
      released: this.#released,
      ...inTheEnd,
      refusals: this.#refusalCounts(emptyHanded),
      sales: this.#salesOf(drop),
      lottery: this.#lotteryOf(drop),
      timeline: this.#timeline,
    }
  }

  #firstOf(kind: RefusalKind): Refused {
    const counted = { kind, tries: 0, reasons: new Map<string, number>() }
    this.#refusals.set(kind, counted)
    this.#kinds.push(kind)
    return counted
  }

  #addPoint({ tally }: Drop, now: Instant): void {
    this.#timeline.push({
      afterMs: now - this.#plan.beginsAt,
      tries: this.#tries,
      claims: tally.reservedCount,
      refused: this.#refused,
      given: tally.reservedAmount,
    })
  }

  #refusalCounts(emptyHanded: ReadonlyMap<RefusalKind | undefined, number>): readonly RefusalCount[] {
    return [...this.#refusals.values()]
      .map(({ kind, tries, reasons }) => ({
        kind,
        tries,
        share: tries / this.#tries,
        wallets: emptyHanded.get(kind) ?? 0,
        reasons: [...reasons]
          .map(([reason, count]) => ({ reason, tries: count }))
          .sort((one, other) => other.tries - one.tries),
      }))
      .sort((one, other) => other.tries - one.tries)
  }

  #lotteryOf({ lottery, supply, tally }: Drop): CourseOfDrop['lottery'] {
    if (lottery === null) return null
    const { draw, entries } = lottery
    const { count: waves, winners } = this.#waves
    return {
      entries,
      drawnAfterMs: draw.kind === 'DRAWN' ? draw.drawnAt - this.#plan.beginsAt : null,
      waves,
      winners,
      movedUp: admittedRank(lottery) - winners,
      leftOver: freeItems(supply, tally),
    }
  }

  #salesOf({ price, payments: totals }: Drop): CourseOfDrop['sales'] {
    if (price === null) return null
    const { decimals } = this.#plan.currency
    // Also asserts what is owed.
    withdrawable(totals)
    const { received: proceeds, owed } = totals
    return { currency: price.currency, decimals, ...this.#sales, proceeds, owed }
  }
}

/** The part that was given away, in whole percent rounded down, by amount or by items, whichever is larger. */
function percentGiven({ pool, supply, tally }: Drop): number {
  const byAmount = Number((100n * tally.reservedAmount) / pool)
  return supply === null ? byAmount : Math.max(byAmount, Math.floor((100 * tally.reservedCount) / supply))
}

interface WhoGotWhat extends Pick<CourseOfDrop, 'wallets' | 'amounts' | 'listed' | 'bots'> {
  /** The number of wallets that got nothing, by the kind of their last refusal; undefined for wallets without a refusal. */
  readonly emptyHanded: ReadonlyMap<RefusalKind | undefined, number>
}

/** What the wallets have at the end, and the last refusals of those that have nothing. */
function whoGotWhat(
  plan: Plan,
  crowd: Crowd,
  claimsOf: (wallet: number) => readonly Claim[],
  lastRefusalOf: (wallet: number) => RefusalKind | undefined,
): WhoGotWhat {
  const amounts: bigint[] = []
  const listed: WalletOutcome[] = []
  const emptyHanded = new Map<RefusalKind | undefined, number>()
  const bots = { wallets: 0, claims: 0, given: 0n }
  let [came, served] = [0, 0]
  for (const wallet of walletsIn(crowd)) {
    const claims = claimsOf(wallet)
    const lastRefusal = lastRefusalOf(wallet)
    const given = claims.reduce((sum, { amount }) => sum + amount, 0n)
    for (const { amount } of claims) amounts.push(amount)
    came++
    if (claims.length > 0) served++
    else emptyHanded.set(lastRefusal, (emptyHanded.get(lastRefusal) ?? 0) + 1)
    if (crowd.isBot(wallet)) {
      bots.wallets++
      bots.claims += claims.length
      bots.given += given
    } else if (plan.listed) {
      const address = crowd.address(wallet)
      listed.push({ address, claims: claims.length, given, lastRefusal: lastRefusal ?? null })
    }
  }
  return {
    wallets: { came, served, emptyHanded: came - served },
    amounts: spreadOf(amounts),
    listed: plan.listed ? listed : null,
    bots: plan.bots ? bots : null,
    emptyHanded,
  }
}

/** Each wallet once, even if a list names it several times. */
function walletsIn({ tries, size }: Crowd): readonly number[] {
  const came = new Uint8Array(size)
  for (let place = 0; place < tries.count; place++) came[tries.wallet(place)] = 1
  const wallets: number[] = []
  for (let wallet = 0; wallet < size; wallet++) if (came[wallet] === 1) wallets.push(wallet)
  return wallets
}
