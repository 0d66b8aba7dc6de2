import { MINUTE_MS } from '@dropkit/core/internal'
import { assembleCast } from './cast.ts'
import { checkLedger } from './check-ledger.ts'
import { checkOutcome } from './check-outcome.ts'
import { createClients } from './clients.ts'
import { disturb, JUMP_MS } from './disturb.ts'
import { type Follower, startFollower } from './followers.ts'
import { createDrop } from './owning.ts'
import { createScene, type Scene } from './scene.ts'
import { takeStep } from './steps.ts'
import { whatIsUnsettled } from './unsettled.ts'
import { Violation } from './violation.ts'
import { createWorld, type SimulationOptions, type World } from './world.ts'

/** What came of a simulated life; the same for the same seed. */
export interface SimulationResult {
  readonly seed: number
  /** What must never be, and was; null for a run in which all was well. */
  readonly violation: { readonly rule: string; readonly message: string } | null
  /** Of the whole trace: the same seed and code give the same. */
  readonly traceHash: string
  /** Empty unless it was kept. */
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

/** One life of the service from its first start until everything has come to rest, as the seed wants it. */
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
  const cast = await assembleCast(world, chance)
  const clients = createClients(world, world.chanceFor('clients'))
  const scene = createScene(world, cast, clients, chance)
  for (const server of servers) server.start()
  void disturb(world, world.chanceFor('disturbances'))
  const follower = startFollower(world, world.chanceFor('follower'))

  let isActOver = false
  void act(scene).then(() => {
    isActOver = true
  })
  await timeline.run(() => isActOver || world.violation !== null)
  if (world.violation) return
  checkLedger(world)
  await heal(scene, follower)
}

/** What people do, one thing after another and many at once. */
async function act(scene: Scene): Promise<void> {
  const { world, cast, chance } = scene
  const begin = (step: Promise<void>) => {
    step.catch((fault: unknown) => {
      const isViolation = fault instanceof Violation
      world.fail(isViolation ? fault : new Violation('the simulation itself is sound', String(fault)))
    })
  }
  for (let n = chance.between(1, 3); n > 0; n--) begin(createDrop(scene, chance.pick(cast.creators)))
  await world.timeline.pause(chance.between(200, 5_000))
  for (let left = chance.between(MOST_STEPS / 3, MOST_STEPS); left > 0; left--) {
    begin(takeStep(scene))
    await world.timeline.pause(pauseMs(scene))
  }
}

function pauseMs({ chance }: Scene): number {
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

/** Nothing goes wrong any more: all that was begun must come to its end, and the books must be in order then. */
async function heal(scene: Scene, follower: Follower): Promise<void> {
  const { world, clients } = scene
  const { timeline, weather, servers, chain, trace } = world
  trace.note('weather', 'clears up')
  weather.clearUp()
  chain.setOutage(null)
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
      clients.waiting > 0 ? `${clients.waiting} clients wait` : whatIsUnsettled(world, scene.cast, follower)
    return unsettled === null || timeline.now >= endsAt
  })
  if (world.violation) return
  if (unsettled !== null)
    throw new Violation('everything settles once nothing goes wrong any more', unsettled)
  checkLedger(world)
  checkOutcome(scene)
}
