// The simulation says what the service would do. Here the service does it: every call that a simulated course makes is
// made again to the real use cases, at the same instant, and must be answered the same.

import { createTestPorts, granted, pureHashes, TEST_START } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeOfRound } from '../../domain/beacon.ts'
import type { Claim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { statusAt } from '../../domain/drop-status.ts'
import type { Lottery } from '../../domain/lottery.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { SignedVoucher } from '../../ports/chain.ts'
import type { RandomnessBeacon } from '../../ports/randomness-beacon.ts'
import { deliverClaims } from '../claims/deliver-claims.ts'
import { expireClaims } from '../claims/expire-claims.ts'
import { createDropkit } from '../dropkit.ts'
import { runLottery } from '../lottery/run-lottery.ts'
import { updateDueIntents } from '../payments/update-due-intents.ts'
import { createRunBudget } from '../run-budget.ts'
import type { CourseOfDrop } from './course-of-drop.ts'
import { type Crowd, gatherCrowd } from './crowd.ts'
import type { DropSimulation, SimulatedTerms } from './drop-simulation.ts'
import { type Plan, readSimulation } from './read-simulation.ts'
import { runCourse } from './run-course.ts'
import { type AdmittedWallets, type Answer, type PurchaseAnswer, RunningDrop } from './running-drop.ts'
import { type EntryAnswer, simulatedRound } from './running-lottery.ts'
import { drawnOrigins, simulateDrop } from './simulate-drop.ts'
import { SIMULATED_BEACON } from './simulated-terms.ts'

/** A fifth of what is asked of properties elsewhere, for each of these lives through a whole service. */
const runs = Math.ceil((fc.readConfigureGlobal()?.numRuns ?? 500) / 5)

const NFT = `0x${'2'.padStart(64, '0')}::example::Member`

type Call = { readonly at: number; readonly wallet: number } & (
  | { readonly kind: 'enter'; readonly answer: EntryAnswer }
  /** The steps of the lottery that were due, and how it stands after them. */
  | { readonly kind: 'run_lottery'; readonly lottery: Lottery }
  | { readonly kind: 'claim'; readonly answer: Answer }
  | { readonly kind: 'buy'; readonly answer: PurchaseAnswer }
  | { readonly kind: 'pay' | 'let_run_out'; readonly intent: PaymentIntent }
  | { readonly kind: 'confirm' | 'release'; readonly claim: Claim }
)

/** Notes every call that changes it. */
class RecordedDrop extends RunningDrop {
  readonly calls: Call[] = []

  override claim(wallet: number, at: number): Answer {
    const answer = super.claim(wallet, at)
    this.calls.push({ kind: 'claim', at, wallet, answer })
    return answer
  }

  override enter(wallet: number, at: number): EntryAnswer {
    const answer = super.enter(wallet, at)
    this.calls.push({ kind: 'enter', at, wallet, answer })
    return answer
  }

  override closeEntries(at: number): number | null {
    const roundAt = super.closeEntries(at)
    this.#noteLottery(at)
    return roundAt
  }

  override admit(at: number): AdmittedWallets | null {
    const admitted = super.admit(at)
    this.#noteLottery(at)
    return admitted
  }

  #noteLottery(at: number): void {
    const { lottery } = this.drop
    if (lottery) this.calls.push({ kind: 'run_lottery', at, wallet: 0, lottery })
  }

  override buy(wallet: number, at: number): PurchaseAnswer {
    const before = this.calls.length
    const answer = super.buy(wallet, at)
    // Who has paid claims, and who has still to pay asks for nothing.
    const isAsked = this.calls.length === before && answer.kind !== 'again'
    if (isAsked) this.calls.push({ kind: 'buy', at, wallet, answer })
    return answer
  }

  override pay(wallet: number, id: PaymentIntent['id'], at: number): PaymentIntent {
    const intent = super.pay(wallet, id, at)
    this.calls.push({ kind: 'pay', at, wallet, intent })
    return intent
  }

  override letRunOut(wallet: number, id: PaymentIntent['id'], at: number): PaymentIntent {
    const intent = super.letRunOut(wallet, id, at)
    this.calls.push({ kind: 'let_run_out', at, wallet, intent })
    return intent
  }

  override confirm(wallet: number, claim: Claim, at: number): void {
    super.confirm(wallet, claim, at)
    this.calls.push({ kind: 'confirm', at, wallet, claim })
  }

  override release(wallet: number, claim: Claim, at: number): void {
    super.release(wallet, claim, at)
    this.calls.push({ kind: 'release', at, wallet, claim })
  }
}

/** The whole service in memory, with the drop of a plan on it, whose random parts are those of the simulation. */
async function openService(simulation: DropSimulation, plan: Plan, crowd: Crowd, seed: number) {
  const base = createTestPorts({ start: plan.beginsAt })
  const origins = drawnOrigins(seed, pureHashes)
  let isForDrop = false
  const beacon: RandomnessBeacon = {
    ...base.beacon,
    chain: SIMULATED_BEACON,
    async round(round) {
      const dueAt = timeOfRound(SIMULATED_BEACON, round)
      return base.clock.now() < dueAt
        ? err({ kind: 'not_yet', dueAt })
        : ok(simulatedRound(pureHashes.sha256, origins.id, round))
    },
  }
  const ports = {
    ...base,
    beacon,
    ids: { next: (now: number) => (isForDrop ? origins.id.slice('drop_'.length) : base.ids.next(now)) },
    random: { bytes: (length: number) => (isForDrop ? origins.seed : base.random.bytes(length)) },
  }
  const { clock, memoryChain, store } = ports
  const dropkit = createDropkit(ports, simulation.settings)
  const callerOf = async (username: string): Promise<Caller> => {
    const { secret } = granted(await dropkit.createLocalUser({ username, key: { name: 'first' } }))
    return granted(await dropkit.authenticate(secret)).caller
  }
  const owner = await callerOf('owner')
  const token = { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' }
  const { id: existingTokenId } = granted(await dropkit.createToken(owner, token))
  const { rules, currency: _, ...terms } = simulation.drop
  isForDrop = true
  const { id: dropId } = granted(await dropkit.createDrop(owner, { ...terms, existingTokenId }))
  isForDrop = false
  if (rules) granted(await dropkit.updateGatingConfig(owner, dropId, { rules }))
  for (let wallet = 0; wallet < crowd.size; wallet++) {
    const owns = crowd.fact(wallet, { source: 'owned_objects', subject: NFT })
    if (owns) memoryChain.wallet.mintObject(crowd.address(wallet), NFT)
  }

  const buyers = new Map<number, Caller>()
  const vouchers = new Map<number, SignedVoucher>()
  const intents = new Map<string, PaymentIntent>()
  const reread = async (): Promise<Drop> =>
    (await store.drops([dropId])).get(dropId) ?? expect.fail('no drop')

  async function claim(wallet: number): Promise<Result<Claim, Refusal>> {
    const input = { dropId, userAddress: crowd.address(wallet) }
    if (plan.drop.award.kind === 'random') {
      const answer = granted(await dropkit.claimRandomDrop(owner, input))
      return answer.kind === 'drawn'
        ? { ok: true, value: answer.claim }
        : { ok: false, error: answer.refusal }
    }
    const amount = crowd.asks(wallet)
    const answer = await dropkit.claimDrop(owner, {
      ...input,
      amount: amount === null ? null : String(amount),
    })
    if (!answer.ok) return answer
    const { claim, voucher } = answer.value
    if (voucher) vouchers.set(claim.sequence, voucher)
    return { ok: true, value: claim }
  }

  /** Runs the steps that are due. */
  async function continueLottery(): Promise<Drop['lottery']> {
    for (let [step, memo] = [0, null as string | null]; step < 20; step++) {
      const outcome = await runLottery(ports, dropId, {
        memo,
        attempts: 1,
        budget: createRunBudget({ clock }),
      })
      if (outcome.kind !== 'again' || outcome.dueAt > clock.now()) return (await reread()).lottery
      memo = outcome.memo ?? null
    }
    return expect.fail('the lottery does not come to rest')
  }

  async function claimOf(sequence: number): Promise<Claim> {
    const [found] = (await store.claims([{ dropId, sequence }])).values()
    return found ?? expect.fail('no claim')
  }

  async function confirm(sequence: number): Promise<Claim> {
    const voucher = vouchers.get(sequence)
    if (voucher) {
      const { txHash } = memoryChain.wallet.claim(voucher)
      const claimId = `claim_${dropId.slice('drop_'.length)}_${sequence}`
      return granted(await dropkit.confirmClaim(owner, { claimId, txHash }))
    }
    // It waits a while for more to deliver at once.
    for (let [round, memo] = [0, null as string | null]; round < 3; round++) {
      const outcome = await deliverClaims(ports, plan.settings, dropId, memo)
      memo = outcome.kind === 'again' ? (outcome.memo ?? null) : null
      clock.advance(5_000)
    }
    return claimOf(sequence)
  }

  return {
    reread,
    /** Makes a call again and gives what it came to, to be compared with what `told` says. */
    async repeat(call: Call): Promise<unknown> {
      clock.set(call.at)
      switch (call.kind) {
        case 'claim': {
          const { lastSequence } = (await reread()).tally
          const answer = await claim(call.wallet)
          if (!answer.ok) return { kind: 'refused', refusal: answer.error }
          const { sequence, amount } = answer.value
          return sequence > lastSequence ? { kind: 'claimed', sequence, amount } : { kind: 'again' }
        }
        case 'enter': {
          const before = (await reread()).lottery?.entries
          const answer = await dropkit.enterDrop(owner, { dropId, userAddress: crowd.address(call.wallet) })
          if (!answer.ok) return { kind: 'refused', refusal: answer.error }
          return { kind: (await reread()).lottery?.entries === before ? 'again' : 'entered' }
        }
        case 'run_lottery':
          return continueLottery()
        case 'buy': {
          const buyer = buyers.get(call.wallet) ?? (await callerOf(`buyer-${call.wallet}`))
          buyers.set(call.wallet, buyer)
          const order = { dropId, walletAddress: crowd.address(call.wallet), paymentMethod: 'SUI' }
          const quantity = Number(crowd.asks(call.wallet) ?? 1n)
          const answer = await dropkit.createPaymentIntent(buyer, { ...order, quantity })
          if (!answer.ok) return { kind: 'refused', refusal: answer.error }
          if (call.answer.kind === 'bought') intents.set(call.answer.intent.id, answer.value)
          return { kind: 'bought', held: answer.value.held }
        }
        case 'pay': {
          const intent = intents.get(call.intent.id) ?? expect.fail('no purchase')
          const due = intent.unitPrice * BigInt(intent.quantity)
          memoryChain.wallet.faucet(intent.wallet, intent.coinType, due as never)
          const { txHash } = memoryChain.wallet.transfer(
            intent.wallet,
            intent.recipient,
            intent.coinType,
            due as never,
            intent.externalId,
          )
          const buyer = buyers.get(call.wallet) ?? expect.fail('no buyer')
          const paid = granted(await dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
          return { state: paid.state.kind, held: paid.held }
        }
        case 'let_run_out': {
          await updateDueIntents(ports, dropId)
          const intent = intents.get(call.intent.id) ?? expect.fail('no purchase')
          const after = (await store.paymentIntents([intent.id])).get(intent.id) ?? expect.fail('no purchase')
          return { state: after.state.kind, held: after.held }
        }
        case 'confirm':
          return (await confirm(call.claim.sequence)).state.kind
        case 'release':
          await expireClaims(ports, plan.settings, dropId)
          return (await claimOf(call.claim.sequence)).state.kind
      }
    },
  }
}

/** What the simulation says that a call came to, as far as both know it. */
function told(call: Call): unknown {
  switch (call.kind) {
    case 'enter':
      return call.answer.kind === 'refused' ? call.answer : { kind: call.answer.kind }
    case 'run_lottery':
      return call.lottery
    case 'claim':
    case 'buy':
      if (call.answer.kind === 'bought') return { kind: 'bought', held: call.answer.intent.held }
      if (call.answer.kind === 'again') return { kind: 'again' }
      if (call.answer.kind === 'refused') return call.answer
      return { kind: 'claimed', sequence: call.answer.claim.sequence, amount: call.answer.claim.amount }
    case 'pay':
    case 'let_run_out':
      return { state: call.intent.state.kind, held: call.intent.held }
    case 'confirm':
      return 'CONFIRMED'
    case 'release':
      return 'EXPIRED'
  }
}

/** What adds up in every course. */
function expectSound({
  tries,
  refusals,
  wallets,
  amounts,
  pool,
  given,
  timeline,
  ...course
}: CourseOfDrop): void {
  expect(tries.claimed + tries.again + tries.lapsed + tries.waiting + tries.inReview + tries.refused).toBe(
    tries.all,
  )
  expect(refusals.reduce((sum, refusal) => sum + refusal.tries, 0)).toBe(tries.refused)
  expect(wallets.served + wallets.emptyHanded).toBe(wallets.came)
  expect(given).toBeLessThanOrEqual(pool)
  expect(amounts?.sum ?? 0n).toBe(given)
  expect(amounts?.count ?? 0).toBe(tries.claimed - course.released)
  expect(amounts?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(amounts?.count)
  expect(course.milestones.at(-1)?.percent === 100).toBe(course.soldOutAfterMs !== null)
  expect(timeline.at(-1)).toMatchObject({ tries: tries.all, refused: tries.refused, given })
}

/** Facts without the time of their observation: the service may use one that it read some seconds before. */
function withoutTimes(came: unknown): unknown {
  if (Array.isArray(came)) return came.map(withoutTimes)
  if (typeof came !== 'object' || came === null) return came
  const isFact = 'source' in came && 'subject' in came
  const entries = Object.entries(came).filter(([name]) => !(isFact && name === 'at'))
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutTimes(value)]))
}

async function holdToTheService(simulation: DropSimulation): Promise<void> {
  const plan = granted(readSimulation(simulation))
  const { seed = 0 } = simulation
  const crowd = gatherCrowd(plan, seed)
  const origins = drawnOrigins(seed, pureHashes)
  const hash = () => (message: string) => pureHashes.hmacSha256(origins.seed, message)
  const drop = new RecordedDrop(plan, { ...plan.drop, id: origins.id }, crowd, hash, pureHashes.sha256)
  const course = runCourse(plan, crowd, drop, seed)
  expect(granted(simulateDrop(simulation, pureHashes))).toEqual(course)
  expectSound(course)
  const service = await openService(simulation, plan, crowd, seed)
  for (const [place, call] of drop.calls.entries()) {
    const { at, wallet, kind } = call
    expect({ place, at, wallet, kind, came: withoutTimes(await service.repeat(call)) }).toEqual({
      place,
      at,
      wallet,
      kind,
      came: withoutTimes(told(call)),
    })
  }
  const end = drop.calls.at(-1)?.at ?? plan.beginsAt
  // A simulation keeps no order chain.
  const books = (of: Drop) => ({
    tally: { ...of.tally, order: null },
    payments: of.payments,
    lottery: of.lottery,
    status: statusAt(of, end),
  })
  expect(books(await service.reread())).toEqual(books(drop.drop))
}

/** Small drops of every kind, for which more come than there is for. */
const anyTerms: fc.Arbitrary<SimulatedTerms> = fc
  .record({
    claimType: fc.constantFrom('REGULAR' as const, 'STREAK' as const),
    tokenAmount: fc.constantFrom('0', '7', '30', null),
    supply: fc.option(fc.integer({ min: 1, max: 12 })),
    maxPerWallet: fc.option(fc.integer({ min: 1, max: 3 })),
    price: fc.constantFrom(null, null, 0.5),
    startsInMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
    lastsMs: fc.option(fc.integer({ min: 1, max: 3_600_000 }), { freq: 1 }),
    isGated: fc.boolean(),
  })
  .map(({ startsInMs, lastsMs, isGated, supply, ...terms }) => {
    const needsSupply = terms.tokenAmount === '0' && terms.price !== null
    const startsAt = startsInMs === null ? null : TEST_START + startsInMs
    return {
      title: 'Pepper',
      type: 'TOKEN',
      maxAmount: '200',
      ...terms,
      supply: needsSupply ? (supply ?? 9) : supply,
      startsAt,
      claimDeadline: lastsMs === null ? null : (startsAt ?? TEST_START) + lastsMs,
      status: startsAt === null ? 'ACTIVE' : 'SCHEDULED',
      ...(isGated ? { rules: [{ key: 'nft_ownership', operator: '>=', value: `${NFT}:1` }] } : {}),
    }
  })

const anySimulation: fc.Arbitrary<DropSimulation> = fc
  .record({
    drop: anyTerms,
    wallets: fc.integer({ min: 1, max: 25 }),
    arrivals: fc.constantFrom(
      { model: 'steady', overMs: 600_000 } as const,
      { model: 'poisson', overMs: 40_000_000 } as const,
      { model: 'rush', halfLifeMs: 30_000 } as const,
      { model: 'daily', overMs: 200_000_000 } as const,
    ),
    repeats: fc.constantFrom(undefined, { share: 0.5, times: 2, everyMs: 400_000 }),
    usedShare: fc.constantFrom(1, 0.5, 0),
    paidShare: fc.constantFrom(1, 0.6),
    payMs: fc.constantFrom(60_000, 900_000),
    settings: fc.constantFrom(undefined, { voucherLifetimeMs: 300_000, expiryMarginMs: 200_000 }),
    seed: fc.nat(),
  })
  .map(({ drop, wallets, arrivals, usedShare, paidShare, payMs, ...rest }) => ({
    ...rest,
    drop,
    arrivals: { ...arrivals, wallets },
    beginsAt: TEST_START,
    vouchers: { usedShare, meanMs: 60_000 },
    payments: { paidShare, meanMs: payMs },
    deliveryMs: 0,
    ...(drop.rules ? { facts: [{ source: 'owned_objects', values: [{ share: 0.6, value: '1' }] }] } : {}),
    ...(drop.tokenAmount === null && (drop.price === null || drop.supply === null)
      ? { asks: { least: '1', most: '40' } }
      : {}),
  }))

/** Small lotteries for which more enter than can win. */
const anyLottery: fc.Arbitrary<DropSimulation> = fc
  .record({
    supply: fc.integer({ min: 1, max: 6 }),
    tokenAmount: fc.constantFrom('0', '7'),
    windowSeconds: fc.integer({ min: 60, max: 1_800 }),
    closesInMs: fc.integer({ min: 1, max: 700_000 }),
    lastsMs: fc.option(fc.integer({ min: 1, max: 3_600_000 }), { freq: 1 }),
    claimedShare: fc.constantFrom(1, 0.5, 0),
    claimMs: fc.constantFrom(10_000, 900_000),
    simulation: anySimulation,
  })
  .map(({ supply, tokenAmount, windowSeconds, closesInMs, lastsMs, claimedShare, claimMs, simulation }) => {
    const { asks: _, drop, ...rest } = simulation
    const entriesCloseAt = (drop.startsAt ?? TEST_START) + closesInMs
    return {
      ...rest,
      winners: { claimedShare, meanMs: claimMs },
      drop: {
        ...drop,
        claimType: 'REGULAR',
        price: null,
        maxPerWallet: null,
        tokenAmount,
        supply,
        admission: 'LOTTERY',
        entriesCloseAt,
        claimWindowSeconds: windowSeconds,
        claimDeadline: lastsMs === null ? null : entriesCloseAt + lastsMs,
      },
    }
  })

test('every answer of a simulated course is the one that the service gives', async () => {
  await fc.assert(fc.asyncProperty(anySimulation, holdToTheService), { numRuns: runs })
}, 60_000)

test('the entries, waves and claims of a simulated lottery equal those of the service', async () => {
  await fc.assert(fc.asyncProperty(anyLottery, holdToTheService), { numRuns: runs })
}, 60_000)
