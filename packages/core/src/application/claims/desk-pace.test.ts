import { describe, expect, test } from 'vitest'
import { createDeskPace } from './desk-pace.ts'

const BATCH = 10

const paceOf = (batchMs: number) => {
  const pace = createDeskPace(BATCH)
  pace.served(0, batchMs)
  return pace
}

describe('the pace of the desk', () => {
  test('expects nothing before a batch was served', () => {
    const pace = createDeskPace(BATCH)
    expect(pace.expectedWaitMs({ waiting: 100, servingSince: null }, 5)).toBe(0)
  })

  test('counts the rest of the batch under way, those of who waits, and one more', () => {
    const pace = paceOf(20)
    expect(pace.expectedWaitMs({ waiting: 0, servingSince: null }, 1_000)).toBe(20)
    expect(pace.expectedWaitMs({ waiting: 9, servingSince: 995 }, 1_000)).toBe(15 + 20)
    expect(pace.expectedWaitMs({ waiting: 25, servingSince: 995 }, 1_000)).toBe(15 + 3 * 20)
  })

  test('believes that a batch which does not end is how the next ones will be', () => {
    const pace = paceOf(20)
    expect(pace.expectedWaitMs({ waiting: 10, servingSince: 0 }, 500)).toBe(2 * 500)
  })

  test('follows batches that become slower, and quicker again', () => {
    const pace = paceOf(10)
    for (let count = 0; count < 30; count++) pace.served(0, 100)
    expect(pace.expectedWaitMs({ waiting: 0, servingSince: null }, 0)).toBeGreaterThan(90)
    for (let count = 0; count < 30; count++) pace.served(0, 10)
    expect(pace.expectedWaitMs({ waiting: 0, servingSince: null }, 0)).toBeLessThan(20)
  })

  test('is not changed much by one batch that takes longer', () => {
    const pace = paceOf(10)
    pace.served(0, 60)
    expect(pace.expectedWaitMs({ waiting: 0, servingSince: null }, 0)).toBe(20)
  })

  test('is not put out by a clock that is set back', () => {
    const pace = createDeskPace(BATCH)
    pace.served(1_000, 0)
    expect(pace.expectedWaitMs({ waiting: 50, servingSince: 2_000 }, 1_000)).toBe(0)
  })
})
