import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import type {
  Dropkit,
  EndedRun,
  Instrumentation,
  InstrumentedWork,
  Job,
  JobOutcome,
  Ports,
  WorkOrigin,
} from '@dropkit/core'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type LogContext, within } from '../log/pino-log.ts'
import { machineClocks } from '../time/service-clock.ts'

/**
 * Adds the job, batch or delivery to every log line that is written during it, measures its duration, and opens a span if
 * tracing is on.
 */
export function createInstrumentation(metrics: WorkMetrics, tracing: Tracing | null): Instrumentation {
  return {
    here: tracing === null ? () => undefined : tracing.here,
    around(what, work) {
      const context = contextOf(what)
      const run = tracing === null ? work : () => tracing.around({ ...spanOf(what), isOwnTrace: true }, work)
      if (what.kind === 'webhook_attempt') return within(context, run)
      const startedAt = performance.now()
      const told = () => {
        const seconds = (performance.now() - startedAt) / 1_000
        if (what.kind === 'job') metrics.jobRan(what.job.kind, seconds)
        else if (what.kind === 'claim_batch') metrics.claimsServed(what.claims, seconds)
        else metrics.entriesServed(what.entries, seconds)
      }
      return within(context, run).finally(told)
    },
    jobEnded: metrics.jobEnded,
    transferTried: metrics.transferTried,
  }
}

const contextOf = (what: InstrumentedWork): LogContext => ({
  logFields() {
    switch (what.kind) {
      case 'job':
        return { jobId: what.job.id, job: what.job.kind, subject: what.job.subject }
      case 'claim_batch':
        return { dropId: what.dropId, claims: what.claims }
      case 'entry_batch':
        return { dropId: what.dropId, entries: what.entries }
      case 'webhook_attempt':
        return { deliveryId: what.deliveryId, webhookId: what.webhookId }
    }
  },
})

function spanOf(what: InstrumentedWork): SpanTerms {
  switch (what.kind) {
    case 'job':
      return { name: `job ${what.job.kind}`, attributes: jobAttributes(what.job) }
    case 'claim_batch':
      return {
        name: 'claim batch',
        attributes: { 'dropkit.drop.id': what.dropId, 'dropkit.claims': what.claims },
        links: what.origins,
      }
    case 'entry_batch':
      return {
        name: 'entry batch',
        attributes: { 'dropkit.drop.id': what.dropId, 'dropkit.entries': what.entries },
        links: what.origins,
      }
    case 'webhook_attempt':
      return {
        name: 'webhook attempt',
        attributes: {
          'dropkit.webhook.id': what.webhookId,
          'dropkit.delivery.id': what.deliveryId,
          'dropkit.event.type': what.eventType,
          'dropkit.attempt': what.attempt,
        },
      }
  }
}

const jobAttributes = ({ id, subject, attempts }: Extract<InstrumentedWork, { kind: 'job' }>['job']) => ({
  'dropkit.job.id': id,
  'dropkit.job.subject': subject,
  'dropkit.attempt': attempts,
})

export interface SpanTerms {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  /** Other operations that the span also works for. */
  readonly links?: readonly WorkOrigin[]
  /** Whether the span begins a new trace, whatever the current span is. Used for work that serves many requests. */
  readonly isOwnTrace?: boolean
}

/** Creates spans. Exists only if tracing is on. No other code depends on the tracing library. */
export interface Tracing {
  /** The current span. */
  here(): WorkOrigin | undefined
  /** Runs `work` as a child span of the current span. */
  around<T>(span: SpanTerms, work: () => Promise<T>): Promise<T>
  /** Adds a span per request. Its parent is the caller's span if the request has a `traceparent` header. */
  watchRequests(app: FastifyInstance): void
  /** Adds a span per use case. */
  watchUseCases(dropkit: Dropkit): Dropkit
  watchStore(store: Ports['store']): Ports['store']
  watchChain<Some extends Ports['chain']>(chain: Some): Some
  /** Sends `traceparent` to webhook receivers. */
  watchSender(sender: ClosableWebhookSender): ClosableWebhookSender
  /** Sends the remaining spans, within a time limit. */
  close(): Promise<void>
}

/** Metrics of background jobs and of batches. */
interface WorkMetrics {
  jobEnded(job: Pick<Job, 'kind'>, outcome: JobOutcome, run: EndedRun): void
  readonly transferTried: NonNullable<Instrumentation['transferTried']>
  jobRan(kind: Job['kind'], seconds: number): void
  claimsServed(claims: number, seconds: number): void
  entriesServed(entries: number, seconds: number): void
}

export function createWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry]
  const runs = new Counter({
    name: 'dropkit_jobs_total',
    help: 'Runs of background jobs by this process, by kind and outcome (done, again, failed, gave_up, lost)',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const failures = new Counter({
    name: 'dropkit_job_failures_total',
    help: 'Runs of background jobs that failed in this process, by kind and class of the reason',
    labelNames: ['kind', 'class'] as const,
    registers,
  })
  const cut = new Counter({
    name: 'dropkit_jobs_cut_total',
    help: 'Runs of background jobs that ended because their budget of items or time was spent, by kind',
    labelNames: ['kind'] as const,
    registers,
  })
  const overdue = new Counter({
    name: 'dropkit_jobs_outlived_lease_total',
    help: 'Runs of background jobs that took longer than their lease, by kind; this must stay 0',
    labelNames: ['kind'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'dropkit_job_duration_seconds',
    help: 'How long runs of background jobs took, by kind',
    labelNames: ['kind'] as const,
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 10, 30],
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'dropkit_job_last_success_timestamp_seconds',
    aggregator: 'max',
    help: 'When a run of a kind of background job last ended well in this process, as Unix time',
    labelNames: ['kind'] as const,
    registers,
  })
  const transfers = new Counter({
    name: 'dropkit_transfer_attempts_total',
    help: 'Attempts of this process to send refunds and payouts, by kind, result (succeeded, retried, failed) and class of the reason',
    labelNames: ['kind', 'result', 'class'] as const,
    registers,
  })
  const claimsServed = createBatchMetrics(registry, 'claim', 'claims')
  const entriesServed = createBatchMetrics(registry, 'entry', 'lottery entries')
  return {
    jobEnded({ kind }, outcome, { wasHeld, wasCut, hasOutlivedLease }) {
      const failure = failureOf(outcome)
      const hasFailed = failure !== undefined
      runs.inc({ kind, outcome: wasHeld ? labelOf(outcome) : 'lost' })
      if (hasFailed) failures.inc({ kind, class: failure })
      if (wasCut) cut.inc({ kind })
      if (hasOutlivedLease) overdue.inc({ kind })
      if (wasHeld && !hasFailed) lastSuccess.set({ kind }, machineClocks.systemNow() / 1_000)
    },
    transferTried: (kind, result, reason) => transfers.inc({ kind, result, class: reason ?? '' }),
    jobRan: (kind, seconds) => durations.observe({ kind }, seconds),
    claimsServed,
    entriesServed,
  }
}

/** Measures batches of one kind. */
function createBatchMetrics(registry: Registry, kind: string, plural: string) {
  const registers = [registry]
  const sizes = new Histogram({
    name: `dropkit_${kind}_batch_size`,
    help: `How many ${plural} shared a commit`,
    buckets: [1, 2, 5, 10, 25, 50, 100, 250],
    registers,
  })
  const durations = new Histogram({
    name: `dropkit_${kind}_batch_duration_seconds`,
    help: `How long it took to decide and commit a batch of ${plural}`,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  return (count: number, seconds: number) => {
    sizes.observe(count)
    durations.observe(seconds)
  }
}

function labelOf(outcome: JobOutcome): 'done' | 'again' | 'failed' | 'gave_up' {
  if (outcome.kind === 'failed') return 'gave_up'
  return outcome.kind === 'again' && outcome.failed !== undefined ? 'failed' : outcome.kind
}

/** The class of the failure. Undefined if the run did not fail. */
function failureOf(outcome: JobOutcome): string | undefined {
  if (outcome.kind === 'failed') return outcome.failure.class
  return outcome.kind === 'again' ? outcome.failed?.class : undefined
}
