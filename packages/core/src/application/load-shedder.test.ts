import { describe, expect, test } from 'vitest'
import { createLoadShedder, createWaitEstimate } from './load-shedder.ts'

const MAX_WAIT_MS = 150
const BURST_SIZE = 100
const TOO_LONG_MS = MAX_WAIT_MS + 1

/** A load shedder that has accepted a full burst. */
const afterBurst = () => {
  const shedder = createLoadShedder(MAX_WAIT_MS, BURST_SIZE)
  for (let count = 0; count < BURST_SIZE; count++) shedder.refuses(TOO_LONG_MS, count)
  return shedder
}

describe('a load shedder', () => {
  test('accepts a burst, however long it has to wait', () => {
    const shedder = createLoadShedder(MAX_WAIT_MS, BURST_SIZE)
    for (let count = 0; count < BURST_SIZE; count++)
      expect(shedder.refuses(600_000, count * 1_000)).toBe(false)
  })

  test('refuses sustained overload, but not requests with a short wait', () => {
    const shedder = afterBurst()
    expect(shedder.refuses(TOO_LONG_MS, BURST_SIZE)).toBe(true)
    expect(shedder.refuses(MAX_WAIT_MS, BURST_SIZE + 1)).toBe(false)
    expect(shedder.refuses(TOO_LONG_MS, BURST_SIZE + 2), 'still within 30 s').toBe(true)
  })

  test('accepts the next burst 30 s after the last refusal', () => {
    const shedder = afterBurst()
    expect(shedder.refuses(TOO_LONG_MS, BURST_SIZE)).toBe(true)
    expect(shedder.refuses(0, BURST_SIZE + 1)).toBe(false)
    expect(shedder.refuses(TOO_LONG_MS, BURST_SIZE + 30_000)).toBe(false)
  })

  test('counts a new burst after a request with a short wait', () => {
    const shedder = afterBurst()
    expect(shedder.refuses(0, BURST_SIZE)).toBe(false)
    expect(shedder.refuses(TOO_LONG_MS, BURST_SIZE + 1)).toBe(false)
  })
})

const BATCH = 10

const estimateAfter = (batchMs: number) => {
  const estimate = createWaitEstimate(BATCH)
  estimate.observe(0, batchMs)
  return estimate
}

describe('the expected wait', () => {
  test('is 0 before the first batch', () => {
    const estimate = createWaitEstimate(BATCH)
    expect(estimate.expectedWaitMs({ waiting: 100, runningSince: null }, 5)).toBe(0)
  })

  test('is the rest of the running batch, the batches of waiting claims, and one more', () => {
    const estimate = estimateAfter(20)
    expect(estimate.expectedWaitMs({ waiting: 0, runningSince: null }, 1_000)).toBe(20)
    expect(estimate.expectedWaitMs({ waiting: 9, runningSince: 995 }, 1_000)).toBe(15 + 20)
    expect(estimate.expectedWaitMs({ waiting: 25, runningSince: 995 }, 1_000)).toBe(15 + 3 * 20)
  })

  test('assumes that the next batches are as slow as a slow running one', () => {
    const estimate = estimateAfter(20)
    expect(estimate.expectedWaitMs({ waiting: 10, runningSince: 0 }, 500)).toBe(2 * 500)
  })

  test('follows batches that become slower and faster again', () => {
    const estimate = estimateAfter(10)
    for (let count = 0; count < 30; count++) estimate.observe(0, 100)
    expect(estimate.expectedWaitMs({ waiting: 0, runningSince: null }, 0)).toBeGreaterThan(90)
    for (let count = 0; count < 30; count++) estimate.observe(0, 10)
    expect(estimate.expectedWaitMs({ waiting: 0, runningSince: null }, 0)).toBeLessThan(20)
  })

  test('changes little after one slow batch', () => {
    const estimate = estimateAfter(10)
    estimate.observe(0, 60)
    expect(estimate.expectedWaitMs({ waiting: 0, runningSince: null }, 0)).toBe(20)
  })

  test('is never negative when the clock is set back', () => {
    const estimate = createWaitEstimate(BATCH)
    estimate.observe(1_000, 0)
    expect(estimate.expectedWaitMs({ waiting: 50, runningSince: 2_000 }, 1_000)).toBe(0)
  })
})
