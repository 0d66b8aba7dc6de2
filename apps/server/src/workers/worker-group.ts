import cluster from 'node:cluster'
import type { FakeChainWallet } from '@dropkit/adapter-chain'
import type { ClaimRouter, Dropkit, Refusal, Result, RoutedClaim, ServedClaim } from '@dropkit/core'
import { type Config, isSqliteUrl } from '../config/read-config.ts'
import type { Buckets, Taken } from '../limits/buckets.ts'
import {
  type CallOutcome,
  createRemoteCalls,
  type Handler,
  isParcels,
  type Place,
  PRIMARY,
} from './remote-calls.ts'

/** What a worker shares with the other workers of its server. */
export interface WorkerGroup {
  /** The configured number of workers. */
  readonly size: number
  /** The rate limits of all workers together. The primary counts them. */
  readonly buckets: Buckets
  /** Routes claims of hot drops to the worker that owns the drop. On SQLite, one worker owns all drops. */
  readonly claimRouter: ClaimRouter
  /** Serves the claims that other workers route here. */
  serveClaims(serve: Dropkit['serveRoutedClaim']): void
  /** Lets the primary read this worker's metrics, as prom-client returns them. */
  serveMetrics(read: () => Promise<unknown>): void
  /** The metrics of all workers, as text. */
  readMetrics(): Promise<string>
  /** Calls a function in all other workers, and waits for their answers. */
  callOthers(name: string, given: unknown): Promise<void>
  serve(name: string, handler: Handler): void
  /** Announces that this worker listens. From then on it gets claims of other workers. */
  ready(url: string): Promise<void>
  /**
   * Announces that this worker ends, and gets no more claims of others. If all workers end, it resolves when the server
   * accepts no more connections.
   */
  leave(): Promise<void>
  /** Resolves when the claims of other workers are answered. */
  drain(): Promise<void>
}

/** Null if this process is not a worker. */
export function joinWorkerGroup({
  workers: size,
  databaseUrl,
}: Pick<Config, 'workers' | 'databaseUrl'>): WorkerGroup | null {
  const { worker } = cluster
  if (worker === undefined) return null
  const hasOneWriter = isSqliteUrl(databaseUrl)
  const { id: own } = worker
  let live: readonly Place[] = []
  const hot = createHotDrops(() => performance.now())
  // A process without a channel is about to end, because the primary is gone.
  const calls = createRemoteCalls((parcels) => process.send?.({ parcels }, undefined, undefined, () => {}))

  process.on('message', (message: unknown) => {
    if (!isParcels(message)) return
    for (const [from, bytes] of message.parcels) calls.receive(from, bytes)
  })
  calls.serve('live', async (now: readonly Place[]) => {
    live = now
  })
  calls.serve('ping', async () => null)
  calls.serve('gone', async (place: Place) => calls.forget(place))

  async function ask(name: string, given: unknown): Promise<unknown> {
    const outcome = await calls.call(PRIMARY, name, given)
    if (outcome.kind === 'answered') return outcome.value
    throw new Error(`the primary did not answer ${name}`)
  }

  return {
    size,
    buckets: {
      take: async (buckets, count) => (await ask('take', { buckets, count })) as Taken,
      close: async () => {},
    },
    claimRouter: {
      route(submission) {
        if (!hasOneWriter && !hot.countClaim(submission.dropId)) return undefined
        const owner = ownerOf(hasOneWriter ? ALL_DROPS : submission.dropId, live)
        if (owner === undefined || owner === own) return undefined
        return routed(calls.call(owner, 'claim', submission))
      },
    },
    serveClaims: (serve) => calls.serve('claim', serve),
    serveMetrics: (read) => calls.serve('metrics', read),
    readMetrics: async () => String(await ask('all_metrics', null)),
    async callOthers(name, given) {
      await Promise.all(live.filter((place) => place !== own).map((place) => calls.call(place, name, given)))
    },
    serve: calls.serve,
    async ready(url) {
      await ask('ready', { url })
    },
    async leave() {
      await ask('leave', null)
    },
    drain: calls.drain,
  }
}

/** The other worker's claim queue gave the answer, so it has this type. */
async function routed(call: Promise<CallOutcome>): Promise<RoutedClaim> {
  const outcome = await call
  if (outcome.kind !== 'answered') return outcome
  return { kind: 'served', answer: outcome.value as Result<ServedClaim, Refusal> }
}

/** What the owner of all drops owns. SQLite has one writer, so batches of several processes would wait for each other. */
const ALL_DROPS = 'all drops'

/**
 * The worker that batches the claims of a drop: the one with the highest hash together with the drop id. When a worker
 * joins or leaves, only the drops that it gains or had change their worker. Undefined if there is no worker.
 */
export function ownerOf(dropId: string, workers: readonly Place[]): Place | undefined {
  let owner: Place | undefined
  let highest = -1
  for (const worker of workers) {
    const weight = hashOf(dropId, worker)
    if (weight <= highest) continue
    highest = weight
    owner = worker
  }
  return owner
}

/** 32-bit FNV-1a, followed by the final mix of MurmurHash3, so that similar ids give unrelated hashes. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A drop with this many claims in one window is hot until the end of the next window. */
const HOT_CLAIMS = 10
const WINDOW_MS = 100

interface HotDrops {
  /** Counts a claim on a drop. Returns whether this worker gets so many claims on it that they should be routed. */
  countClaim(dropId: string): boolean
}

/**
 * Decides which drops are worth routing. A routed claim costs CPU time for the way to another worker and back. On a hot
 * drop this is worth it, because its batches take turns on one row lock, so that few large batches serve more claims than
 * many small ones.
 */
export function createHotDrops(monotonicNow: () => number): HotDrops {
  let endsMs = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()
  let countsBefore: ReadonlyMap<string, number> = counts

  return {
    countClaim(dropId) {
      const now = monotonicNow()
      if (now >= endsMs) {
        countsBefore = now < endsMs + WINDOW_MS ? counts : new Map()
        counts = new Map()
        endsMs = now + WINDOW_MS
      }
      const count = (counts.get(dropId) ?? 0) + 1
      counts.set(dropId, count)
      return count >= HOT_CLAIMS || (countsBefore.get(dropId) ?? 0) >= HOT_CLAIMS
    },
  }
}

/**
 * Shares the state of the fake chain that a worker holds in memory (the clock offset and an outage) with the other workers.
 * A change is sent to all workers before it is answered, so that the group behaves like one server.
 */
export function fakeWalletOfGroup(wallet: FakeChainWallet, group: WorkerGroup): FakeChainWallet {
  const CLOCK = 'fake_chain_clock'
  const OUTAGE = 'fake_chain_outage'
  // Advancing the clock by 0 seconds reads the offset from the store.
  group.serve(CLOCK, () => wallet.advance({ seconds: 0 }))
  group.serve(OUTAGE, (given: Parameters<FakeChainWallet['outage']>[0]) => wallet.outage(given))
  return {
    ...wallet,
    async advance(given) {
      const moved = await wallet.advance(given)
      if (moved.ok) await group.callOthers(CLOCK, null)
      return moved
    },
    async outage(given) {
      const begun = await wallet.outage(given)
      if (begun.ok) await group.callOthers(OUTAGE, given)
      return begun
    },
  }
}
