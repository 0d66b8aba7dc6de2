import type { Clock, Dropkit, JobQueue, Refusal, Result } from '@dropkit/core'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  countClaim(operation: string, outcome: string): void
}

export interface MetricsOptions {
  readonly jobs: Pick<JobQueue, 'backlog'>
  readonly clock: Clock
  readonly waitingClaims: () => number
}

/** What the server tells a Prometheus; gauges are read when it asks. */
export function createMetrics({ jobs, clock, waitingClaims }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'dropkit_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const claims = new Counter({
    name: 'dropkit_claims_total',
    help: 'Claims asked of this process, by operation and outcome (granted, a refusal, or failed)',
    labelNames: ['operation', 'outcome'] as const,
    registers,
  })
  new Gauge({
    name: 'dropkit_waiting_claims',
    help: 'Claims of this process that wait for their batch',
    registers,
    collect() {
      this.set(waitingClaims())
    },
  })
  const oldest = new Gauge({
    name: 'dropkit_jobs_oldest_due_seconds',
    help: 'For how long the oldest background job has been due, over all servers',
    registers,
  })
  new Gauge({
    name: 'dropkit_jobs_due',
    help: 'Background jobs that are due, over all servers; missing while the store cannot be asked',
    registers,
    async collect() {
      try {
        const backlog = await jobs.backlog(clock.now())
        this.set(backlog.due)
        oldest.set(backlog.oldestMs / 1_000)
      } catch {
        // The other numbers matter most when the store is away.
        this.reset()
        oldest.reset()
        this.remove()
        oldest.remove()
      }
    },
  })

  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status }, seconds),
    countClaim: (operation, outcome) => claims.inc({ operation, outcome }),
  }
}

/** The same service, its claims counted by what became of them. */
export const countClaims = (dropkit: Dropkit, countClaim: Metrics['countClaim']): Dropkit => ({
  ...countUseCases(dropkit, countClaim),
  withReceipt: (lease) => countUseCases(dropkit.withReceipt(lease), countClaim),
})

function countUseCases<UseCases extends ReturnType<Dropkit['withReceipt']>>(
  dropkit: UseCases,
  countClaim: Metrics['countClaim'],
): UseCases {
  const counted = async <T>(
    operation: string,
    work: Promise<Result<T, Refusal>>,
    outcomeOf: (value: T) => string = () => 'granted',
  ): Promise<Result<T, Refusal>> => {
    try {
      const answer = await work
      countClaim(operation, answer.ok ? outcomeOf(answer.value) : answer.error.kind)
      return answer
    } catch (fault) {
      countClaim(operation, 'failed')
      throw fault
    }
  }
  return {
    ...dropkit,
    claimDrop: (caller, input) => counted('claimDrop', dropkit.claimDrop(caller, input)),
    createClaim: (caller, input) => counted('createClaim', dropkit.createClaim(caller, input)),
    claimRandomDrop: (caller, input) =>
      counted('claimRandomDrop', dropkit.claimRandomDrop(caller, input), (answer) =>
        answer.kind === 'drawn' ? 'granted' : answer.refusal.kind,
      ),
  }
}
