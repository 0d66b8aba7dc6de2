import { granted } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_AMOUNT } from '../../domain/amount.ts'
import { quantile, spreadOf } from './amount-spread.ts'
import { type Crowd, createChance, exponentialMs, gatherCrowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { readSimulation } from './read-simulation.ts'
import { Agenda } from './run-course.ts'

const BEGINS_AT = 500_000
const open = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '1000' } as const
const pepper = { ...open, tokenAmount: '10' }

const gather = (simulation: Partial<DropSimulation>, seed = 0): Crowd =>
  gatherCrowd(
    granted(
      readSimulation({
        drop: pepper,
        arrivals: simulation.wallets ? undefined : { model: 'steady', wallets: 100, overMs: 100_000 },
        beginsAt: BEGINS_AT,
        ...simulation,
      }),
    ),
    seed,
  )

/** Who tries when, counted from the beginning. */
const triesOf = ({ tries }: Crowd) =>
  Array.from({ length: tries.count }, (_, place) => ({
    wallet: tries.wallet(place),
    afterMs: tries.at(place) - BEGINS_AT,
  }))

describe('wallets with several claims', () => {
  test('claim as often as configured, at even distances, and the others claim once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 0.3, 0.7, 1),
        fc.integer({ min: 1, max: 4 }),
        fc.maxSafeNat(),
        (share, times, seed) => {
          const everyMs = 7_000
          const tries = triesOf(gather({ repeats: { share, times, everyMs } }, seed))
          let back = 0
          for (let wallet = 0; wallet < 100; wallet++) {
            const own = tries.filter((one) => one.wallet === wallet).map(({ afterMs }) => afterMs)
            const first = wallet * 1_000
            const all = Array.from({ length: times + 1 }, (_, n) => first + n * everyMs)
            if (own.length > 1) back++
            expect(own).toEqual(own.length > 1 ? all : [first])
          }
          expect(tries).toHaveLength(100 + back * times)
          expect(Math.abs(back - 100 * share)).toBeLessThan(25)
          if (share === 0 || share === 1) expect(back).toBe(100 * share)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('are tried for in the order of time, and at one instant in the order of their numbers', () => {
    const tries = triesOf(gather({ repeats: { share: 1, times: 2, everyMs: 500 } }))
    for (const [place, { afterMs }] of tries.entries())
      expect(afterMs).toBeGreaterThanOrEqual(tries[place - 1]?.afterMs ?? 0)
    const wallets = Array.from({ length: 50 }, (_, n) => ({ address: `0x${n + 1}`, afterMs: 9 }))
    expect(triesOf(gather({ wallets })).map(({ wallet }) => wallet)).toEqual(wallets.map((_, n) => n))
  })
})

test('a wallet that a list names several times is its first place everywhere', () => {
  const wallets = ['0xa', '0xb', '0x0b', '0xc', '0xb'].map((address, n) => ({ address, afterMs: n }))
  const crowd = gather({ wallets })
  expect(triesOf(crowd).map(({ wallet }) => wallet)).toEqual([0, 1, 1, 3, 1])
  expect(crowd.address(1)).toBe(crowd.address(2))
})

describe('bots', () => {
  const bots = { people: 2, walletsEach: 3, everyMs: 10 }
  const times = (simulation: Partial<DropSimulation>) => {
    const crowd = gather({ wallets: [{ address: '0xa', afterMs: 1 }], bots, ...simulation })
    expect([crowd.isBot(0), crowd.isBot(1), crowd.isBot(6), crowd.size]).toEqual([false, true, true, 7])
    return triesOf(crowd)
      .filter(({ wallet }) => crowd.isBot(wallet))
      .map(({ wallet, afterMs }) => [wallet, afterMs])
  }

  test('arrive one after another, behind all others', () => {
    expect(times({})).toEqual([
      [1, 0],
      [2, 0],
      [3, 10],
      [4, 10],
      [5, 20],
      [6, 20],
    ])
  })

  test('wait for a drop that has not begun, and for none that has', () => {
    const startsAt = BEGINS_AT + 1_000
    const scheduled = { ...pepper, status: 'SCHEDULED', startsAt } as const
    expect(times({ drop: scheduled })[0]).toEqual([1, 1_000])
    expect(times({ drop: { ...scheduled, startsAt: BEGINS_AT - 1_000 } })[0]).toEqual([1, 0])
  })
})

describe('a wallet asks for', () => {
  const asked = (crowd: Crowd) => Array.from({ length: crowd.size }, (_, wallet) => crowd.asks(wallet))

  test('an amount between two bounds, both included, each as often as the others', () => {
    const arrivals = { model: 'steady', wallets: 900, overMs: 900_000 } as const
    const amounts = asked(gather({ drop: open, arrivals, asks: { least: '3', most: '5' } }))
    expect(new Set(amounts)).toEqual(new Set([3n, 4n, 5n]))
    for (const amount of [3n, 4n, 5n])
      expect(amounts.filter((one) => one === amount).length / 900).toBeCloseTo(1 / 3, 1)
    expect(new Set(asked(gather({ drop: open, asks: { least: '7', most: '7' } })))).toEqual(new Set([7n]))
  })

  test('the values of its list, and the defaults otherwise', () => {
    const wallets = [{ address: '0xa', asks: '900' }, { address: '0xb' }].map((one, n) => ({
      ...one,
      afterMs: n,
    }))
    expect(asked(gather({ drop: open, wallets, asks: { least: '3', most: '3' } }))).toEqual([900n, 3n])
    const own = wallets.map((one) => ({ ...one, asks: '8' }))
    expect(asked(gather({ drop: open, wallets: own }))).toEqual([8n, 8n])
    expect(asked(gather({}))[0]).toBeNull()
  })
})

test('returns due entries, the earliest first, and in insertion order at the same instant', () => {
  const instants = fc.array(fc.nat({ max: 20 }), { maxLength: 60 })
  fc.assert(
    fc.property(instants, instants, fc.nat({ max: 20 }), (first, second, by) => {
      const agenda = new Agenda<number>()
      const entries = [...first, ...second].map((at, order) => ({ at, order, what: order }))
      const takeAll = (end: number) => {
        const taken = []
        for (let next = agenda.takeDue(end); next; next = agenda.takeDue(end)) taken.push(next)
        return taken
      }
      const inOrder = (all: typeof entries) =>
        all.toSorted((one, other) => one.at - other.at || one.order - other.order)

      for (const { at, what } of entries.slice(0, first.length)) agenda.put(at, what)
      const early = entries.slice(0, first.length)
      expect(takeAll(by)).toEqual(inOrder(early.filter(({ at }) => at <= by)))
      for (const { at, what } of entries.slice(first.length)) agenda.put(at, what)
      const left = [...early.filter(({ at }) => at > by), ...entries.slice(first.length)]
      expect(takeAll(Number.POSITIVE_INFINITY)).toEqual(inOrder(left))
    }),
  )
})

const HOW_MANY = 20_000

const answersTo = (seed: number, query: string): readonly number[] => {
  const answer = createChance(seed)(query)
  return Array.from({ length: HOW_MANY }, (_, index) => answer(index))
}

test('answers the same to the same question about the same one', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.string(), fc.nat(), (seed, query, index) => {
      const answer = createChance(seed)(query)(index)
      expect(createChance(seed)(query)(index)).toBe(answer)
      expect(answer >= 0 && answer < 1).toBe(true)
    }),
  )
})

test('answers as it always has, so that the course of a seed that was noted can be seen again', () => {
  const answer = createChance(7)('when does it come')
  expect([0, 1, 2].map((index) => Math.floor(answer(index) * 2 ** 32))).toEqual([
    3_474_764_496, 3_060_268_557, 3_283_176_182,
  ])
  expect(Math.floor(createChance(2 ** 40 + 7)('when does it come')(0) * 2 ** 32)).toBe(2_849_075_768)
})

test('spreads its answers evenly, and those to two questions or of two seeds have nothing to do with each other', () => {
  const asked = [
    answersTo(0, 'when'),
    answersTo(0, 'what'),
    answersTo(1, 'when'),
    answersTo(2 ** 32, 'when'),
    answersTo(Number.MAX_SAFE_INTEGER, 'when'),
  ]
  for (const answers of asked) {
    const tenths = Array.from(
      { length: 10 },
      (_, n) => answers.filter((one) => Math.floor(one * 10) === n).length,
    )
    for (const count of tenths) expect(Math.abs(count / HOW_MANY - 0.1)).toBeLessThan(0.01)
    for (const others of asked.filter((one) => one !== answers)) {
      const product = answers.reduce((sum, one, place) => sum + (one - 0.5) * ((others[place] ?? 0) - 0.5), 0)
      expect(Math.abs((12 * product) / HOW_MANY)).toBeLessThan(0.04)
    }
  }
})

test('draws exponential durations with the given mean', () => {
  const times = answersTo(3, 'how long').map((answer) => exponentialMs(1_000, answer))
  expect(times.reduce((sum, ms) => sum + ms, 0) / HOW_MANY / 1_000).toBeCloseTo(1, 1)
  expect(times.filter((ms) => ms < 1_000 * Math.log(2)).length / HOW_MANY).toBeCloseTo(0.5, 1)
  expect(exponentialMs(0, 0.999)).toBe(0)
})

const amounts = fc.array(fc.oneof(fc.bigInt(0n, MAX_AMOUNT), fc.bigInt(0n, 50n)), {
  minLength: 1,
  maxLength: 500,
})

test('counts each amount, and their exact sum', () => {
  expect(spreadOf([5n, 1n, 4n, 2n, 3n, 9n, 8n, 7n, 6n, 10n])).toMatchObject({
    count: 10,
    sum: 55n,
    least: 1n,
    median: 5n,
    mean: 5.5,
    p90: 9n,
    most: 10n,
  })
  expect(spreadOf([MAX_AMOUNT, MAX_AMOUNT])).toMatchObject({ sum: 2n * MAX_AMOUNT, median: MAX_AMOUNT })
  expect(spreadOf([])).toBeNull()
})

test('counts each amount in one range, and the ranges lie side by side from the least to the most', () => {
  fc.assert(
    fc.property(amounts, (all) => {
      const { histogram = [], least, most } = spreadOf(all) ?? {}
      expect(histogram.length).toBeLessThanOrEqual(Math.min(20, Math.ceil(Math.sqrt(all.length))))
      expect([histogram[0]?.from, histogram.at(-1)?.to]).toEqual([least, most])
      histogram.forEach(({ from, to, count }, place) => {
        if (place > 0) expect(from).toBe((histogram[place - 1]?.to ?? 0n) + 1n)
        expect(count).toBe(all.filter((amount) => amount >= from && amount <= to).length)
      })
    }),
    { numRuns: 100 },
  )
})

test('makes ranges of equal width, of which the last one ends with the most', () => {
  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, n) => BigInt(n))
  expect(spreadOf(upTo(20))?.histogram).toEqual([
    { from: 0n, to: 4n, count: 5 },
    { from: 5n, to: 9n, count: 5 },
    { from: 10n, to: 14n, count: 5 },
    { from: 15n, to: 19n, count: 5 },
    { from: 20n, to: 20n, count: 1 },
  ])
  expect(spreadOf(upTo(9_999))?.histogram).toHaveLength(20)
  expect(spreadOf([100n, 102n, 104n, 106n])?.histogram).toEqual([
    { from: 100n, to: 103n, count: 2 },
    { from: 104n, to: 106n, count: 2 },
  ])
})

test('takes as a quantile the smallest value that so large a part is not above', () => {
  const sorted = [10, 20, 30, 40]
  expect([0, 0.25, 0.26, 0.5, 0.95, 1].map((part) => quantile(sorted, part))).toEqual([
    10, 10, 20, 20, 40, 40,
  ])
  expect(quantile([], 0.5)).toBeUndefined()
})
