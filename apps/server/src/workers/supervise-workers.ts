import cluster, { type Worker } from 'node:cluster'
import type { Log } from '@dropkit/core'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import { type Bucket, createMemoryBuckets } from '../limits/buckets.ts'
import { createGroupConnections } from './group-connections.ts'
import { createRemoteCalls, isParcels, type Parcels, type Place, PRIMARY, perTurn } from './remote-calls.ts'

export interface SupervisorOptions {
  readonly size: number
  readonly log: Log
  readonly monotonicNow: () => number
}

export interface Supervisor {
  /** The URL on which all workers listen. Resolves once all do. Rejects with `WorkerEnded` if the first one never listens. */
  readonly url: Promise<string>
  /** Sends a signal to all workers, restarts none, and resolves with their highest exit code when all have ended. */
  end(signal: NodeJS.Signals): Promise<number>
  kill(): void
}

/** The first worker ended before it listened. It has written the reason to standard error. */
export class WorkerEnded extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super('the first worker ended before it listened')
    this.exitCode = exitCode
  }
}

const FIRST_RESTART_MS = 100
const LONGEST_RESTART_MS = 10_000
/** A worker that lived this long did not fail because of its start. */
const STEADY_MS = 30_000
const METRICS_LIMIT_MS = 2_000
/** Workers that get a signal at the same time are ready to end at the same time. One that is late does not delay the others for long. */
const LEAVE_TOGETHER_MS = 1_000
const PING_EVERY_MS = 2_000
/** A worker that has left this many pings in a row unanswered is frozen. */
const MOST_MISSED_PINGS = 10

/**
 * Starts workers and restarts them when they end. The first worker starts alone: it migrates the database, creates the
 * admin and reports invalid settings. The primary serves no requests. It accepts connections for all workers, forwards
 * their messages and counts their rate limits.
 */
export function superviseWorkers({ size, log, monotonicNow }: SupervisorOptions): Supervisor {
  const workers = new Map<Place, Worker>()
  const live = new Set<Place>()
  const buckets = createMemoryBuckets({ monotonicNow })
  const metrics = createGroupMetrics(size)
  const connections = createGroupConnections()
  const restarting = new Set<NodeJS.Timeout>()
  /** The signal that ends the workers, once there was one. */
  let ending: NodeJS.Signals | undefined
  let restartDelayMs = FIRST_RESTART_MS
  let highestExitCode = 0
  /** Until then, a worker that ends is not started again, because settings may be wrong. */
  let isFirstReady = false
  const started = Promise.withResolvers<string>()
  started.promise.catch(() => {})
  const ended = Promise.withResolvers<void>()
  const allHaveLeft = Promise.withResolvers<void>()

  const send = perTurn<Place, Parcels['parcels'][number]>((turn) => {
    for (const [to, parcels] of turn) {
      const worker = workers.get(to)
      if (worker?.isConnected()) worker.send({ parcels }, () => {})
    }
  })
  const calls = createRemoteCalls((parcels) => {
    for (const [to, bytes] of parcels) send(to, [PRIMARY, bytes])
  })

  function noLongerLive(place: Place): void {
    live.delete(place)
    tellLive()
    if (ending !== undefined && live.size === 0) allHaveLeft.resolve()
  }

  function tellLive(): void {
    for (const place of workers.keys()) void calls.call(place, 'live', [...live])
  }

  async function metricsOf(place: Place): Promise<MetricNumbers | null> {
    const late = new Promise<null>((resolve) => setTimeout(resolve, METRICS_LIMIT_MS, null).unref())
    const outcome = await Promise.race([calls.call(place, 'metrics', null), late])
    return outcome?.kind === 'answered' ? (outcome.value as MetricNumbers) : null
  }

  calls.serve('take', ({ buckets: wanted, count }: { buckets: readonly Bucket[]; count: number }) =>
    buckets.take(wanted, count),
  )
  calls.serve('all_metrics', () => metrics.read([...live], metricsOf))
  calls.serve('leave', async (_: null, place) => {
    noLongerLive(place)
    if (ending === undefined) return
    const late = new Promise((resolve) => setTimeout(resolve, LEAVE_TOGETHER_MS).unref())
    await Promise.race([allHaveLeft.promise, late])
    await connections.stopListening()
  })
  calls.serve('ready', async ({ url }: { readonly url: string }, place) => {
    live.add(place)
    tellLive()
    if (!isFirstReady) {
      isFirstReady = true
      for (let more = 1; more < size; more++) start()
    }
    if (live.size === size) started.resolve(url)
  })

  /**
   * Kills a worker that no longer answers, so that it is started again. Pings are counted instead of time, because time also
   * passes while the whole machine is suspended.
   */
  function endWhenFrozen(worker: Worker): void {
    const { id } = worker
    let missed = 0
    let isAwaited = false
    const timer = setInterval(() => {
      if (!live.has(id)) return
      if (!isAwaited) {
        missed = 0
        isAwaited = true
        const answered = () => {
          isAwaited = false
        }
        calls.call(id, 'ping', null).then(answered, answered)
      } else if (++missed >= MOST_MISSED_PINGS) {
        log.error('a worker does not answer and is killed', {
          worker: id,
          seconds: (missed * PING_EVERY_MS) / 1_000,
        })
        worker.process.kill('SIGKILL')
        clearInterval(timer)
      }
    }, PING_EVERY_MS)
    timer.unref()
    worker.once('exit', () => clearInterval(timer))
  }

  function start(): void {
    // The first worker may have got ready while it was told to end.
    if (ending !== undefined) return
    const worker = cluster.fork()
    const { id } = worker
    const startedMs = monotonicNow()
    workers.set(id, worker)
    connections.watch(worker)
    endWhenFrozen(worker)
    worker.on('message', (message: unknown) => {
      if (!isParcels(message)) return
      for (const [to, bytes] of message.parcels) {
        if (to === PRIMARY) calls.receive(id, bytes)
        else send(to, [id, bytes])
      }
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      workers.delete(id)
      calls.forget(id)
      metrics.workerEnded(id)
      for (const place of workers.keys()) void calls.call(place, 'gone', id)
      noLongerLive(id)
      if (ending !== undefined) {
        // A worker that was still loading has not handled the signal, and had nothing to end.
        const exitCode = signal === ending ? 0 : (code ?? 1)
        highestExitCode = Math.max(highestExitCode, exitCode)
        if (workers.size === 0) ended.resolve()
        return
      }
      if (!isFirstReady) {
        log.error('the first worker ended before it listened, so the server stops', {
          worker: id,
          code,
          signal,
        })
        started.reject(new WorkerEnded(code ?? 1))
        return
      }
      restart({ worker: id, code, signal, livedMs: Math.round(monotonicNow() - startedMs) })
    })
  }

  function restart(end: {
    worker: Place
    code: number | null
    signal: string | null
    livedMs: number
  }): void {
    const delayMs = end.livedMs >= STEADY_MS ? FIRST_RESTART_MS : restartDelayMs
    restartDelayMs = Math.min(delayMs * 2, LONGEST_RESTART_MS)
    log.error('a worker ended and is started again', { ...end, delayMs })
    const timer = setTimeout(() => {
      restarting.delete(timer)
      metrics.workerRestarted()
      start()
    }, delayMs)
    restarting.add(timer)
  }

  // Round-robin distributes connections the same way on every system. Advanced serialization preserves dates and big
  // integers between processes.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ serialization: 'advanced' })
  start()

  return {
    url: started.promise,
    async end(signal) {
      ending = signal
      for (const timer of restarting) clearTimeout(timer)
      for (const worker of workers.values()) worker.process.kill(signal)
      if (workers.size > 0) await ended.promise
      return highestExitCode
    },
    kill() {
      for (const worker of workers.values()) worker.process.kill('SIGKILL')
    },
  }
}

/** The result of `Registry.getMetricsAsJSON`, which an aggregated registry also has. */
type MetricNumbers = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

interface GroupMetrics {
  /** All metrics of the group as text. `ask` returns the metrics of a worker, or null if it does not answer. */
  read(live: readonly Place[], ask: (place: Place) => Promise<MetricNumbers | null>): Promise<string>
  workerEnded(place: Place): void
  workerRestarted(): void
}

/**
 * Adds up the metrics of a server's workers. The last known counters of an ended worker stay in the sum, so that no counter
 * decreases. Prometheus would take a decrease for a restart of the server.
 */
export function createGroupMetrics(size: number): GroupMetrics {
  const own = new Registry()
  const registers = [own]
  const workers = new Gauge({
    name: 'dropkit_workers',
    help: 'Workers of this server that serve requests; missing with WORKERS=1',
    registers,
  })
  new Gauge({
    name: 'dropkit_workers_wanted',
    help: 'Workers that this server should have, which is WORKERS; missing with WORKERS=1',
    registers,
  }).set(size)
  const restarts = new Counter({
    name: 'dropkit_worker_restarts_total',
    help: 'Workers that ended without being told to and were started again; missing with WORKERS=1',
    registers,
  })
  const lastRead = new Map<Place, MetricNumbers>()
  let ended: MetricNumbers = []

  return {
    async read(live, ask) {
      workers.set(live.length)
      await Promise.all(
        live.map(async (place) => {
          const numbers = await ask(place)
          if (numbers !== null) lastRead.set(place, numbers)
        }),
      )
      return AggregatorRegistry.aggregate([
        await own.getMetricsAsJSON(),
        ...lastRead.values(),
        ended,
      ]).metrics()
    },
    workerEnded(place) {
      const counted = (lastRead.get(place) ?? []).filter(({ type }) => COUNTING.has(String(type)))
      lastRead.delete(place)
      const together = AggregatorRegistry.aggregate([ended, counted])
      // An aggregated registry has its numbers in memory, so nothing is awaited here, and no scrape can run in between.
      ended = together.getMetricsAsArray() as unknown as MetricNumbers
    },
    workerRestarted: () => restarts.inc(),
  }
}

/** prom-client declares the types as numbers, but its objects contain their names. */
const COUNTING: ReadonlySet<string> = new Set(['counter', 'histogram', 'summary'])
