import { granted } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Crowd, gatherCrowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { readSimulation } from './read-simulation.ts'

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
