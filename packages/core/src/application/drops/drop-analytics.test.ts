import {
  createTestClock,
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { idOf } from '../../domain/ids.ts'
import { DAY_MS } from '../../domain/instant.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import type { DropCount, DropCounts } from '../../ports/index.ts'
import { createDropCounter, type DropCounter } from './drop-analytics.ts'

const HOUR_MS = DAY_MS / 24

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const analyticsOf = async (id: string, more: object = {}) => {
  const { dropkit, owner } = service
  return granted(await dropkit.readDropAnalytics(owner, { id, interval: 'HOUR', ...more }))
}

/** The points in which something happened. */
const eventful = ({ points }: Awaited<ReturnType<typeof analyticsOf>>) =>
  points.filter(({ views, wallets, tries, claims }) => views + wallets + tries + claims > 0)

describe('the analytics of a drop', () => {
  test('show how many visitors got how far, and why claims were refused', async () => {
    const { dropkit, owner, ports } = service
    const drop = await service.createDrop({ maxAmount: '20', tokenAmount: '10' })
    const stranger = await service.callerOf('stranger')
    const claim = (wallet: number) =>
      dropkit.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(wallet) })
    const check = (wallet: number, caller = stranger) =>
      dropkit.checkEligibility(caller, { dropId: drop.id, walletAddress: testWallet(wallet) })
    for (let view = 0; view < 8; view++) dropkit.countView(drop)
    for (const wallet of [1, 1, 2]) await check(wallet)
    await check(3, owner)
    const drawn = await dropkit.claimRandomDrop(owner, { dropId: drop.id, userAddress: testWallet(5) })
    expect(granted(drawn)).toMatchObject({ kind: 'refused', refusal: { kind: 'wrong_operation' } })
    granted(await claim(1))
    granted(await claim(1))
    granted(await claim(2))
    for (const wallet of [3, 4]) expect(refusalOf(await claim(wallet))).toBe('drop_sold_out')
    const start = Math.floor(ports.clock.now() / HOUR_MS) * HOUR_MS
    expect(await analyticsOf(drop.id)).toMatchObject({ views: 0, wallets: 0, tries: 0, claims: 2 })
    await dropkit.flushCounts()
    const funnel = { views: 8, wallets: 2, tries: 6, claims: 2 }
    const hours = await analyticsOf(drop.id)
    expect(hours).toMatchObject({
      ...funnel,
      from: start - 47 * HOUR_MS,
      to: start + HOUR_MS,
      conversion: 25,
      refusals: [
        { kind: 'drop_sold_out', count: 2 },
        { kind: 'wrong_operation', count: 1 },
      ],
    })
    expect(hours.points).toHaveLength(48)
    expect(eventful(hours)).toEqual([{ at: start, ...funnel }])
    const days = await analyticsOf(drop.id, { interval: 'DAY' })
    expect(days.points).toHaveLength(30)
    expect(eventful(days)).toEqual([{ at: Math.floor(start / DAY_MS) * DAY_MS, ...funnel }])
  })

  test('do not count a claim that failed unexpectedly', async () => {
    const { dropkit, owner, ports } = service
    const drop = await service.createDrop()
    vi.spyOn(ports.store, 'changeDrop').mockRejectedValueOnce(new Error('the store is away'))
    const claim = () => dropkit.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(1) })
    await expect(claim()).rejects.toThrow('the store is away')
    await dropkit.flushCounts()
    expect(await analyticsOf(drop.id)).toMatchObject({ tries: 0, refusals: [] })
    granted(await claim())
    await dropkit.flushCounts()
    expect(await analyticsOf(drop.id)).toMatchObject({ tries: 1, claims: 1 })
  })

  test('are stored by the hour for two weeks, and by the day for longer', async () => {
    const { dropkit, ports } = service
    const drop = await service.createDrop()
    const day = Math.floor(ports.clock.now() / DAY_MS) * DAY_MS
    dropkit.countView(drop)
    ports.clock.advance(HOUR_MS)
    dropkit.countView(drop)
    await dropkit.flushCounts()
    dropkit.countView(drop)
    await dropkit.flushCounts()
    const range = { from: day, to: day + 2 * DAY_MS }
    expect(eventful(await analyticsOf(drop.id, range)).map(({ views }) => views)).toEqual([1, 2])
    await service.pass(15 * DAY_MS, 1)
    expect(await analyticsOf(drop.id, range)).toMatchObject({ views: 0, conversion: null })
    expect((await analyticsOf(drop.id, { ...range, interval: 'DAY' })).views).toBe(3)
    await service.pass(400 * DAY_MS, 1)
    expect((await analyticsOf(drop.id, { ...range, interval: 'DAY' })).views).toBe(0)
  })

  test('are for the owner only, of at most 200 intervals', async () => {
    const { dropkit, owner } = service
    const { id } = await service.createDrop()
    const draft = await service.createDrop({ status: 'DRAFT' })
    const stranger = await service.callerOf('stranger')
    const refused = async (caller = stranger, more: object = {}) =>
      refusalOf(await dropkit.readDropAnalytics(caller, { id, interval: 'HOUR', ...more }))
    expect(await refused()).toBe('forbidden')
    expect(await refused(stranger, { id: draft.id })).toBe('not_found')
    expect((await analyticsOf(id, { from: 1, to: 200 * HOUR_MS })).points).toHaveLength(200)
    expect(await refused(owner, { from: 0, to: 200 * HOUR_MS + 1 })).toBe('bad_user_input')
    expect(await refused(owner, { from: HOUR_MS, to: HOUR_MS })).toBe('bad_user_input')
    expect(await refused(owner, { from: -8_640_000_000_000_000, to: 0 })).toBe('bad_user_input')
  })
})

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
  counter.tried(DROP, BUSY)
  counter.tried(DROP, notFound('Drop'))
  counter.tried('no id at all', SOLD_OUT)
  expect(await flushed()).toEqual({})
  counter.tried(DROP, SOLD_OUT)
  counter.tried(DROP, BUSY)
  expect(await flushed()).toEqual({ try: 2, 'refused:drop_sold_out': 1, 'refused:overloaded': 1 })
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
