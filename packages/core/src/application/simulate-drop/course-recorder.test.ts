import { sampleAddress, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { CourseRecorder } from './course-recorder.ts'
import type { Crowd } from './crowd.ts'
import type { Plan } from './read-simulation.ts'

const BEGINS_AT = 1_000_000
const base = sampleDrop(sampleToken(sampleUser(1), 1), 1, { pool: amountOf(1_000n) })

/** The drop with so much given away. */
const given = (amount: bigint, count: number, more: Partial<Drop> = {}): Drop => ({
  ...base,
  ...more,
  tally: { ...base.tally, reservedAmount: amountOf(amount), reservedCount: count },
})

let recorder: CourseRecorder

function begin(tries: number): void {
  const plan = { beginsAt: BEGINS_AT, listed: null, bots: null, currency: { decimals: 9 } } as unknown as Plan
  const crowd = {
    size: tries,
    tries: { count: tries, at: () => 0, wallet: (place: number) => place },
    address: sampleAddress,
    isBot: () => false,
  } as unknown as Crowd
  recorder = new CourseRecorder(plan, crowd, 7)
}

const course = (drop = base, lastTryAt = BEGINS_AT, now = BEGINS_AT) =>
  recorder.course(drop, () => [], lastTryAt, now)

beforeEach(() => begin(10))

describe('the timeline', () => {
  test('has a point at every half percent of the tries, and one at the end', () => {
    begin(1_000)
    for (let n = 0; n < 1_000; n++) recorder.tried(base, BEGINS_AT + n)
    const { timeline } = course(base, BEGINS_AT + 999, BEGINS_AT + 5_000)
    expect(timeline.map(({ tries }) => tries)).toEqual([
      ...Array.from({ length: 200 }, (_, n) => 5 * n),
      1_000,
    ])
    expect(timeline.at(1)?.afterMs).toBe(5)
    expect(timeline.at(-1)?.afterMs).toBe(5_000)
  })

  test('has a point at every try where they are few, and at every percent given', () => {
    begin(3)
    recorder.tried(base, BEGINS_AT)
    recorder.claimed(given(9n, 1), BEGINS_AT)
    recorder.tried(base, BEGINS_AT + 1)
    recorder.claimed(given(10n, 2), BEGINS_AT + 1)
    const { timeline } = course()
    expect(timeline.map(({ tries, claims }) => [tries, claims])).toEqual([
      [0, 0],
      [1, 0],
      [2, 2],
      [2, 0],
    ])
  })
})

describe('the course of the given amount', () => {
  const milestones = (...steps: readonly (readonly [bigint, number])[]) => {
    for (const [n, [amount, count]] of steps.entries())
      recorder.claimed(given(amount, count, { supply: 20 }), BEGINS_AT + n)
    return course().milestones.map(({ percent, afterMs }) => `${percent} after ${afterMs}`)
  }

  test('is recorded at each tenth, by amount or by items, whichever is further', () => {
    expect(milestones([50n, 1], [100n, 1], [110n, 4], [150n, 5])).toEqual(['10 after 1', '20 after 2'])
  })

  test('is recorded at each tenth that one claim skips', () => {
    expect(milestones([350n, 1])).toEqual(['10 after 0', '20 after 0', '30 after 0'])
  })

  test('is all of it once nothing fits any more', () => {
    expect(milestones([950n, 1], [995n, 2]).at(-1)).toBe('100 after 1')
  })

  test('is recorded in times from the start', () => {
    recorder.claimed(given(10n, 1), BEGINS_AT + 30)
    expect(course(base, BEGINS_AT + 40)).toMatchObject({
      lastClaimAfterMs: 30,
      lastTryAfterMs: 40,
      soldOutAfterMs: null,
    })
    recorder.claimed(given(1_000n, 2), BEGINS_AT + 50)
    expect(course()).toMatchObject({ soldOutAfterMs: 50, lastClaimAfterMs: 50 })
  })
})

test('a sold-out drop reopens whenever an amount is released', () => {
  recorder.released(given(10n, 1))
  expect(course()).toMatchObject({ released: 1, reopened: 0 })
  recorder.claimed(given(1_000n, 2), BEGINS_AT + 5)
  recorder.released(given(995n, 2))
  expect(course()).toMatchObject({ released: 2, reopened: 0 })
  recorder.released(given(900n, 1))
  recorder.released(given(800n, 0))
  expect(course()).toMatchObject({ released: 4, reopened: 1 })
  recorder.claimed(given(1_000n, 2), BEGINS_AT + 9)
  recorder.released(given(900n, 1))
  expect(course()).toMatchObject({ reopened: 2, soldOutAfterMs: 5 })
})

test('refusals are counted by their kinds and their reasons, the most frequent first', () => {
  const end = (wallet: number, reason: string | null) => {
    recorder.tried(base, BEGINS_AT)
    if (reason === null) recorder.ended(wallet, { kind: 'drop_sold_out', free: 0n })
    else recorder.ended(wallet, { kind: 'not_eligible', reason, missingRequirements: [], checks: [] })
  }
  for (const [wallet, reason] of [null, 'a pass', 'a coin', 'a coin', 'a list', 'a coin', 'a list'].entries())
    end(wallet, reason)
  recorder.tried(base, BEGINS_AT)
  recorder.ended(7, 'again')
  expect(course().refusals).toEqual([
    {
      kind: 'not_eligible',
      tries: 6,
      share: 0.75,
      wallets: 6,
      reasons: [
        { reason: 'a coin', tries: 3 },
        { reason: 'a list', tries: 2 },
        { reason: 'a pass', tries: 1 },
      ],
    },
    { kind: 'drop_sold_out', tries: 1, share: 0.125, wallets: 1, reasons: [] },
  ])
})
