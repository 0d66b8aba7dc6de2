import type { ApiWatch, RateRefusal } from '@dropkit/adapter-graphql'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type Registry,
} from 'prom-client'
import type { RateLimits, TokensTaken } from '../limits/rate-limits.ts'
import type { ServiceClock } from '../time/service-clock.ts'

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

export function registerClockGauges(registry: Registry, clock: Pick<ServiceClock, 'view'>): void {
  registerGaugeOf(() => clock.view().systemAheadMs / 1_000, {
    name: 'dropkit_clock_machine_ahead_seconds',
    aggregator: 'average',
    help: "How far this machine's clock is ahead of the service's time; negative if it is behind",
    registers: [registry],
  })
  registerGaugeOf(() => clock.view().unfollowedMs / 1_000, {
    name: 'dropkit_clock_reference_jump_seconds',
    aggregator: 'average',
    help: 'How far the reference clock has jumped without being followed yet; 0 while it is followed',
    registers: [registry],
  })
}

/** Registers a gauge that is read on each scrape. */
export function registerGaugeOf(read: () => number, settings: GaugeConfiguration<never>): void {
  new Gauge({
    ...settings,
    collect() {
      this.set(read())
    },
  })
}

/** Metrics of the GraphQL API: its errors and its WebSocket connections. */
export function createApiMetrics(registry: Registry): ApiWatch {
  const registers = [registry]
  const errors = new Counter({
    name: 'dropkit_graphql_errors_total',
    help: 'Errors that were sent, by code',
    labelNames: ['code'] as const,
    registers,
  })
  const sockets = new Gauge({
    name: 'dropkit_websocket_connections',
    help: 'WebSockets that are open',
    registers,
  })
  const streams = new Gauge({
    name: 'dropkit_websocket_subscriptions',
    help: 'Subscriptions that run on them',
    registers,
  })
  const closes = new Counter({
    name: 'dropkit_websocket_closes_total',
    help: 'WebSockets that were closed, by code',
    labelNames: ['code'] as const,
    registers,
  })
  return {
    errorSent: (code) => errors.inc({ code }),
    socketOpened: () => sockets.inc(),
    socketClosed(code) {
      sockets.dec()
      // A client may close with any of thousands of codes.
      closes.inc({ code: code < 3_000 || (code >= 4_400 && code < 4_500) ? code : 'other' })
    },
    streamStarted: () => streams.inc(),
    streamEnded: () => streams.dec(),
  }
}

/** Wraps the limits and counts what they refuse. */
export function countedLimits(limits: RateLimits, registry: Registry): RateLimits {
  const registers = [registry]
  const limited = new Counter({
    name: 'dropkit_rate_limited_total',
    help: 'Requests that were turned away because too many came, by the limit that was reached',
    labelNames: ['limit'] as const,
    registers,
  })
  const badCredentials = new Counter({
    name: 'dropkit_bad_credentials_total',
    help: 'Credentials that were given and are none',
    registers,
  })
  const counted = (refusal: RateRefusal | null): RateRefusal | null => {
    if (refusal !== null) limited.inc({ limit: refusal.limit })
    return refusal
  }
  const countedTokens = (taken: TokensTaken): TokensTaken => {
    counted(taken.refusal)
    return taken
  }
  return {
    takeTokens: async (authenticated, tokens, address) =>
      countedTokens(await limits.takeTokens(authenticated, tokens, address)),
    chargeTokens: limits.chargeTokens,
    takeTokensOf: async (address) => countedTokens(await limits.takeTokensOf(address)),
    async countBadCredential(address) {
      badCredentials.inc()
      return counted(await limits.countBadCredential(address))
    },
    countWebhookSend: async (caller) => counted(await limits.countWebhookSend(caller)),
  }
}

/** The metrics of a server with tracing. */
export const createTraceMetrics = (registry: Registry) => ({
  failedExports: new Counter({
    name: 'dropkit_trace_exports_failed_total',
    help: 'Times that spans could not be handed to the receiver of traces; those are lost',
    registers: [registry],
  }),
})
