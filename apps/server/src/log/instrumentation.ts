import type { Instrumentation, InstrumentedWork } from '@dropkit/core'
import type { WorkMetrics } from '../metrics/work-metrics.ts'
import type { SpanTerms, Tracing } from '../tracing/tracing.ts'
import { type LogContext, within } from './pino-log.ts'

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
