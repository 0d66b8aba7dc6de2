import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createGroupMetrics } from './supervise-workers.ts'

function worker() {
  const registry = new Registry()
  const registers = [registry]
  const claims = new Counter({ name: 'claims_total', help: '-', labelNames: ['outcome'] as const, registers })
  const seconds = new Histogram({ name: 'seconds', help: '-', buckets: [1, 2], registers })
  const waiting = new Gauge({ name: 'waiting', help: '-', registers })
  const due = new Gauge({ name: 'due', help: '-', aggregator: 'max', registers })
  return { claims, seconds, waiting, due, read: () => registry.getMetricsAsJSON() }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

it('the metrics of a server add up those of its workers, and no counter goes back when a worker ends', async () => {
  const metrics = createGroupMetrics(2)
  const workers = new Map([1, 2, 3].map((place) => [place, worker()]))
  const of = (place: number) => workers.get(place) ?? worker()
  const ask = async (place: number) => of(place).read()
  of(1).claims.inc({ outcome: 'granted' }, 5)
  of(2).claims.inc({ outcome: 'granted' }, 7)
  of(1).seconds.observe(1.5)
  of(2).seconds.observe(0.5)
  of(1).waiting.set(3)
  of(2).waiting.set(4)
  of(1).due.set(9)
  of(2).due.set(9)
  expect(linesOf(await metrics.read([1, 2], ask))).toEqual(
    expect.arrayContaining([
      'dropkit_workers 2',
      'dropkit_workers_wanted 2',
      'dropkit_worker_restarts_total 0',
      'claims_total{outcome="granted"} 12',
      'seconds_bucket{le="1"} 1',
      'seconds_bucket{le="2"} 2',
      'seconds_count 2',
      'waiting 7',
      'due 9',
    ]),
  )

  metrics.workerEnded(1)
  metrics.workerRestarted()
  of(3).claims.inc({ outcome: 'granted' })
  const after = linesOf(await metrics.read([2, 3], ask))
  expect(after).toEqual(
    expect.arrayContaining([
      'dropkit_worker_restarts_total 1',
      'claims_total{outcome="granted"} 13',
      'seconds_count 2',
      'waiting 4',
    ]),
  )
  metrics.workerEnded(2)
  metrics.workerEnded(3)
  expect(linesOf(await metrics.read([], ask))).toContain('claims_total{outcome="granted"} 13')
})

it('a worker that does not answer is shown as it was last read', async () => {
  const metrics = createGroupMetrics(1)
  const one = worker()
  one.claims.inc({ outcome: 'granted' }, 5)
  await metrics.read([1], one.read)
  const text = await metrics.read([1], async () => null)
  expect(linesOf(text)).toContain('claims_total{outcome="granted"} 5')
})
