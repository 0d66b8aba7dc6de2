import {
  type Instant,
  isStoreUnavailable,
  type Log,
  type Ports,
  type Settings,
  type WebhookAnswer,
  type WebhookMessage,
  type WebhookSender,
} from '@dropkit/core'
import { createMemoryFiles } from '../doubles/memory-files.ts'
import { pureHashes, testWallets, toBase64, transparentSecrets } from '../doubles/test-cryptography.ts'
import {
  createFixedPriceFeed,
  createSequentialIds,
  createTestBeacon,
  silentLog,
  TEST_START,
  type TestBeacon,
} from '../doubles/test-ports.ts'
import { createMemoryStore, type MemoryStorage } from '../memory/memory-store.ts'
import { type Chance, createChance } from './chance.ts'
import { createFaults, type Faults } from './faults.ts'
import type { PlantedBug } from './planted-bugs/planted-bugs.ts'
import { type Acknowledged, createAcknowledged } from './records.ts'
import { createQuickSigner, createSimulatedChain, type SimulatedChain } from './simulated-chain.ts'
import { createSimulatedServer, type Running, type SimulatedServer } from './simulated-server.ts'
import { createTimeline, type Timeline, type Turn } from './timeline.ts'
import { createTrace, demandEqual, type Trace, Violation } from './trace.ts'
import { createWires } from './wires.ts'

/** The options of a simulation besides its seed. */
export interface SimulationOptions {
  /** A bug that the simulation must find. */
  readonly plantedBug?: PlantedBug | undefined
  /** Whether the lines of the trace are kept. The hash is always kept. */
  readonly isTraceKept?: boolean
  /**
   * Delays each call and its effect by this many turns of the event loop. The result must not depend on it, if equal calls
   * have equal delays.
   */
  readonly lagTurns?: (call: string) => number
  /** Default: `setImmediate`. On Node, `process.nextTick` is faster, because it does not poll for input. */
  readonly turn?: Turn
}

/** Everything in one simulation. */
export interface World {
  readonly timeline: Timeline
  readonly trace: Trace
  readonly faults: Faults
  readonly chain: SimulatedChain
  readonly beacon: TestBeacon
  readonly storage: MemoryStorage
  readonly receivers: Receivers
  readonly servers: readonly SimulatedServer[]
  readonly settings: Partial<Settings>
  /** Whether a thief steals the keys of drops. */
  readonly hasThief: boolean
  /** The vaults from which a thief has taken something. */
  readonly robbedVaults: Set<string>
  /** What clients were told. */
  readonly acknowledged: Acknowledged
  /** The storage and the chain without faults, for the time before and after a simulation. */
  readonly plainPorts: Ports
  /** The first broken rule. */
  readonly violation: Violation | null
  fail(violation: Violation): void
  chanceFor(part: string): Chance
}

const START: Instant = TEST_START

export function createWorld(seed: number, options: SimulationOptions = {}): World {
  const plantedBug = options.plantedBug?.put()
  const root = createChance(seed)
  const timeline = createTimeline(START, root.fork('timeline'), options.turn)
  const trace = createTrace(timeline, options.isTraceKept ?? false)
  const faults = createFaults(root.fork('faults'))
  const makeUp = root.fork('make-up')
  let violation: Violation | null = null

  function fail(found: Violation): void {
    if (violation) return
    violation = found
    trace.note('checker', found.message)
  }

  const settings = settingsFrom(makeUp)
  const parts = { timeline, trace, faults }
  const plainStorage = createMemoryStore({ decidesTwice: makeUp.happens(0.3) })
  const storage = plantedBug?.storage?.(plainStorage) ?? plainStorage
  const plainChain = createSimulatedChain({ ...parts, chance: root.fork('chain') })
  const chain = plantedBug?.chain?.(plainChain) ?? plainChain
  const receivers = createReceivers(faults, root.fork('receivers'))
  const wires = createWires({ ...parts, chance: root.fork('wires'), lagTurns: options.lagTurns })
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
  // The beacon publishes by the true time, whatever the servers' clocks show.
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
      plantedBug,
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
    faults,
    chain,
    beacon,
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

/** Short lifetimes, so that vouchers and intents expire within minutes, and small batches, so that there are several. */
const settingsFrom = (chance: Chance): Partial<Settings> => ({
  voucherLifetimeMs: chance.pick([12_000, 40_000]),
  paymentLifetimeMs: chance.pick([12_000, 40_000]),
  latePaymentWatchMs: 600_000,
  webhookRetrySeconds: Array.from({ length: 200 }, () => 5),
  maxClaimsPerBatch: chance.pick([2, 250]),
  maxWaitingClaims: chance.pick([4, 20_000]),
})

/** Unexpected errors appear only in the log. */
function watchfulLog(fail: (violation: Violation) => void): Log {
  return {
    ...silentLog,
    error(message, _fields, cause) {
      if (!(cause instanceof Error) || isStoreUnavailable(cause)) return
      if (cause instanceof Violation) fail(cause)
      else
        fail(new Violation('nothing is logged as an error of the service', `${message} (${cause.message})`))
    },
  }
}

interface BackgroundParts {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly fail: (violation: Violation) => void
}

/** The next round starts after this time, even if the current one has not ended. */
const LONGEST_WAIT_MS = 500
const MOST_ROUNDS_AT_ONCE = 4

/**
 * The background work of a server, as in `apps/server`: it looks for due jobs and deliveries, sooner again after it has
 * found some.
 */
function keepGoing(running: Running, { timeline, chance, fail }: BackgroundParts): void {
  const { life, dropkit } = running
  const idleMs = chance.pick([3_000, 6_000, 10_000])

  function tolerate(error: unknown): void {
    if (!isStoreUnavailable(error))
      fail(new Violation('the background work only fails with its store', String(error)))
  }

  async function repeat(look: () => Promise<number>, atOnce: number): Promise<void> {
    let underWay = 0
    while (life.isAlive) {
      let found = 0
      if (underWay < atOnce) {
        underWay++
        const round = look()
          .then((count) => {
            found = count
          })
          .catch(tolerate)
          .finally(() => {
            underWay--
          })
        await Promise.race([round, timeline.pause(LONGEST_WAIT_MS)])
      }
      await timeline.pause(found > 0 ? chance.between(50, idleMs) : idleMs + chance.between(0, idleMs))
    }
  }

  async function begin(): Promise<void> {
    await dropkit.requestStandingJobs()
    void repeat(dropkit.runDueJobs, MOST_ROUNDS_AT_ONCE)
    void repeat(dropkit.deliverWebhooks, 1)
  }
  // A server that cannot request its standing jobs does not start, and is started again.
  begin().catch((error) => {
    tolerate(error)
    life.crash('at its start')
  })
}

/** Receivers of webhooks. They may fail, and they remember accepted deliveries. */
interface Receivers {
  readonly sender: WebhookSender
  /** The accepted texts, by URL and then by event id. */
  readonly taken: ReadonlyMap<string, ReadonlyMap<string, string>>
}

function createReceivers(faults: Faults, chance: Chance): Receivers {
  const seen = new Map<string, string>()
  const taken = new Map<string, Map<string, string>>()

  function receive({ url, id, body }: WebhookMessage): WebhookAnswer {
    const earlier = seen.get(`${url} ${id}`)
    if (earlier !== undefined) demandEqual(body, earlier, 'a webhook is the same at every attempt', id)
    seen.set(`${url} ${id}`, body)
    const isWell = faults.areOver || !chance.happens(0.1)
    if (isWell) taken.set(url, (taken.get(url) ?? new Map<string, string>()).set(id, body))
    return { kind: 'answered', statusCode: isWell ? 200 : 503, retryAfterMs: null, durationMs: 5 }
  }

  return {
    taken,
    sender: {
      send: async (message) => receive(message),
      secretFrom: (entropy) => `whsec_${toBase64(entropy)}`,
      objection: () => undefined,
    },
  }
}
