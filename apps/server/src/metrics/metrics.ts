import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'

/** The buckets of request durations, in seconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  readonly registry: Registry
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  countClaim(operation: string, outcome: string): void
  /** Counts a refusal of a use case by its kind. */
  countRefusal(operation: string, kind: string): void
}

/** Facts about the server, for the metric that identifies it. */
export interface ServerFacts {
  readonly version: string
  readonly chain: string
  readonly database: string
}

/**
 * The Prometheus metrics about requests. No label takes its value from a client: routes, operations and kinds of refusals
 * are a fixed set.
 */
export function createMetrics(registry: Registry, facts: ServerFacts): Metrics {
  const registers = [registry]
  // Includes event loop lag, memory and CPU time.
  collectDefaultMetrics({ register: registry })

  new Gauge({
    name: 'dropkit_build_info',
    aggregator: 'first',
    help: 'Always 1; says which version answers, on which Node, chain and database',
    labelNames: ['version', 'node', 'chain', 'database'] as const,
    registers,
  }).set({ ...facts, node: process.version }, 1)
  const requests = new Histogram({
    name: 'dropkit_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const claims = new Counter({
    name: 'dropkit_claims_total',
    help: 'Claims asked of this process, by operation and outcome (granted, a refusal, or failed)',
    labelNames: ['operation', 'outcome'] as const,
    registers,
  })
  const refusals = new Counter({
    name: 'dropkit_refusals_total',
    help: 'What was asked of this process and refused, by operation and kind of refusal',
    labelNames: ['operation', 'kind'] as const,
    registers,
  })

  // Finding a series by its labels takes longer than adding to it. There are few series, because no label takes its value
  // from a client.
  const requestsBySeries = new Map<string, Histogram.Internal<string>>()
  const claimsBySeries = new Map<string, Counter.Internal>()

  return {
    registry,
    observeRequest({ method, route, status, seconds }) {
      const name = `${method} ${status} ${route}`
      const series = requestsBySeries.get(name) ?? requests.labels({ method, route, status })
      requestsBySeries.set(name, series)
      series.observe(seconds)
    },
    countClaim(operation, outcome) {
      const name = `${operation} ${outcome}`
      const series = claimsBySeries.get(name) ?? claims.labels({ operation, outcome })
      claimsBySeries.set(name, series)
      series.inc()
    },
    countRefusal: (operation, kind) => refusals.inc({ operation, kind }),
  }
}
