import { describe, expect, test } from 'vitest'
import { epochOf, settledTime } from './chain-time.ts'

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
