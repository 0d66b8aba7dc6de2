import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterFailure,
  afterSuccess,
  type DeliveryPlan,
  putAside,
  readPlan,
  writePlan,
} from './delivery-plan.ts'

const MOST = 50
const NOW = 1_000_000

const planOf = (more: Partial<DeliveryPlan> = {}): DeliveryPlan => ({
  size: 8,
  aside: [],
  retryAt: 0,
  failures: 0,
  ...more,
})

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

describe('a cached plan', () => {
  test('begins with as many claims as a transaction carries', () => {
    expect(readPlan(null, MOST)).toEqual(planOf({ size: MOST }))
  })

  test('is read as it was written, but for a size that a transaction carries no more, or none at all', () => {
    const plans = fc.record({
      size: fc.integer({ min: 0, max: 200 }),
      aside: fc.array(fc.nat()),
      retryAt: fc.nat(),
      failures: fc.nat(),
    })
    fc.assert(
      fc.property(plans, (plan) => {
        const size = Math.max(1, Math.min(MOST, plan.size))
        expect(readPlan(writePlan(plan), MOST)).toEqual({ ...plan, size })
      }),
    )
  })

  test('is read from earlier releases, which kept a size alone', () => {
    expect(readPlan('7', MOST)).toEqual(planOf({ size: 7 }))
    expect(readPlan('70', MOST)).toEqual(planOf({ size: MOST }))
    expect(readPlan('null', MOST)).toEqual(planOf({ size: MOST }))
  })
})

describe('after a transaction that went well', () => {
  test('the next one carries twice as many, up to the most, at once', () => {
    expect(afterSuccess(planOf({ failures: 3 }), upTo(8), MOST, NOW)).toEqual({
      plan: planOf({ size: 16 }),
      dueAt: NOW,
    })
    expect(afterSuccess(planOf({ size: 40 }), upTo(40), MOST, NOW).plan.size).toBe(MOST)
  })

  test('of one that was put aside, that one waits no more and the next of them is tried at once', () => {
    const before = planOf({ aside: [3, 5, 9], retryAt: NOW + 5, failures: 2 })
    expect(afterSuccess(before, [3], MOST, NOW)).toEqual({
      plan: planOf({ aside: [5, 9], retried: 3, retryAt: NOW }),
      dueAt: NOW,
    })
  })
})

describe('after a transaction that did not get through', () => {
  test('half as many are tried after a moment, down to one', () => {
    expect(afterFailure(planOf(), upTo(7), NOW)).toEqual({ plan: planOf({ size: 3 }), dueAt: NOW + 500 })
    expect(afterFailure(planOf(), upTo(2), NOW)).toEqual({ plan: planOf({ size: 1 }), dueAt: NOW + 500 })
  })

  test('a claim alone is put aside for ten seconds, and the others go on one by one', () => {
    expect(afterFailure(planOf(), [4], NOW)).toEqual({
      plan: planOf({ size: 1, aside: [4], retryAt: NOW + 10_000, failures: 1 }),
      dueAt: NOW + 500,
    })
  })

  test('each further claim alone makes the others wait longer, up to ten seconds', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50, 5_000].map(
      (failures) => afterFailure(planOf({ failures }), [4], NOW).dueAt - NOW,
    )
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
  })

  test('of a claim that can never be delivered, the next one follows after a moment', () => {
    expect(afterFailure(planOf({ failures: 7 }), [4], NOW, true)).toEqual({
      plan: planOf({ size: 1, aside: [4], retryAt: NOW + 10_000, failures: 7 }),
      dueAt: NOW + 500,
    })
  })

  test.each([{ aside: [3, 5] }, { passed: 4, aside: [5] }])(
    'of one that was put aside, its next turn comes after the others, and it holds up no other: %j',
    (more) => {
      const before = planOf({ ...more, retryAt: NOW, failures: 2 })
      expect(afterFailure(before, [3], NOW)).toEqual({
        plan: { ...before, retried: 3, retryAt: NOW + 10_000 },
        dueAt: NOW,
      })
    },
  )
})

describe('claims that are put aside', () => {
  test('are named by sequence, up to a hundred, and the last of the others stands for all of them', () => {
    const full = putAside(planOf({ aside: upTo(99) }), [100], NOW)
    expect(full).toEqual(planOf({ aside: upTo(100) }))
    expect(putAside(full, [101], NOW)).toEqual(planOf({ passed: 1, aside: upTo(101).slice(1) }))
    expect(putAside(full, [300, 200], NOW)).toMatchObject({
      passed: 2,
      aside: [...upTo(100).slice(2), 200, 300],
    })
    expect(putAside(planOf({ passed: 7, aside: [9] }), [5, 8], NOW)).toMatchObject({
      passed: 7,
      aside: [8, 9],
    })
  })

  test('are retried at the time of the first one, however many follow', () => {
    const one = putAside(planOf(), [1], NOW)
    expect(one.retryAt).toBe(NOW + 10_000)
    expect(putAside(one, [2], NOW + 9_000).retryAt).toBe(NOW + 10_000)
  })
})
