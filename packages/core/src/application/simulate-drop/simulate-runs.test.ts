import { granted, pureHashes, sampleAddress, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { pepper, steady } from '../../../test/any-simulation.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { CourseRecorder } from './course-recorder.ts'
import type { Crowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import type { Plan } from './read-simulation.ts'
import { simulateDrop, simulateRuns } from './simulate-drop.ts'

const simulate = (simulation: DropSimulation) => granted(simulateDrop(simulation, pureHashes))

describe('many runs', () => {
  const simulation: DropSimulation = {
    drop: { ...pepper, tokenAmount: '0', supply: 20 },
    arrivals: { model: 'rush', wallets: 30, halfLifeMs: 60_000 },
    seed: 5,
  }

  test('report how the results differ by seed', () => {
    const spread = granted(simulateRuns(simulation, 9, pureHashes))
    const courses = Array.from({ length: 9 }, (_, n) => simulate({ ...simulation, seed: 5 + n }))
    const ends = courses.map(({ soldOutAfterMs }) => soldOutAfterMs ?? 0).sort((one, other) => one - other)
    expect(spread).toMatchObject({
      runs: 9,
      firstSeed: 5,
      soldOut: 9,
      soldOutAfterMs: { p5: ends[0], p50: ends[4], p95: ends[8] },
      claims: { p5: 20, p50: 20, p95: 20 },
      given: { p50: 1_000n },
      refusals: [{ kind: 'drop_sold_out', tries: { p5: 10, p50: 10, p95: 10 } }],
      proceeds: null,
      givenToBots: null,
    })
    expect(new Set(ends).size).toBe(9)
  })

  test('report the 5th, 50th and 95th percentile of each figure', () => {
    const gated = { ...pepper, rules: [{ key: 'nft_ownership', operator: '>=', value: '0x2::pass::Pass' }] }
    const partly: DropSimulation = {
      drop: { ...gated, maxAmount: '400' },
      facts: [{ source: 'owned_objects', values: [{ share: 0.6, value: '1' }] }],
      arrivals: { model: 'poisson', wallets: 100, overMs: 60_000 },
      bots: { people: 1, walletsEach: 5 },
      seed: 6,
    }
    const spread = granted(simulateRuns(partly, 20, pureHashes))
    const courses = Array.from({ length: 20 }, (_, n) => simulate({ ...partly, seed: 6 + n }))
    const range = <T extends number | bigint>(figures: readonly T[]) => {
      const [p5, p50, p95] = [0, 9, 18].map(
        (place) => figures.toSorted((one, other) => Number(one) - Number(other))[place],
      )
      return { p5, p50, p95 }
    }
    const tries = (kind: string) =>
      courses.map(({ refusals }) => refusals.find((one) => one.kind === kind)?.tries ?? 0)
    // The most frequent first, though in the first run it was the other way round.
    expect(courses[0]?.refusals.map(({ kind }) => kind)).toEqual(['not_eligible', 'drop_sold_out'])
    expect(spread).toEqual({
      runs: 20,
      firstSeed: 6,
      soldOut: courses.filter(({ soldOutAfterMs }) => soldOutAfterMs !== null).length,
      soldOutAfterMs: range(courses.flatMap(({ soldOutAfterMs }) => soldOutAfterMs ?? [])),
      claims: range(courses.map(({ amounts }) => amounts?.count ?? 0)),
      walletsServed: range(courses.map(({ wallets }) => wallets.served)),
      given: range(courses.map(({ given }) => given)),
      largestAmount: { p5: 10n, p50: 10n, p95: 10n },
      refusals: [
        { kind: 'drop_sold_out', tries: range(tries('drop_sold_out')) },
        { kind: 'not_eligible', tries: range(tries('not_eligible')) },
      ],
      proceeds: null,
      movedUp: null,
      givenToBots: range(courses.map(({ bots }) => bots?.given ?? 0n)),
    })
  })

  test('report no distribution without claims, and no sell-out time without one', () => {
    const none = { ...pepper, rules: [{ key: 'nft_ownership', operator: '>=', value: '0x2::pass::Pass' }] }
    const facts = [{ source: 'owned_objects', values: [{ share: 1, value: '0' }] }] as const
    expect(granted(simulateRuns({ drop: none, facts, arrivals: steady(5) }, 3, pureHashes))).toMatchObject({
      firstSeed: 0,
      soldOut: 0,
      soldOutAfterMs: null,
      largestAmount: null,
      claims: { p5: 0, p95: 0 },
      given: { p95: 0n },
    })
    const sold = granted(simulateRuns({ drop: { ...pepper, price: 1 }, arrivals: steady(5) }, 3, pureHashes))
    expect(sold.proceeds).toEqual({ p5: 5_000_000_000n, p50: 5_000_000_000n, p95: 5_000_000_000n })
  })

  test('are refused for the errors of one run, and for invalid seeds', () => {
    const bad = { ...simulation, drop: { ...pepper, title: '' } }
    expect(simulateRuns(bad, 2, pureHashes)).toMatchObject({ ok: false, error: { field: 'title' } })
    const last = { ...simulation, seed: Number.MAX_SAFE_INTEGER }
    expect(simulateRuns(last, 2, pureHashes)).toMatchObject({ ok: false, error: { field: 'seed' } })
  })

  test('are counted', () => {
    expect(simulateRuns(simulation, 0, pureHashes)).toMatchObject({ ok: false, error: { field: 'runs' } })
  })
})

describe('the recorded course', () => {
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
    const plan = {
      beginsAt: BEGINS_AT,
      listed: null,
      bots: null,
      currency: { decimals: 9 },
    } as unknown as Plan
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
    for (const [wallet, reason] of [
      null,
      'a pass',
      'a coin',
      'a coin',
      'a list',
      'a coin',
      'a list',
    ].entries())
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
})
