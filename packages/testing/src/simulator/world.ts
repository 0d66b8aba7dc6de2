import { type Instant, isStoreUnavailable, type Log, type Ports, type Settings } from '@dropkit/core'
import { createFixedPriceFeed } from '../doubles/fixed-price-feed.ts'
import { createMemoryFiles } from '../doubles/memory-files.ts'
import { pureHashes } from '../doubles/pure-hashes.ts'
import { silentLog } from '../doubles/recording-log.ts'
import { createSequentialIds } from '../doubles/sequential-ids.ts'
import { createTestBeacon } from '../doubles/test-beacon.ts'
import { TEST_START } from '../doubles/test-clock.ts'
import { testWallets } from '../doubles/test-wallets.ts'
import { transparentSecrets } from '../doubles/transparent-secrets.ts'
import { createMemoryStore, type MemoryStorage } from '../memory/memory-store.ts'
import { type Acknowledged, createAcknowledged } from './acknowledged.ts'
import { keepGoing } from './background.ts'
import { type Chance, createChance } from './chance.ts'
import type { Plant } from './plant.ts'
import { createQuickSigner } from './quick-signer.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { createSimulatedChain, type SimulatedChain } from './simulated-chain.ts'
import { createSimulatedServer, type SimulatedServer } from './simulated-server.ts'
import { createTimeline, type Timeline, type Turn } from './timeline.ts'
import { createTrace, type Trace } from './trace.ts'
import { Violation } from './violation.ts'
import { createWeather, type Weather } from './weather.ts'
import { createWires } from './wires.ts'

/** What a simulated life has beside its seed. */
export interface SimulationOptions {
  /** A bug to be found. */
  readonly plant?: Plant | undefined
  /** Whether the trace is kept to be read; its hash always is. */
  readonly isTraceKept?: boolean
  /**
   * For how many turns of the machine a call, and what it does, lags behind: it must make no difference, as long as
   * equal calls lag behind alike.
   */
  readonly dawdle?: (call: string) => number
  /** `setImmediate` unless told; on Node `process.nextTick` is faster, for it looks for no input from outside. */
  readonly turn?: Turn
}

/** Everything there is in one simulation. */
export interface World {
  readonly timeline: Timeline
  readonly trace: Trace
  readonly weather: Weather
  readonly chain: SimulatedChain
  readonly storage: MemoryStorage
  readonly receivers: Receivers
  readonly servers: readonly SimulatedServer[]
  readonly settings: Partial<Settings>
  /** Whether somebody steals the keys of drops. */
  readonly hasThief: boolean
  /** The vaults that somebody with a stolen key has taken something from. */
  readonly robbedVaults: Set<string>
  /** What clients have been told. */
  readonly acknowledged: Acknowledged
  /** The storage and the chain without wires and faults, for what comes before and after a simulation. */
  readonly plainPorts: Ports
  /** The first thing that must never be, and is. */
  readonly violation: Violation | null
  fail(violation: Violation): void
  chanceFor(part: string): Chance
}

const START: Instant = TEST_START

export function createWorld(seed: number, options: SimulationOptions = {}): World {
  const plant = options.plant?.put()
  const root = createChance(seed)
  const timeline = createTimeline(START, root.fork('timeline'), options.turn)
  const trace = createTrace(timeline, options.isTraceKept ?? false)
  const weather = createWeather(root.fork('weather'))
  const makeUp = root.fork('make-up')
  let violation: Violation | null = null

  function fail(found: Violation): void {
    if (violation) return
    violation = found
    trace.note('checker', found.message)
  }

  const settings = settingsFrom(makeUp)
  const parts = { timeline, trace, weather }
  const plainStorage = createMemoryStore({ decidesTwice: makeUp.happens(0.3) })
  const storage = plant?.storage?.(plainStorage) ?? plainStorage
  const plainChain = createSimulatedChain({ ...parts, chance: root.fork('chain') })
  const chain = plant?.chain?.(plainChain) ?? plainChain
  const receivers = createReceivers(weather, root.fork('receivers'))
  const wires = createWires({ ...parts, chance: root.fork('wires'), dawdle: options.dawdle })
  const secretsChance = root.fork('secrets')

  const inProcess = {
    ids: createSequentialIds(seed % 0x1000),
    random: { bytes: secretsChance.bytes },
    hashes: pureHashes,
    secrets: transparentSecrets,
    signer: createQuickSigner(secretsChance),
    prices: createFixedPriceFeed(),
    files: createMemoryFiles(),
    wallets: testWallets,
    openId: null,
  }
  // The beacon publishes by the true time, whatever the clocks of servers show.
  const beacon = createTestBeacon({ now: () => timeline.now })
  const plainPorts: Ports = {
    ...inProcess,
    beacon,
    ...plainStorage,
    chain: plainChain.chain,
    clock: { now: () => timeline.now },
    webhooks: receivers.sender,
    log: silentLog,
  }

  const servers = Array.from({ length: makeUp.between(1, 4) }, (_, n) =>
    createSimulatedServer({
      ...parts,
      name: `server-${n + 1}`,
      chance: root.fork(`server ${n}`),
      settings,
      plant,
      portsFor: (life, clock) => ({
        ...inProcess,
        clock,
        log: watchfulLog(fail),
        store: {
          ...wires.lay(life, 'store', storage.store, 'store'),
          onEvents: wires.layHints(life, storage.store),
        },
        jobs: wires.lay(life, 'jobs', storage.jobs, 'store'),
        deliveries: wires.lay(life, 'deliveries', storage.deliveries, 'store'),
        idempotency: wires.lay(life, 'idempotency', storage.idempotency, 'store'),
        retention: wires.lay(life, 'retention', storage.retention, 'store'),
        beacon: wires.lay(life, 'beacon', beacon, 'beacon'),
        chain: wires.lay(life, 'chain', chain.chain, 'chain'),
        webhooks: wires.lay(life, 'webhooks', receivers.sender, 'receiver'),
      }),
      keepGoing: (running) => keepGoing(running, { timeline, chance: root.fork(running.life.name), fail }),
    }),
  )

  return {
    timeline,
    trace,
    weather,
    chain,
    storage: plainStorage,
    receivers,
    servers,
    settings,
    hasThief: root.fork('thief').happens(0.25),
    robbedVaults: new Set(),
    acknowledged: createAcknowledged(),
    plainPorts,
    get violation() {
      return violation
    },
    fail,
    chanceFor: (part) => root.fork(part),
  }
}

/** Short lives, so that a few minutes see vouchers and intents run out, and small batches, so that there are several. */
const settingsFrom = (chance: Chance): Partial<Settings> => ({
  voucherLifetimeMs: chance.pick([12_000, 40_000]),
  paymentLifetimeMs: chance.pick([12_000, 40_000]),
  latePaymentWatchMs: 600_000,
  webhookRetrySeconds: Array.from({ length: 200 }, () => 5),
  maxClaimsPerBatch: chance.pick([2, 250]),
  maxWaitingClaims: chance.pick([4, 20_000]),
})

/** Faults that nobody was meant to meet are told to the log alone. */
function watchfulLog(fail: (violation: Violation) => void): Log {
  return {
    ...silentLog,
    error(message, _fields, cause) {
      if (!(cause instanceof Error) || isStoreUnavailable(cause)) return
      if (cause instanceof Violation) fail(cause)
      else fail(new Violation('nothing is logged as a fault of the service', `${message} (${cause.message})`))
    },
  }
}
