import type { Address } from '../../domain/address.ts'
import { timeOfRound } from '../../domain/beacon.ts'
import { type Claim, type WalletState, walletStateOf } from '../../domain/claim.ts'
import { decideClaims } from '../../domain/claim-batch.ts'
import { decidePurchase } from '../../domain/claim-checks.ts'
import type { ClaimContext, ClaimRequest } from '../../domain/claim-decision.ts'
import { confirmClaim, expireClaim, type OpenClaim } from '../../domain/claim-settlement.ts'
import type { Drop } from '../../domain/drop.ts'
import { judgeWallet } from '../../domain/gating/evaluate.ts'
import type { Facts } from '../../domain/gating/rule-kind.ts'
import { idOf, type PaymentIntentId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { admitNextWave } from '../../domain/lottery-steps.ts'
import type { Sha256 } from '../../domain/merkle.ts'
import { passTime } from '../../domain/payment/close-intent.ts'
import { createIntent, hasLapsed, LAPSE_MEMORY_MS, NO_HOLDS } from '../../domain/payment/create-intent.ts'
import { amountDue, isOpen, type PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { takePayment } from '../../domain/payment/take-payment.ts'
import type { SeededHash } from '../../domain/random-amount.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Caller } from '../../domain/user.ts'
import { unpaidLimitOf } from '../settings.ts'
import type { Crowd } from './crowd.ts'
import { letsChoose, type Plan } from './read-simulation.ts'
import { WalletRecords } from './run-course.ts'
import { type EntryAnswer, RunningLottery } from './running-lottery.ts'
import { SIMULATED_OWNER } from './simulated-terms.ts'

/** The answer to a request. */
export type Answer =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  /** The wallet gets the claim or intent that it already has. `renewed` is its claim if that has a new voucher. */
  | { readonly kind: 'again'; readonly renewed: Claim | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The wallets that are admitted now, none if a window is open, and when the next wave is due. */
export interface AdmittedWallets {
  readonly wallets: readonly number[]
  readonly until: Instant
}

export type PurchaseAnswer = Answer | { readonly kind: 'bought'; readonly intent: PaymentIntent }

const NONE: ReadonlyMap<Address, never> = new Map<Address, never>()

/** Whether an intent still holds paid items. */
const isPaidFor = ({ state, held }: PaymentIntent): boolean => state.kind === 'PAID' && held > 0

/** One drop in memory, changed only by the rules of the domain. The caller passes the time; it reads no clock. */
export class RunningDrop {
  readonly #plan: Plan
  readonly #crowd: Crowd
  readonly #hash: () => SeededHash
  readonly #records = new WalletRecords()
  readonly #lottery: RunningLottery
  #drop: Drop
  #intents = 0

  constructor(plan: Plan, drop: Drop, crowd: Crowd, hash: () => SeededHash, sha256: Sha256) {
    this.#plan = plan
    this.#drop = simulated(drop)
    this.#crowd = crowd
    this.#hash = hash
    this.#lottery = new RunningLottery(sha256)
  }

  get drop(): Drop {
    return this.#drop
  }

  /** The reserved claims of a wallet, oldest first. */
  claimsOf(wallet: number): readonly Claim[] {
    return this.#records.of(wallet).claims
  }

  claim(wallet: number, now: Instant): Answer {
    const record = this.#records.of(wallet)
    const address = this.#crowd.address(wallet)
    const paid = record.intents.filter(isPaidFor)
    const entry = this.#lottery.entryOf(wallet)
    const { decisions, drop, inserted, renewed, intents } = decideClaims(
      {
        drop: this.#drop,
        walletStates:
          record.claims.length === 0 ? NONE : new Map([[address, walletStateOf(this.#drop, record.claims)]]),
        paid: paid.length === 0 ? NONE : new Map([[address, paid]]),
        entries: entry === undefined ? NONE : new Map([[address, entry]]),
        mostClaims: 0,
        now,
        gate: () => this.#gateFor(wallet, address),
        hash: this.#hash,
      },
      [this.#requestOf(wallet, address)],
    )
    const [decision] = decisions
    this.#drop = drop
    this.#records.keep(wallet, { claims: [...inserted, ...renewed], intents })
    invariant(
      decision !== undefined && decision.kind !== 'facts_needed' && decision.kind !== 'proof_needed',
      'a decision on facts that are there',
    )
    switch (decision.kind) {
      case 'reserved':
        return { kind: 'claimed', claim: decision.claim }
      case 'renewed':
        return { kind: 'again', renewed: decision.claim }
      case 'repeated':
        return { kind: 'again', renewed: null }
      case 'refused':
        return { kind: 'refused', refusal: decision.refusal }
    }
  }

  /** Enters the wallet in the drop's lottery. */
  enter(wallet: number, now: Instant): EntryAnswer {
    const address = this.#crowd.address(wallet)
    const context = { drop: this.#drop, now, gate: this.#gateFor(wallet, address) }
    const request = { caller: callerFor(this.#drop, address), wallet: address }
    const { answer, drop } = this.#lottery.enter(wallet, context, request)
    this.#drop = drop
    return answer
  }

  /** Closes the entries. Returns when the round that orders them is published; null if the lottery has stopped. */
  closeEntries(now: Instant): Instant | null {
    this.#drop = this.#lottery.close(this.#drop, now)
    const { lottery } = this.#drop
    return lottery?.draw.kind === 'FROZEN' ? timeOfRound(lottery.beacon, lottery.draw.round) : null
  }

  /** Ranks the entries. Call it when the round is published. */
  drawLottery(now: Instant): void {
    this.#drop = this.#lottery.draw(this.#drop, now)
  }

  /** Admits the next wave if it is due. Null if none follows. */
  admit(now: Instant): AdmittedWallets | null {
    const next = admitNextWave(this.#drop, now)
    if (next.kind === 'at') return { wallets: [], until: next.at }
    if (next.kind !== 'admitted') return null
    this.#drop = next.drop
    const wave = next.drop.lottery?.draw.kind === 'DRAWN' ? next.drop.lottery.draw.waves.at(-1) : undefined
    invariant(wave !== undefined, 'wallets are admitted in a wave')
    return { wallets: this.#lottery.walletsOf(wave), until: wave.claimBy }
  }

  /** A buyer's attempt: claims if items are paid, waits while an intent is open, otherwise creates an intent. */
  buy(wallet: number, now: Instant): PurchaseAnswer {
    const record = this.#records.of(wallet)
    if (record.intents.some(isPaidFor)) return this.claim(wallet, now)
    if (record.intents.some(isOpen)) return { kind: 'again', renewed: null }
    const address = this.#crowd.address(wallet)
    const request = this.#requestOf(wallet, address)
    const walletState = walletStateOf(this.#drop, record.claims)
    const quantity = Number(request.amount ?? 1n)
    const decision = decidePurchase(this.#contextOf(wallet, address, walletState, now), {
      ...request,
      amount: null,
      quantity,
      voucherLifetimeMs: 0,
    })
    if (decision?.kind === 'refused') return { kind: 'refused', refusal: decision.refusal }
    const lapsed = record.intents.filter((one) => hasLapsed(one, now - LAPSE_MEMORY_MS))
    const uniquePart = (++this.#intents).toString(16).padStart(32, '0')
    const created = createIntent(
      this.#drop,
      {
        id: idOf('intent', uniquePart),
        externalId: `pi_${uniquePart}`,
        caller: request.caller,
        wallet: address,
        paymentMethod: 'SUI',
        quantity,
        coinType: this.#plan.currency.coinType,
        recipient: address,
        lifetimeMs: this.#plan.settings.paymentLifetimeMs,
        openIntents: 0,
        claimCount: walletState.slots.length,
        heldItems: record.intents.reduce((items, { held }) => items + held, 0),
        unpaidOfWallet: NO_HOLDS,
        unpaidOfPayer: { items: 0, lapses: lapsed.length, lastLapseAt: lapsed.at(-1)?.expiresAt ?? null },
        unpaidLimit: unpaidLimitOf(this.#plan.settings),
      },
      now,
    )
    if (!created.ok) return { kind: 'refused', refusal: created.error }
    const { intent, drop } = created.value
    this.#drop = drop
    this.#records.keep(wallet, { intents: [intent] })
    return { kind: 'bought', intent }
  }

  /** Pays exactly the amount due. Returns the intent: PAID, or IN_REVIEW if the payment was too late. */
  pay(wallet: number, id: PaymentIntentId, now: Instant): PaymentIntent {
    const before = this.#records.intent(wallet, id)
    const payment = {
      txHash: `payment for ${id}`,
      index: 0,
      from: before.wallet,
      coinType: before.coinType,
      amount: amountDue(before) as never,
      at: now,
    }
    const { intent, drop } = takePayment(before, this.#drop, payment, {
      now,
      walletRoom: Number.POSITIVE_INFINITY,
    })
    this.#drop = drop
    this.#records.keep(wallet, { intents: [intent] })
    return intent
  }

  /** Expires an unpaid intent. */
  letRunOut(wallet: number, id: PaymentIntentId, now: Instant): PaymentIntent {
    const { intent, drop } = passTime(this.#records.intent(wallet, id), this.#drop, now)
    this.#drop = drop
    this.#records.keep(wallet, { intents: [intent] })
    return intent
  }

  /** The wallet used its voucher on the chain, or the claim was delivered. */
  confirm(wallet: number, claim: Claim, now: Instant): void {
    const proof = { txHash: `claim ${claim.sequence}`, claimedAt: now }
    this.#settle(wallet, confirmClaim(this.#open(wallet, claim), proof, now))
  }

  /** A voucher expired unused, and its amount is free again. */
  release(wallet: number, claim: Claim, now: Instant): void {
    this.#settle(wallet, expireClaim(this.#open(wallet, claim), now))
  }

  #settle(wallet: number, settled: ReturnType<typeof confirmClaim>): void {
    this.#drop = settled.drop
    this.#records.keep(wallet, { claims: [settled.claim], intents: settled.intent ? [settled.intent] : [] })
  }

  #requestOf(wallet: number, claimer: Address): ClaimRequest {
    return {
      operation: this.#drop.award.kind === 'random' ? 'random' : 'claim',
      caller: callerFor(this.#drop, claimer),
      claimer,
      amount: letsChoose(this.#drop) ? this.#crowd.asks(wallet) : null,
      voucherLifetimeMs: this.#plan.settings.voucherLifetimeMs,
    }
  }

  #contextOf(wallet: number, address: Address, walletState: WalletState, now: Instant): ClaimContext {
    const drop = this.#drop
    const gate = this.#gateFor(wallet, address)
    return { drop, tally: drop.tally, walletState, paid: [], mostClaims: 0, now, gate, hash: this.#hash }
  }

  #gateFor(wallet: number, address: Address): ClaimContext['gate'] {
    const facts: Facts = (request) =>
      request.source === 'confirmed_claims'
        ? BigInt(this.claimsOf(wallet).filter(({ state }) => state.kind === 'CONFIRMED').length)
        : this.#crowd.fact(wallet, request)
    return (drop) => judgeWallet(drop, address, facts, this.#plan.ruleKinds)
  }

  #open(wallet: number, claim: Claim): OpenClaim {
    const { intentId } = claim
    const intent = intentId === null ? null : this.#records.intent(wallet, intentId)
    return { claim, drop: this.#drop, intent }
  }
}

/** A caller that may claim for the wallet: the wallet's own user if the drop requires it, otherwise the drop's creator. */
function callerFor({ claimAccess }: Drop, walletAddress: Address): Caller {
  if (claimAccess !== 'WALLET') return SIMULATED_OWNER
  return { ...SIMULATED_OWNER, user: { ...SIMULATED_OWNER.user, origin: 'wallet', walletAddress } }
}

/**
 * A beacon decides when amounts are known, not how large they are, so a simulation draws immediately. Simulated claimers pass
 * the human check.
 */
const simulated = (drop: Drop): Drop => ({
  ...drop,
  humanCheck: 'NONE',
  embedOrigins: [],
  award: drop.award.kind === 'random' ? { ...drop.award, beacon: null } : drop.award,
})
