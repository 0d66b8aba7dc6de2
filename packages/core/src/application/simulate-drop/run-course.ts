import { type Claim, isReserved } from '../../domain/claim.ts'
import type { PaymentIntentId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant, unreachable } from '../../domain/invariant.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { CourseRecorder } from './course-recorder.ts'
import { type Crowd, createChance, exponentialMs } from './crowd.ts'
import type { CourseOfDrop } from './drop-simulation.ts'
import type { Plan } from './read-simulation.ts'
import type { Answer, PurchaseAnswer, RunningDrop } from './running-drop.ts'
import type { EntryAnswer } from './running-lottery.ts'

/** What happens by itself some time after an attempt. */
type Later =
  | { readonly kind: 'take_claim'; readonly wallet: number; readonly claim: Claim }
  | { readonly kind: 'release_vouchers' | 'close_entries' | 'draw' | 'admit' }
  | { readonly kind: 'claim'; readonly wallet: number }
  | { readonly kind: 'pay'; readonly wallet: number; readonly id: PaymentIntentId }
  | {
      readonly kind: 'let_run_out'
      readonly wallet: number
      readonly id: PaymentIntentId
      readonly isPaidLater: boolean
    }

interface OpenVoucher {
  readonly wallet: number
  readonly sequence: number
  readonly expiresAt: Instant
}

/** Runs all attempts, and everything that follows from them, in order of time. */
export const runCourse = (plan: Plan, crowd: Crowd, drop: RunningDrop, seed: number): CourseOfDrop =>
  new Course(plan, crowd, drop, seed).run()

class Course {
  readonly #plan: Plan
  readonly #crowd: Crowd
  readonly #drop: RunningDrop
  readonly #recorder: CourseRecorder
  readonly #agenda = new Agenda<Later>()
  /** In order of expiry, because all vouchers have the same lifetime. */
  readonly #vouchers: OpenVoucher[] = []
  #firstVoucher = 0
  /** When the next wave of a lottery is due. */
  #nextWaveAt: Instant | null = null
  readonly #chance
  #now: Instant

  constructor(plan: Plan, crowd: Crowd, drop: RunningDrop, seed: number) {
    this.#plan = plan
    this.#crowd = crowd
    this.#drop = drop
    this.#recorder = new CourseRecorder(plan, crowd, seed)
    this.#now = plan.beginsAt
    const chance = createChance(seed)
    this.#chance = {
      claims: chance('does it claim what it won'),
      claimsAfter: chance('after how long does it claim what it won'),
      isUsed: chance('is a voucher used'),
      usedAfter: chance('after how long is it used'),
      isPaid: chance('is it paid'),
      paidAfter: chance('after how long is it paid'),
    }
  }

  run(): CourseOfDrop {
    const { tries } = this.#crowd
    const { lottery } = this.#drop.drop
    if (lottery) this.#agenda.put(lottery.entriesCloseAt, { kind: 'close_entries' })
    let lastTryAt = this.#now
    for (let place = 0; place < tries.count; place++) {
      lastTryAt = tries.at(place)
      this.#happenUntil(lastTryAt)
      this.#now = lastTryAt
      this.#recorder.tried(this.#drop.drop, this.#now)
      this.#try(tries.wallet(place), place)
    }
    this.#happenUntil(Number.POSITIVE_INFINITY)
    return this.#recorder.course(
      this.#drop.drop,
      (wallet) => this.#drop.claimsOf(wallet),
      lastTryAt,
      this.#now,
    )
  }

  /** Runs everything that is due by then, each at its own time. */
  #happenUntil(end: Instant): void {
    for (let next = this.#agenda.takeDue(end); next; next = this.#agenda.takeDue(end)) {
      this.#now = next.at
      this.#happen(next.what)
    }
  }

  #happen(what: Later): void {
    switch (what.kind) {
      case 'take_claim':
        this.#takeClaim(what.wallet, what.claim)
        break
      case 'release_vouchers':
        this.#releaseVouchers()
        break
      case 'close_entries': {
        const drawnAt = this.#drop.closeEntries(this.#now)
        if (drawnAt !== null) this.#agenda.put(drawnAt, { kind: 'draw' })
        break
      }
      case 'draw':
        this.#drop.drawLottery(this.#now)
        this.#admit()
        break
      case 'admit':
        this.#admit()
        break
      case 'claim':
        this.#note(what.wallet, this.#drop.claim(what.wallet, this.#now))
        break
      case 'pay':
        this.#pay(what.wallet, what.id)
        break
      case 'let_run_out':
        this.#drop.letRunOut(what.wallet, what.id, this.#now)
        if (!what.isPaidLater) this.#recorder.ended(what.wallet, 'lapsed')
        break
      default:
        unreachable(what)
    }
  }

  #try(wallet: number, place: number): void {
    const answer = this.#answer(wallet)
    if (answer.kind === 'bought') this.#planPayment(wallet, answer.intent, place)
    else if (answer.kind !== 'entered') this.#note(wallet, answer)
  }

  #answer(wallet: number): PurchaseAnswer | EntryAnswer {
    const { price, lottery } = this.#drop.drop
    if (lottery !== null) return this.#drop.enter(wallet, this.#now)
    return price === null ? this.#drop.claim(wallet, this.#now) : this.#drop.buy(wallet, this.#now)
  }

  /** Admits the next wave of the lottery if it is due, and plans the claims of its wallets and the wave after it. */
  #admit(): void {
    const admission = this.#drop.admit(this.#now)
    if (admission === null) return
    const { wallets, until } = admission
    if (wallets.length > 0) this.#recorder.admitted(wallets.length)
    const { claimedShare, meanMs } = this.#plan.winners
    for (const wallet of wallets) {
      const at = this.#now + exponentialMs(meanMs, this.#chance.claimsAfter(wallet))
      const isClaimed = this.#chance.claims(wallet) < claimedShare && at < until
      if (isClaimed) this.#agenda.put(at, { kind: 'claim', wallet })
      else this.#recorder.ended(wallet, 'lapsed')
    }
    // A released voucher also leads here, while the next wave is planned already.
    if (this.#nextWaveAt !== until) this.#agenda.put(until, { kind: 'admit' })
    this.#nextWaveAt = until
  }

  /** Plans a payment intent: some are paid after a while, the others expire. */
  #planPayment(wallet: number, { id, expiresAt }: PaymentIntent, place: number): void {
    this.#recorder.bought()
    const { paidShare, meanMs } = this.#plan.payments
    const paysAt = this.#now + exponentialMs(meanMs, this.#chance.paidAfter(place))
    const isPaid =
      this.#chance.isPaid(place) < paidShare && paysAt <= expiresAt + this.#plan.settings.latePaymentWatchMs
    if (isPaid) this.#agenda.put(paysAt, { kind: 'pay', wallet, id })
    this.#agenda.put(expiresAt, { kind: 'let_run_out', wallet, id, isPaidLater: isPaid })
  }

  #note(wallet: number, answer: Answer): void {
    switch (answer.kind) {
      case 'claimed':
        this.#recorder.claimed(this.#drop.drop, this.#now)
        this.#recorder.ended(wallet, 'claimed')
        this.#planFor(wallet, answer.claim)
        break
      case 'again':
        this.#recorder.ended(wallet, 'again')
        if (answer.renewed) this.#planFor(wallet, answer.renewed)
        break
      case 'refused':
        this.#recorder.ended(wallet, answer.refusal)
        break
      default:
        unreachable(answer)
    }
  }

  /** Plans a claim that was just made or has a new voucher. */
  #planFor(wallet: number, claim: Claim): void {
    if (claim.state.kind !== 'PENDING') return
    const { expiresAt } = claim.state
    if (expiresAt === null) {
      this.#agenda.put(this.#now + this.#plan.deliveryMs, { kind: 'take_claim', wallet, claim })
      return
    }
    const { usedShare, meanMs } = this.#plan.vouchers
    const usedAt = this.#now + exponentialMs(meanMs, this.#chance.usedAfter(this.#vouchers.length))
    const isUsed = this.#chance.isUsed(this.#vouchers.length) < usedShare && usedAt < expiresAt
    if (isUsed) this.#agenda.put(usedAt, { kind: 'take_claim', wallet, claim })
    if (this.#vouchers.length === this.#firstVoucher) this.#releaseAfter(expiresAt)
    this.#vouchers.push({ wallet, sequence: claim.sequence, expiresAt })
  }

  #takeClaim(wallet: number, { sequence }: Claim): void {
    const claim = this.#pendingClaim(wallet, sequence)
    if (claim) this.#drop.confirm(wallet, claim, this.#now)
  }

  #releaseAfter(expiresAt: Instant): void {
    // A voucher has not expired at its last instant. A check at that instant would repeat itself.
    const at = expiresAt + Math.max(1, this.#plan.settings.expiryMarginMs)
    this.#agenda.put(at, { kind: 'release_vouchers' })
  }

  /** Releases all expired vouchers together, some time after the first expiry, as the service does. */
  #releaseVouchers(): void {
    for (let next = this.#nextVoucher(); next; next = this.#nextVoucher()) {
      if (next.voucher.expiresAt >= this.#now) {
        this.#releaseAfter(next.voucher.expiresAt)
        break
      }
      this.#firstVoucher++
      this.#drop.release(next.voucher.wallet, next.claim, this.#now)
      this.#recorder.released(this.#drop.drop)
    }
    this.#admit()
  }

  /** The first open voucher with its claim. */
  #nextVoucher(): { readonly voucher: OpenVoucher; readonly claim: Claim } | undefined {
    for (; this.#firstVoucher < this.#vouchers.length; this.#firstVoucher++) {
      const voucher = this.#vouchers[this.#firstVoucher]
      const claim = voucher && this.#pendingClaim(voucher.wallet, voucher.sequence)
      const isStill = claim?.state.kind === 'PENDING' && claim.state.expiresAt === voucher?.expiresAt
      if (voucher && claim && isStill) return { voucher, claim }
    }
    return undefined
  }

  #pendingClaim(wallet: number, sequence: number): Claim | undefined {
    return this.#drop
      .claimsOf(wallet)
      .find((claim) => claim.sequence === sequence && claim.state.kind === 'PENDING')
  }

  #pay(wallet: number, id: PaymentIntentId): void {
    const { state } = this.#drop.pay(wallet, id, this.#now)
    this.#recorder.paid()
    if (state.kind === 'PAID') this.#note(wallet, this.#drop.claim(wallet, this.#now))
    else this.#recorder.ended(wallet, 'in_review')
  }
}

interface Entry<T> {
  readonly at: Instant
  /** Counts the entries in the order in which they were added. */
  readonly order: number
  readonly what: T
}

/** Future events in order of time; events at the same instant in the order in which they were added. A binary heap. */
export class Agenda<T> {
  readonly #entries: Entry<T>[] = []
  #order = 0

  put(at: Instant, what: T): void {
    const entry = { at, order: this.#order++, what }
    const entries = this.#entries
    let place = entries.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = entries[parent]
      if (above === undefined || isBefore(above, entry)) break
      entries[place] = above
      place = parent
    }
    entries[place] = entry
  }

  /** Removes and returns the first event that is due by then; undefined if none is. */
  takeDue(by: Instant): Entry<T> | undefined {
    const entries = this.#entries
    const first = entries[0]
    if (first === undefined || first.at > by) return undefined
    const last = entries.pop()
    if (last !== undefined && entries.length > 0) this.#sink(last)
    return first
  }

  /** Sinks an entry from the top to its place. */
  #sink(entry: Entry<T>): void {
    const entries = this.#entries
    let place = 0
    for (;;) {
      const left = entries[2 * place + 1]
      const right = entries[2 * place + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const next = isRight ? right : left
      if (next === undefined || isBefore(entry, next)) break
      entries[place] = next
      place = 2 * place + (isRight ? 2 : 1)
    }
    entries[place] = entry
  }
}

const isBefore = (one: Entry<unknown>, other: Entry<unknown>): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** A wallet's reserved claims, oldest first, and its open or paid intents. */
interface WalletRecord {
  readonly claims: readonly Claim[]
  readonly intents: readonly PaymentIntent[]
}

const NOTHING: WalletRecord = { claims: [], intents: [] }

/** The claims and intents of all simulated wallets. */
export class WalletRecords {
  readonly #records = new Map<number, WalletRecord>()

  of(wallet: number): WalletRecord {
    return this.#records.get(wallet) ?? NOTHING
  }

  intent(wallet: number, id: PaymentIntentId): PaymentIntent {
    const intent = this.of(wallet).intents.find((one) => one.id === id)
    invariant(intent !== undefined, 'a purchase is kept with its wallet')
    return intent
  }

  /** Replaces changed claims and intents, and appends new ones. */
  keep(wallet: number, changed: Partial<WalletRecord>): void {
    const { claims = [], intents = [] } = changed
    if (claims.length === 0 && intents.length === 0) return
    const before = this.of(wallet)
    const after = merged(before.claims, claims, sequenceOf)
    this.#records.set(wallet, {
      claims: after.every(isReservedClaim) ? after : after.filter(isReservedClaim),
      intents: merged(before.intents, intents, idOfIntent),
    })
  }
}

const isReservedClaim = ({ state }: Claim): boolean => isReserved(state)
const sequenceOf = ({ sequence }: Claim) => sequence
const idOfIntent = ({ id }: PaymentIntent) => id

/** The list with changed entries replaced and new entries appended. */
function merged<T>(before: readonly T[], changed: readonly T[], keyOf: (one: T) => unknown): readonly T[] {
  if (changed.length === 0) return before
  if (before.length === 0) return changed
  const after = [...before]
  for (const one of changed) {
    const place = after.findIndex((earlier) => keyOf(earlier) === keyOf(one))
    if (place === -1) after.push(one)
    else after[place] = one
  }
  return after
}
