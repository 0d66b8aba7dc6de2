import { MINUTE_MS } from '@dropkit/core/internal'
import { createActors } from './actors.ts'
import { checkLedger } from './check-ledger.ts'
import { checkOutcome } from './check-outcome.ts'
import { createClients } from './clients.ts'
import { type Follower, startFollower } from './followers.ts'
import { healBeacon, injectFaults, JUMP_MS } from './inject-faults.ts'
import { createDrop } from './owning.ts'
import { createScenario, type Scenario } from './scenario.ts'
import { takeStep } from './steps.ts'
import { whatIsUnsettled } from './unsettled.ts'
import { Violation } from './violation.ts'
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
  } catch (fault) {
    if (!(fault instanceof Violation)) throw fault
    world.fail(fault)
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
    step.catch((fault: unknown) => {
      const isViolation = fault instanceof Violation
      world.fail(isViolation ? fault : new Violation('the simulation itself is sound', String(fault)))
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
  const { world, clients } = scenario
  const { timeline, faults, servers, chain, trace } = world
  trace.note('faults', 'end')
  faults.end()
  chain.setOutage(null)
  healBeacon(world)
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
