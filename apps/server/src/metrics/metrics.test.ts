import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import { type Chain, err, type Job, type JobOutcome, ok } from '@dropkit/core'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createChainMetrics } from '../chain/chain-metrics.ts'
import { readConfig } from '../config/read-config.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { createGroupMetrics } from '../workers/supervise-workers.ts'
import { createInstrumentation, createWorkMetrics } from './instrumentation.ts'
import { countedChain, timedSender } from './measured-calls.ts'
import { createTraceMetrics } from './metrics.ts'
import { type QueueGauges, registerQueueGauges } from './queue-gauges.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, docs), 'utf8')

/** The metrics in a text of the Prometheus format, with the labels that occur. */
const metricsIn = (text: string) =>
  new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))

/** The registered metrics that an expression uses. */
const namesIn = (expression: string, known: ReadonlyMap<string, string>) =>
  [...expression.matchAll(/\b(?:dropkit|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => {
    const base = name.replace(/_(?:bucket|sum|count)$/, '')
    return known.get(base) === 'histogram' ? base : name
  })

describe('what is looked at', () => {
  let server: RunningServer
  let metrics: ReadonlyMap<string, string>
  beforeAll(async () => {
    const config = readConfig({ DATA_DIR: temporaryFolder(), PORT: '0', LOG_LEVEL: 'silent' })
    if (!config.ok) throw new Error(config.error.join('\n'))
    server = await startServer(config.value, () => {})
    const served = await (await fetch(`${server.url}/metrics`)).text()
    // Adds the metrics that only a server on Sui, one with tracing, or one with several workers has.
    const registry = new Registry()
    createTraceMetrics(registry)
    createChainMetrics(registry, () => ({ state: 'closed', since: 0, lastReason: null }) as never)
    const group = await createGroupMetrics(2).read([], async () => null)
    metrics = metricsIn(`${served}\n${await registry.metrics()}\n${group}`)
  })
  afterAll(() => server.end())

  it('on the dashboard is there, in every panel', () => {
    const { panels } = JSON.parse(read('grafana/dropkit.json')) as {
      panels: { type: string; title: string; targets?: { expr: string }[] }[]
    }
    const expressions = panels
      .filter(({ type }) => type !== 'row')
      .map(({ title, targets = [] }) => ({
        title,
        names: targets.flatMap(({ expr }) => namesIn(expr, metrics)),
      }))
    expect(expressions.length).toBeGreaterThan(30)
    for (const { title, names } of expressions) {
      expect(names, title).not.toEqual([])
      for (const name of names) expect([...metrics.keys()], title).toContain(name)
    }
  })

  it('by the alerts is there, and every alert is explained', () => {
    const rules = read('prometheus/alerts.yaml')
    const expressions = [...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression = '']) => expression)
    const alerts = [...rules.matchAll(/alert: (\S+)/g)].map(([, name = '']) => name)
    expect(expressions).toHaveLength(alerts.length)
    for (const name of expressions.flatMap((one) => namesIn(one, metrics)))
      expect([...metrics.keys()]).toContain(name)
    for (const alert of alerts.filter((name) => name !== 'DropkitDown'))
      expect(read('observing.md')).toContain(alert)
  })

  it('is written down: every metric of ours, and none that is not there', () => {
    const written = new Set(
      [...read('observing.md').matchAll(/\bdropkit_[a-z_]+[a-z]/g)].map(([name]) => name),
    )
    const ours = [...metrics.keys()].filter((name) => name.startsWith('dropkit_'))
    expect([...written].sort()).toEqual(ours.sort())
  })
})

it('of a store that does not answer are missing, and delay the other metrics for about a second', async () => {
  const registry = new Registry()
  const silent = () => new Promise<never>(() => {})
  registerQueueGauges({
    registry,
    storage: {
      jobs: { backlogByKind: silent, countFailing: silent },
      deliveries: { backlog: silent },
      eventLogBacklog: silent,
    } as unknown as QueueGauges['storage'],
    store: { check: silent, countVaultAlarms: silent, countUnmatchedPayments: silent },
    clock: { now: () => 0 },
    dropkit: { waitingClaims: () => 3, eventFollowers: () => 0 },
  })
  const startedAt = performance.now()
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(performance.now() - startedAt).toBeLessThan(1_900)
  expect(lines).toEqual(['dropkit_store_ready 0', 'dropkit_waiting_claims 3', 'dropkit_event_followers 0'])
})

const JOB = { id: 'job_1', kind: 'wind_up', subject: 'drop_1', attempts: 1 } as Job
const FAILURE = { class: 'error', reason: 'something' } as const
const AGAIN = { kind: 'again', dueAt: 0, memo: null } as const

it.each([
  ['done', { kind: 'done' }, true, 0],
  ['again', AGAIN, true, 0],
  ['failed', { ...AGAIN, failed: FAILURE }, true, 1],
  ['gave_up', { kind: 'failed', failure: FAILURE }, true, 1],
  ['lost', { kind: 'done' }, false, 0],
] as const)('the metrics count a run of a job as %s', async (outcome, ended, wasHeld, failures) => {
  const registry = new Registry()
  const run = { wasHeld, wasCut: false, hasOutlivedLease: false }
  createInstrumentation(createWorkMetrics(registry), null).jobEnded(JOB, ended as JobOutcome, run)
  const text = await registry.metrics()
  expect(text).toContain(`dropkit_jobs_total{kind="wind_up",outcome="${outcome}"} 1`)
  expect(text.includes('dropkit_job_failures_total{kind="wind_up",class="error"} 1')).toBe(failures > 0)
})

it('the metrics count attempts of transfers by result and class of the reason', async () => {
  const registry = new Registry()
  const { transferTried } = createInstrumentation(createWorkMetrics(registry), null)
  transferTried?.('refund', 'retried', 'chain_unavailable')
  transferTried?.('payout', 'succeeded')
  const text = await registry.metrics()
  const counted = [
    'kind="refund",result="retried",class="chain_unavailable"',
    'kind="payout",result="succeeded",class=""',
  ]
  for (const labels of counted) expect(text).toContain(`dropkit_transfer_attempts_total{${labels}} 1`)
})

it.each([
  [299, 'delivered'],
  [300, 'redirected'],
  [399, 'redirected'],
  [400, 'rejected'],
  [499, 'rejected'],
  [500, 'receiver_error'],
])('the metrics count an answer of a webhook receiver with status %i as %s', async (statusCode, outcome) => {
  const registry = new Registry()
  const answer = { kind: 'answered', statusCode, durationMs: 250 }
  const sender = { send: async () => answer, close: async () => {} } as unknown as ClosableWebhookSender
  await timedSender(sender, registry).send({} as Parameters<ClosableWebhookSender['send']>[0])
  const text = await registry.metrics()
  expect(text).toContain(`dropkit_webhook_attempt_duration_seconds_sum{outcome="${outcome}"} 0.25`)
})

it.each<[string, () => Promise<unknown>]>([
  ['answered', async () => ok(null)],
  ['answered', async () => null],
  ['unavailable', async () => err({ kind: 'chain_unavailable', reason: 'away' })],
  ['failed', () => Promise.reject(new Error('a bug'))],
])('the metrics count a call of the chain as %s', async (outcome, check) => {
  const registry = new Registry()
  await countedChain({ check } as unknown as Chain, registry)
    .check()
    .catch(() => {})
  expect(await registry.metrics()).toContain(
    `dropkit_chain_requests_total{call="check",outcome="${outcome}"} 1`,
  )
})

it('the metrics contain the duration of a job, in seconds', async () => {
  const registry = new Registry()
  const instrumentation = createInstrumentation(createWorkMetrics(registry), null)
  const startedAt = performance.now()
  await instrumentation.around({ kind: 'job', job: JOB }, () => sleep(50))
  const elapsedMs = performance.now() - startedAt
  const [, seconds] =
    /dropkit_job_duration_seconds_sum\{kind="wind_up"\} (\S+)/.exec(await registry.metrics()) ?? []
  expect(Number(seconds)).toBeGreaterThan(0.04)
  expect(Number(seconds)).toBeLessThanOrEqual(elapsedMs / 1_000)
})
