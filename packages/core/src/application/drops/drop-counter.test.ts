import { createTestClock, testWallet } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import { idOf } from '../../domain/ids.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err } from '../../domain/result.ts'
import type { DropCount, DropCounts } from '../../ports/index.ts'
import { createDropCounter, type DropCounter } from './drop-counter.ts'

const dropOf = (n: number) => idOf('drop', n.toString(16).padStart(32, '0'))
const DROP = dropOf(1)
const SOLD_OUT: Refusal = { kind: 'drop_sold_out', free: 0n }
const BUSY: Refusal = { kind: 'overloaded', retryAfterMs: 1, message: 'Busy' }

let clock: ReturnType<typeof createTestClock>
let counter: DropCounter
let flushes: (readonly DropCount[])[]
let isDown: boolean

beforeEach(() => {
  clock = createTestClock(10 * 86_400_000)
  flushes = []
  isDown = false
  const dropCounts: DropCounts = {
    async add(counts) {
      if (isDown) throw new Error('the store is away')
      flushes.push(counts)
    },
    read: async () => [],
  }
  counter = createDropCounter({ clock, dropCounts })
})

const refuse = (dropId: string, refusal: Refusal) => counter.tried(dropId, Promise.resolve(err(refusal)))

/** What the next flush stores, by the hour. */
async function flushed(): Promise<Record<string, number>> {
  const before = flushes.length
  await counter.flush()
  const counts = flushes[before]?.filter(({ interval }) => interval === 'HOUR') ?? []
  return Object.fromEntries(counts.map(({ counted, amount }) => [counted, amount]))
}

test('a flush stores everything once, in one call, and nothing calls no store', async () => {
  counter.viewed(DROP)
  counter.viewed(DROP)
  expect(await flushed()).toEqual({ view: 2 })
  expect(await flushed()).toEqual({})
  expect(flushes).toHaveLength(1)
})

test('counts of a day are the sums of its hours', async () => {
  counter.viewed(DROP)
  clock.advance(3_600_000)
  counter.viewed(DROP)
  counter.viewed(DROP)
  await counter.flush()
  const summary = flushes[0]?.map(({ interval, at, amount, expiresAt }) => [
    interval,
    at,
    amount,
    expiresAt - at,
  ])
  const day = 10 * 86_400_000
  expect(summary).toEqual([
    ['HOUR', day, 1, 14 * 86_400_000],
    ['HOUR', day + 3_600_000, 2, 14 * 86_400_000],
    ['DAY', day, 3, 400 * 86_400_000],
  ])
})

test('a wallet counts once per drop and hour', async () => {
  for (const drop of [DROP, DROP, dropOf(2)]) counter.checked(drop, testWallet(1))
  await counter.flush()
  counter.checked(DROP, testWallet(1))
  expect(await flushed()).toEqual({})
  clock.advance(3_600_000)
  counter.checked(DROP, testWallet(1))
  expect(await flushed()).toEqual({ wallet: 1 })
})

test('refusals that say nothing about a drop count only for drops that are known to exist', async () => {
  await refuse(DROP, BUSY)
  await refuse(DROP, notFound('Drop'))
  await refuse('no id at all', SOLD_OUT)
  expect(await flushed()).toEqual({})
  await refuse(DROP, SOLD_OUT)
  await refuse(DROP, BUSY)
  expect(await flushed()).toEqual({ try: 2, 'refused:drop_sold_out': 1, 'refused:overloaded': 1 })
})

test('a result is passed on as it is, and so is an error, which counts nothing', async () => {
  const refused = err(SOLD_OUT)
  expect(await counter.tried(DROP, Promise.resolve(refused))).toBe(refused)
  await counter.flush()
  const fault = new Error('a bug')
  await expect(counter.tried(DROP, Promise.reject(fault))).rejects.toBe(fault)
  expect(await flushed()).toEqual({})
})

test('memory and a flush are bounded, and what is counted already goes on', async () => {
  for (let n = 0; n < 5_000; n++) counter.viewed(dropOf(n))
  counter.viewed(dropOf(0))
  await counter.flush()
  expect(flushes[0]).toHaveLength(4_000)
  expect(flushes[0]?.[0]).toMatchObject({ dropId: dropOf(0), amount: 2 })
  counter.viewed(dropOf(4_999))
  expect(await flushed()).toEqual({ view: 1 })
})

test('what could not be stored is lost, so nothing is ever counted twice', async () => {
  counter.viewed(DROP)
  isDown = true
  await expect(counter.flush()).rejects.toThrow('the store is away')
  isDown = false
  expect(await flushed()).toEqual({})
})
