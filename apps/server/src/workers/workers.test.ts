import fc from 'fast-check'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createRemoteCalls, type Place, type RemoteCalls } from './remote-calls.ts'
import { createGroupMetrics } from './supervise-workers.ts'
import { createHotDrops, ownerOf } from './worker-group.ts'

const workers = fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 8 })
const drops = fc.uuid()

describe('the worker that batches the claims of a drop', () => {
  it('is the same for every process, in any order of the workers', () => {
    fc.assert(
      fc.property(drops, workers, (dropId, live) => {
        const owner = ownerOf(dropId, live)
        expect(live).toContain(owner)
        expect(ownerOf(dropId, [...live].reverse())).toBe(owner)
      }),
    )
  })

  it('stays while it lives, unless a new worker gets the drop', () => {
    fc.assert(
      fc.property(drops, workers, (dropId, live) => {
        const [added = 0, ...others] = live
        const before = ownerOf(dropId, others)
        expect([before, added]).toContain(ownerOf(dropId, live))
      }),
    )
  })

  it('is each of four workers for about a quarter of the drops', () => {
    const counts = new Map<number | undefined, number>()
    for (let n = 0; n < 4_000; n++) {
      const owner = ownerOf(`drop_01a20e45f36070009${n.toString(16).padStart(15, '0')}`, [1, 2, 3, 4])
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    for (const count of counts.values()) expect(count).toBeGreaterThan(850)
    expect(counts.size).toBe(4)
  })

  it('is undefined where no worker lives', () => {
    expect(ownerOf('drop_1', [])).toBeUndefined()
  })
})

describe('a drop is hot', () => {
  const open = () => {
    let now = 0
    const { countClaim } = createHotDrops(() => now)
    const claims = (dropId: string, count: number) => Array.from({ length: count }, () => countClaim(dropId))
    const pass = (ms: number) => {
      now += ms
    }
    return { claims, pass }
  }

  it('from its tenth claim in a tenth of a second on, however many claims other drops get', () => {
    const { claims } = open()
    claims('other', 100)
    expect(claims('drop', 11)).toEqual([...Array(9).fill(false), true, true])
  })

  it('is hot in the window after one with ten claims, and no longer', () => {
    const { claims, pass } = open()
    claims('drop', 10)
    pass(100)
    expect(claims('drop', 1)).toEqual([true])
    pass(100)
    expect(claims('drop', 1)).toEqual([false])
  })

  it('no more after a pause', () => {
    const { claims, pass } = open()
    claims('drop', 10)
    pass(1_000)
    expect(claims('drop', 1)).toEqual([false])
  })
})

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

/** Two places that exchange the same bytes as real processes. */
function twoPlaces() {
  const places = new Map<Place, RemoteCalls>()
  let sent = 0
  const open = (own: Place) => {
    const calls = createRemoteCalls((parcels) => {
      sent++
      for (const [to, bytes] of parcels) places.get(to)?.receive(own, bytes)
    })
    places.set(own, calls)
    return calls
  }
  return { here: open(1), there: open(2), sent: () => sent }
}

/** Serves `work` in a place. `begun` resolves when it is called; the call ends when `work` is resolved. */
function servesWork(place: RemoteCalls) {
  const work = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  place.serve('work', () => {
    begun.resolve()
    return work.promise
  })
  return { work, begun: begun.promise }
}

const given = {
  amount: 10n ** 30n,
  at: new Date(5),
  bytes: new Uint8Array([1, 2]),
  none: undefined,
  list: [null],
}

describe('a call to another process', () => {
  it('brings big numbers, dates and bytes there and back', async () => {
    const { here, there } = twoPlaces()
    there.serve('echo', async (value, from) => ({ value, from }))
    expect(await here.call(2, 'echo', given)).toEqual({
      kind: 'answered',
      value: { value: given, from: 1 },
    })
  })

  it('travels with the other calls of its turn, and so do the answers', async () => {
    const { here, there, sent } = twoPlaces()
    there.serve('double', async (number: number) => 2 * number)
    const outcomes = await Promise.all([1, 2, 3].map((number) => here.call(2, 'double', number)))
    expect(outcomes).toEqual([2, 4, 6].map((value) => ({ kind: 'answered', value })))
    expect(sent()).toBe(2)
  })

  it('throws the errors of its handler, with whether a retry helps', async () => {
    const { here, there } = twoPlaces()
    there.serve('fail', async () => {
      throw Object.assign(new Error('no connection'), { name: 'StoreUnavailable', retryable: true })
    })
    const error = await here.call(2, 'fail', null).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'StoreUnavailable', message: 'no connection', retryable: true })
  })

  it('says nothing about a retry if the error of its handler does not', async () => {
    const { here, there } = twoPlaces()
    there.serve('fail', () => Promise.reject(new Error('no connection')))
    const error = await here.call(2, 'fail', null).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toHaveProperty('retryable')
  })

  it('throws an error with its name if its handler threw something else', async () => {
    const { here, there } = twoPlaces()
    there.serve('fail', () => Promise.reject('no connection'))
    await expect(here.call(2, 'fail', null)).rejects.toThrow('fail failed: no connection')
  })

  it('is not begun where nothing serves it', async () => {
    const { here } = twoPlaces()
    expect(await here.call(2, 'unknown', null)).toEqual({ kind: 'not_begun' })
  })

  it('is not started by a process that is stopping, which finishes started calls', async () => {
    const { here, there } = twoPlaces()
    const { work, begun } = servesWork(there)
    const first = here.call(2, 'work', null)
    await begun
    const drained = there.drain()
    expect(await here.call(2, 'work', null)).toEqual({ kind: 'not_begun' })
    work.resolve('done')
    await drained
    expect(await first).toEqual({ kind: 'answered', value: 'done' })
  })

  it('is lost when the other process has exited, even if its answer arrives later', async () => {
    const { here, there } = twoPlaces()
    const { work, begun } = servesWork(there)
    const call = here.call(2, 'work', null)
    await begun
    here.forget(2)
    work.resolve('too late')
    expect(await call).toEqual({ kind: 'lost' })
    await there.drain()
  })

  it('goes on when a third process has exited', async () => {
    const { here, there } = twoPlaces()
    const { work, begun } = servesWork(there)
    const call = here.call(2, 'work', null)
    await begun
    here.forget(3)
    work.resolve('done')
    expect(await call).toEqual({ kind: 'answered', value: 'done' })
  })

  it('is answered before the process that serves it has drained', async () => {
    const { here, there, sent } = twoPlaces()
    const { work, begun } = servesWork(there)
    const call = here.call(2, 'work', null)
    await begun
    const before = sent()
    work.resolve('done')
    await there.drain()
    expect(sent()).toBe(before + 1)
    await call
  })
})
