import { type Claim, type JobKind, NEVER, transferKey, type Webhook } from '@dropkit/core'
import {
  DAY_MS,
  eventIdOf,
  isCancelledOrDeleted,
  isLotteryStopped,
  isLotteryUnderWay,
  isOpen,
  MINUTE_MS,
  receiptOf,
  voucherExpiryOf,
  wants,
} from '@dropkit/core/internal'
import { show } from '../assert.ts'
import { intruderOf } from './admission.ts'
import { checkLedger } from './check-ledger.ts'
import { isRobbedOf, waitsForVault } from './check-money.ts'
import { createClients, type Follower, startFollower } from './clients.ts'
import { healBeacon, injectFaults, JUMP_MS } from './faults.ts'
import { denyCoins } from './operating.ts'
import { createDrop } from './owning.ts'
import { recordsOfDrops } from './records.ts'
import { type Actors, createActors, createScenario, type Scenario } from './scenario.ts'
import { takeStep } from './steps.ts'
import { demand, demandEqual, Violation } from './trace.ts'
import { createWorld, type SimulationOptions, type World } from './world.ts'

/** The result of a simulation; the same for the same seed. */
export interface SimulationResult {
  readonly seed: number
  /** The broken rule; null if all rules held. */
  readonly violation: { readonly rule: string; readonly message: string } | null
  /** The hash of the whole trace. The same seed and code give the same hash. */
  readonly traceHash: string
  /** Empty unless the trace is kept. */
  readonly trace: readonly string[]
  readonly tally: {
    readonly events: number
    readonly claims: number
    readonly payments: number
    readonly simulatedMs: number
    readonly traceLines: number
  }
}

const MOST_STEPS = 50
/** What a server wrote while its clock was ahead is due that much later. */
const LONGEST_HEALING_MS = 25 * MINUTE_MS + JUMP_MS
const LOOK_EVERY_MS = 5_000

/** Simulates the service from its first start until nothing is left to do. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<SimulationResult> {
  const world = createWorld(seed, options)
  const startedAt = world.timeline.now
  try {
    await live(world)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    world.fail(error)
  }
  const { violation, trace, storage, chain, timeline } = world
  return {
    seed,
    violation: violation && { rule: violation.rule, message: violation.message },
    traceHash: trace.hash,
    trace: trace.lines,
    tally: {
      events: storage.state.events.length,
      claims: storage.state.claims.size,
      payments: chain.state.payments.length,
      simulatedMs: timeline.now - startedAt,
      traceLines: trace.length,
    },
  }
}

async function live(world: World): Promise<void> {
  const { timeline, servers } = world
  const chance = world.chanceFor('people')
  const actors = await createActors(world, chance)
  const clients = createClients(world, world.chanceFor('clients'))
  const scenario = createScenario(world, actors, clients, chance)
  for (const server of servers) server.start()
  void injectFaults(world, world.chanceFor('long faults'))
  const follower = startFollower(world, world.chanceFor('follower'))

  let isActOver = false
  void act(scenario).then(() => {
    isActOver = true
  })
  await timeline.run(() => isActOver || world.violation !== null)
  if (world.violation) return
  checkLedger(world)
  await heal(scenario, follower)
}

/** The actors' requests, one after another and many at once. */
async function act(scenario: Scenario): Promise<void> {
  const { world, actors, chance } = scenario
  const begin = (step: Promise<void>) => {
    step.catch((error: unknown) => {
      const isViolation = error instanceof Violation
      world.fail(isViolation ? error : new Violation('the simulation itself is sound', String(error)))
    })
  }
  for (let n = chance.between(1, 3); n > 0; n--) begin(createDrop(scenario, chance.pick(actors.creators)))
  await world.timeline.pause(chance.between(200, 5_000))
  for (let left = chance.between(MOST_STEPS / 3, MOST_STEPS); left > 0; left--) {
    begin(takeStep(scenario))
    await world.timeline.pause(pauseMs(scenario))
  }
}

function pauseMs({ chance }: Scenario): number {
  const pace = chance.weighted({ atOnce: 9, soon: 6, later: 3, muchLater: 1 })
  switch (pace) {
    case 'atOnce':
      return chance.between(0, 30)
    case 'soon':
      return chance.between(30, 2_000)
    case 'later':
      return chance.between(2_000, 9_000)
    case 'muchLater':
      return chance.between(12_000, 30_000)
  }
}

/** Ends all faults. Everything that was started must then end, and all records must be consistent. */
async function heal(scenario: Scenario, follower: Follower): Promise<void> {
  const { world, clients, actors } = scenario
  const { timeline, faults, servers, chain, trace } = world
  trace.note('faults', 'end')
  faults.end()
  chain.setOutage(null)
  chain.setLag(0)
  healBeacon(world)
  for (const wallet of actors.wallets) if (wallet !== actors.unreachable) denyCoins(world, wallet, false)
  for (const server of servers) {
    server.heal()
    server.start()
  }
  const endsAt = timeline.now + LONGEST_HEALING_MS
  let lookAt = timeline.now
  let unsettled: string | null = 'everything'
  await timeline.run(() => {
    if (world.violation) return true
    if (timeline.now < lookAt) return false
    lookAt = timeline.now + LOOK_EVERY_MS
    unsettled =
      clients.waiting > 0
        ? `${clients.waiting} clients wait`
        : whatIsUnsettled(world, scenario.actors, follower)
    return unsettled === null || timeline.now >= endsAt
  })
  if (world.violation) return
  if (unsettled !== null)
    throw new Violation('everything settles once nothing goes wrong any more', unsettled)
  checkLedger(world)
  checkOutcome(scenario)
}

/** Checks what must hold at the end, when nothing is left to do. */
function checkOutcome({ world, actors }: Scenario): void {
  for (const { drop, claims, paid } of recordsOfDrops(world)) {
    const confirmed = claims.filter(({ state }) => state.kind === 'CONFIRMED').map(({ sequence }) => sequence)
    const shown = paid.map(({ nonce }) => nonce).sort((one, other) => one - other)
    if (!isRobbedOf(drop, world))
      demandEqual(shown, confirmed, 'what was paid is confirmed, and what is confirmed was paid', drop.id)
    const intruder = drop.claimType === 'ELITE' ? intruderOf({ world, actors }, drop, claims) : undefined
    demand(
      intruder === undefined,
      'an ELITE drop gives nothing to wallets that its rules do not admit',
      () => `claim ${intruder?.sequence} of ${drop.id}, whose rule is ${show(drop.gating?.rules)}`,
    )
    const reachable = claims.filter(({ claimer }) => claimer !== actors.unreachable)
    const isDrawn = drop.award.kind === 'random'
    demand(
      !isDrawn || confirmed.length === reachable.length,
      'every drawn claim is delivered',
      () => `${drop.id}: ${confirmed.length} of ${reachable.length}`,
    )
    demand(
      !isLotteryUnderWay(drop) || isLotteryStopped(drop, world.timeline.now),
      'every lottery that its owner has not stopped is drawn',
      () => `${drop.id} is ${drop.status}, its lottery ${drop.lottery?.draw.kind}`,
    )
    if (drop.vault.kind !== 'open') continue
    const vault = world.chain.state.ledger.vaults.get(drop.vault.objectId)
    demandEqual(vault?.publicKey, drop.voucherKey.publicKey, 'the chain has the key of the drop', drop.id)
  }
  for (const webhook of world.storage.state.webhooks.all()) checkDeliveries(world, webhook)
}

/**
 * Checks that each event reached the webhooks that subscribe to it. Webhooks are registered before their owners' first
 * event.
 */
function checkDeliveries({ storage, receivers }: World, webhook: Webhook): void {
  const taken = receivers.taken.get(webhook.url)
  for (const event of storage.state.events) {
    const isTheirs = event.ownerId === webhook.ownerId || event.actorId === webhook.ownerId
    if (!isTheirs || !wants(webhook, event.type)) continue
    const body = taken?.get(eventIdOf(event.position))
    demand(
      body !== undefined,
      'each event comes to those who want it',
      () => `${event.type} ${event.position} for ${webhook.url}`,
    )
    const { type, data } = JSON.parse(body) as { readonly type: unknown; readonly data: unknown }
    demandEqual(
      { type, data },
      { type: event.type, data: event.data },
      'a webhook says what the log says',
      webhook.url,
    )
  }
}

/** Jobs that never end, or that wait for an owner's deposit or for a date. */
const GOES_ON: readonly JobKind[] = [
  'watch_chain',
  'watch_payments',
  'audit_vaults',
  'sweep',
  'look_up_candidates',
  'settle_schedule',
  'open_vault',
  'watch_deposit',
]

/** The first unfinished thing; null if everything is finished. */
function whatIsUnsettled(
  { storage, chain, timeline }: World,
  { unreachable }: Pick<Actors, 'unreachable'>,
  follower: Follower,
): string | null {
  const { state } = storage
  const isOpenClaim = ({ state: { kind } }: Claim) => kind === 'PENDING' || kind === 'SUBMITTED'
  // A claim that can never be delivered waits until its drop is cancelled or deleted, but nothing waits for it.
  const waiting = new Set<string>()
  for (const claim of state.claims.all()) {
    if (!isOpenClaim(claim)) continue
    const drop = state.drops.get(claim.dropId)
    const isRefused = claim.claimer === unreachable && voucherExpiryOf(claim) === null
    if (isRefused && claim.state.kind === 'PENDING' && drop && !isCancelledOrDeleted(drop))
      waiting.add(claim.dropId)
    else return `claim ${claim.sequence} of ${claim.dropId} is ${claim.state.kind}`
  }
  for (const { id, state: how, purpose } of state.chainTransactions.all()) {
    if (how === 'sent') return `${id}, to ${purpose.kind}, is sent and its end is not known`
  }
  for (const { id, state: how } of [...state.refunds.all(), ...state.payouts.all()]) {
    if (how.kind === 'PENDING') return `${id} is PENDING`
  }
  for (const { id, state: how } of state.unmatchedPayments.all())
    if (how.kind === 'RETURNING' && how.signed !== null) return `${id} is being returned`
  for (const intent of state.paymentIntents.all())
    if (isOpen(intent)) return `${intent.id} is ${intent.state.kind}`
  // Each payment counts for an intent, waits for review, or is stored as unmatched.
  const received = new Set([...state.paymentIntents.all()].map((intent) => receiptOf(intent)?.txHash))
  for (const payment of chain.state.payments) {
    const isKept = state.usedPayments.has(transferKey(payment)) || received.has(payment.txHash)
    if (!isKept) return `payment ${transferKey(payment)} is kept nowhere`
  }
  for (const { kind, subject, dueAt } of state.jobs.values()) {
    const isWaiting =
      (waiting.has(subject) && kind === 'deliver_claims') ||
      (kind === 'run_lottery' && waitsForVault({ storage }, subject, timeline.now)) ||
      // A drop that can be opened again refunds its buyers after a week.
      (kind === 'wind_up' && dueAt > timeline.now + DAY_MS)
    if (!GOES_ON.includes(kind) && !isWaiting && dueAt < NEVER)
      return `there is still work to ${kind} for ${subject}`
  }
  for (const { id, status, vault, nextVoucherKey } of state.drops.all()) {
    if (status === 'CANCELLED' && vault.kind === 'open') return `the vault of ${id} is open`
    if (nextVoucherKey !== null) return `the key of ${id} is being rotated`
  }
  if (follower.position < state.events.length)
    return `event ${follower.position + 1} waits for who follows the log`
  if (state.dispatchedUpTo < state.events.length) return 'events wait for being dispatched'
  for (const [id, { delivery }] of state.deliveries)
    if (delivery.state.kind === 'waiting') return `${id} waits`
  return null
}
