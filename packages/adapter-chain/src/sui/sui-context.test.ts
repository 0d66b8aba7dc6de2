import { describe, expect, test } from 'vitest'
import { createGasPrice, createPollPace, epochOf, settledTime } from './sui-context.ts'

test('the price is the reference price while nothing is congested', () => {
  expect(createGasPrice(500).next(1_000n, undefined)).toBe(1_000n)
  expect(createGasPrice(500).next(1_000n, 900n)).toBe(1_000n)
})

test('a higher price that the node suggests is offered, up to the ceiling', () => {
  const price = createGasPrice(500)
  expect([price.next(1_000n, 2_300n), price.next(1_000n, 5_000n), price.next(1_000n, 9_000n)]).toEqual([
    2_300n,
    5_000n,
    5_000n,
  ])
})

test('each transaction that was cancelled because of congestion raises the offer, and each success lowers it', () => {
  const price = createGasPrice(200)
  const offers: bigint[] = []
  for (const note of [
    'noteCongestion',
    'noteCongestion',
    'noteCongestion',
    'noteSuccess',
    'noteSuccess',
  ] as const) {
    price[note]()
    offers.push(price.next(1_000n, undefined))
  }
  expect(offers).toEqual([1_500n, 2_000n, 2_000n, 1_500n, 1_000n])
})

test('a ceiling of 100 percent keeps the reference price', () => {
  const price = createGasPrice(100)
  price.noteCongestion()
  expect(price.next(1_000n, 4_000n)).toBe(1_000n)
})

function paced(longestIntervalMs: number) {
  let nowMs = 1_000_000
  const pace = createPollPace(() => nowMs, longestIntervalMs)
  return {
    pace,
    /** Polls every 300 ms for `ms` milliseconds. Returns how many polls read the ledger. */
    readsDuring(ms: number): number {
      let reads = 0
      for (const end = nowMs + ms; nowMs < end; nowMs += 300) if (pace.isDue('claims')) reads++
      return reads
    },
    moveClock(ms: number) {
      nowMs += ms
    },
  }
}

test('every poll reads the ledger for ten seconds after the last activity', () => {
  const { pace, readsDuring } = paced(5_000)
  expect(readsDuring(9_900)).toBe(33)
  pace.noteActivity()
  expect(readsDuring(9_900)).toBe(33)
})

test('an idle reader reads less and less often, down to once per longest interval', () => {
  const { readsDuring } = paced(5_000)
  readsDuring(60_000)
  expect(readsDuring(60_000)).toBeLessThanOrEqual(12)
  expect(readsDuring(60_000)).toBeGreaterThanOrEqual(11)
})

test('readers have intervals of their own', () => {
  const { pace, readsDuring } = paced(5_000)
  readsDuring(120_000)
  expect([pace.isDue('payments'), pace.isDue('payments')]).toEqual([true, false])
})

test('activity ends the long interval at once', () => {
  const { pace, readsDuring } = paced(5_000)
  readsDuring(120_000)
  pace.noteActivity()
  expect(pace.isDue('claims')).toBe(true)
})

test('a clock that goes back does not stop the reads', () => {
  const { pace, readsDuring, moveClock } = paced(5_000)
  readsDuring(120_000)
  moveClock(-3_600_000)
  expect(pace.isDue('claims')).toBe(true)
})

test('without a longest interval every poll reads the ledger', () => {
  const { readsDuring } = paced(0)
  readsDuring(120_000)
  expect(readsDuring(9_900)).toBe(33)
})

const headers = (checkpointAt: string) => ({ 'x-sui-timestamp-ms': checkpointAt })

describe('the time up to which a node has settled', () => {
  test('is the time of the last checkpoint, minus the duration of the request', () => {
    expect(settledTime(headers('900000'), 1_000_000, 40)).toBe(899_960)
  })

  test('is never later than other known times', () => {
    expect(settledTime(headers('1000001'), 1_000_000, 0)).toBe(1_000_000)
  })

  test('is well before other known times if the node does not report it', () => {
    for (const none of [
      {},
      headers(''),
      headers('soon'),
      headers('-5'),
      { 'x-sui-timestamp-ms': ['1', '2'] },
    ]) {
      expect(settledTime(none, 1_000_000, 40)).toBe(939_960)
    }
  })

  test('is not moved forward by a clock that was set back meanwhile', () => {
    expect(settledTime(headers('900000'), 1_000_000, -500)).toBe(900_000)
  })
})

test('the epoch of an answer is the one in its header, or unknown', () => {
  expect(epochOf({ 'x-sui-epoch': '812' })).toBe(812n)
  expect(epochOf({})).toBeNull()
})
