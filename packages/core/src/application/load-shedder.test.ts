import { describe, expect, test } from 'vitest'
import { createLoadShedder } from './load-shedder.ts'

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
