import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { Place } from './parcels.ts'

/** The result of `Registry.getMetricsAsJSON`, which an aggregated registry also has. */
export type MetricNumbers = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export interface GroupMetrics {
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
