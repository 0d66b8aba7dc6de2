import { setTimeout as sleep } from 'node:timers/promises'
import type { SqlStorage } from '@dropkit/adapter-storage'
import type { Clock, Dropkit, JobKind, Store } from '@dropkit/core'
import { Gauge, type Registry } from 'prom-client'
import { sharedAnswer } from '../routes/shared-answer.ts'
import { registerGaugeOf } from './metrics.ts'

export interface QueueGauges {
  readonly registry: Registry
  readonly storage: Pick<SqlStorage, 'jobs' | 'deliveries' | 'eventLogBacklog'>
  readonly store: Pick<Store, 'check' | 'countVaultAlarms' | 'countUnmatchedPayments'>
  readonly clock: Clock
  readonly dropkit: Pick<Dropkit, 'waitingClaims' | 'eventFollowers'>
}

/**
 * A store that does not answer within this time counts as unreachable. A worker must send its metrics within two seconds.
 */
const READ_LIMIT_MS = 1_000

/** Gauges that one scrape collects share a read, and the next scrape reads anew. */
const WHILE_IT_RUNS = 0

/** What the store answers. Null if it fails or takes too long. */
const inTime = <T>(read: Promise<T>): Promise<T | null> =>
  Promise.race([read.catch(() => null), sleep(READ_LIMIT_MS, null, { ref: false })])

/**
 * Gauges of queue lengths and delays. Values of the store are read on each scrape and are the same for all servers on the
 * store. They are missing while the store is unreachable, because the other metrics are needed most then.
 */
export function registerQueueGauges({ registry, storage, store, clock, dropkit }: QueueGauges): void {
  new Gauge({
    name: 'dropkit_store_ready',
    aggregator: 'min',
    help: '1 if the store can be read and written; else 0',
    registers: [registry],
    async collect() {
      const isReady = await inTime(store.check().then(() => true))
      this.set(isReady ? 1 : 0)
    },
  })
  // Uses `max`, because each worker of a server reads the same numbers.
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, aggregator: 'max', registers: [] as Registry[] })

  registerGaugeOf(dropkit.waitingClaims, {
    name: 'dropkit_waiting_claims',
    help: 'Claims of this process that wait for their batch',
    registers: [registry],
  })
  registerGaugeOf(dropkit.eventFollowers, {
    name: 'dropkit_event_followers',
    help: 'Readers of the event log in this process: subscriptions, each counted once',
    registers: [registry],
  })

  /** Fills several gauges with one read of the store. A scrape collects all of them at the same time. */
  function filled(gauges: readonly Gauge[], fill: () => Promise<readonly number[]>): void {
    const collect = sharedAnswer(async () => {
      const values = await inTime(fill())
      gauges.forEach((one, index) => {
        const value = values?.[index]
        if (value === undefined) one.remove()
        else one.set(value)
      })
    }, WHILE_IT_RUNS)
    for (const one of gauges) registry.registerMetric(Object.assign(one, { collect }))
  }

  filled(
    [
      gauge('dropkit_deliveries_due', 'Webhook deliveries that are due, over all servers'),
      gauge(
        'dropkit_deliveries_oldest_due_seconds',
        'For how long the oldest webhook delivery has been due, over all servers',
      ),
    ],
    async () => {
      const { due, oldestMs } = await storage.deliveries.backlog(clock.now())
      return [due, oldestMs / 1_000]
    },
  )
  filled(
    [
      gauge(
        'dropkit_events_unplaced',
        'Committed events that have no place in the log yet, over all servers',
      ),
      gauge('dropkit_events_oldest_unplaced_seconds', 'For how long the oldest of those has waited for it'),
      gauge('dropkit_events_undispatched', 'Events of the log that have not been looked at for webhooks'),
    ],
    async () => {
      const { unplaced, oldestUnplacedMs, undispatched } = await storage.eventLogBacklog(clock.now())
      return [unplaced, oldestUnplacedMs / 1_000, undispatched]
    },
  )
  filled(
    [
      gauge(
        'dropkit_vault_alarms',
        'Drops that are stopped because the chain shows what the ledger cannot explain',
      ),
    ],
    async () => [await store.countVaultAlarms()],
  )
  filled(
    [
      gauge(
        'dropkit_unmatched_payments_open',
        'Payments that belong to no intent, which the operator assigns or returns',
      ),
      gauge('dropkit_unmatched_payments_returning', 'Unmatched payments on their way back to their senders'),
    ],
    async () => {
      const { open, returning } = await store.countUnmatchedPayments()
      return [open, returning]
    },
  )
  registerJobGauges(registry, storage.jobs, clock)
}

function registerJobGauges(registry: Registry, jobs: SqlStorage['jobs'], clock: Clock): void {
  /** The kinds seen so far. They are reported as 0 when none of their jobs is due any more. */
  const seen = new Set<JobKind>()
  new Gauge({
    name: 'dropkit_jobs_failing',
    aggregator: 'max',
    help: 'Background jobs whose last run failed, by kind and class of the reason, over all servers',
    labelNames: ['kind', 'class'] as const,
    registers: [registry],
    async collect() {
      const counts = (await inTime(jobs.countFailing())) ?? []
      this.reset()
      for (const { kind, class: reason, count } of counts) this.set({ kind, class: reason }, count)
    },
  })
  const oldest = new Gauge({
    name: 'dropkit_jobs_oldest_due_seconds',
    aggregator: 'max',
    help: 'For how long the oldest background job of a kind has been due, over all servers',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect: () => collect(),
  })
  const due = new Gauge({
    name: 'dropkit_jobs_due',
    aggregator: 'max',
    help: 'Background jobs that are due, by kind, over all servers; missing while the store cannot be reached',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect: () => collect(),
  })
  const collect = sharedAnswer(async () => {
    const backlog = await inTime(jobs.backlogByKind(clock.now()))
    due.reset()
    oldest.reset()
    if (backlog === null) return
    for (const kind of backlog.keys()) seen.add(kind)
    for (const kind of seen) {
      const { due: count, oldestMs } = backlog.get(kind) ?? { due: 0, oldestMs: 0 }
      due.set({ kind }, count)
      oldest.set({ kind }, oldestMs / 1_000)
    }
  }, WHILE_IT_RUNS)
}
