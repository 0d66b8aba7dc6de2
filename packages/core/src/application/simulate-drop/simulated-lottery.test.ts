import { granted, pureHashes } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BEACON_MARGIN_MS } from '../../domain/claim-order.ts'
import type { DropSimulation, SimulatedTerms } from './drop-simulation.ts'
import { simulateDrop, simulateRuns } from './simulate-drop.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const raffle: SimulatedTerms = {
  title: 'Pepper',
  type: 'TOKEN',
  claimType: 'REGULAR',
  maxAmount: '100',
  tokenAmount: '10',
  supply: 10,
  admission: 'LOTTERY',
  entriesCloseAt: HOUR_MS,
  claimWindowSeconds: 3_600,
}

const always: DropSimulation = {
  drop: raffle,
  beginsAt: 0,
  arrivals: { model: 'steady', wallets: 50, overMs: 50 * MINUTE_MS },
  winners: { meanMs: MINUTE_MS },
}

const simulate = (simulation: Partial<DropSimulation> = {}) =>
  granted(simulateDrop({ ...always, ...simulation }, pureHashes))

describe('the lottery of a simulated drop', () => {
  test('enters every wallet, and gives all items to the first wave if all of its wallets claim', () => {
    const course = simulate()
    expect(course).toMatchObject({
      status: 'SOLD_OUT',
      given: 100n,
      tries: { all: 50, claimed: 10, again: 0, lapsed: 0, waiting: 40, refused: 0 },
      wallets: { came: 50, served: 10, emptyHanded: 40 },
      lottery: { entries: 50, waves: 1, winners: 10, movedUp: 0, leftOver: 0 },
    })
    // The first round that is published after the margin.
    expect(course.lottery?.drawnAfterMs).toBe(HOUR_MS + Math.ceil(BEACON_MARGIN_MS / 3_000) * 3_000)
    expect(course.soldOutAfterMs).toBeGreaterThan(course.lottery?.drawnAfterMs ?? Number.NaN)
  })

  test('admits the waiting list when a window ends with items left', () => {
    const course = simulate({ winners: { claimedShare: 0 } })
    const drawnAfterMs = course.lottery?.drawnAfterMs ?? Number.NaN
    expect(course).toMatchObject({
      status: 'ACTIVE',
      given: 0n,
      tries: { claimed: 0, lapsed: 50, waiting: 0 },
      lottery: { entries: 50, waves: 5, winners: 10, movedUp: 40, leftOver: 10 },
    })
    expect(course.timeline.at(-1)?.afterMs).toBe(drawnAfterMs + 5 * HOUR_MS)
    const half = simulate({ winners: { claimedShare: 0.5, meanMs: 0 } })
    expect(half).toMatchObject({ status: 'SOLD_OUT', tries: { claimed: 10 }, lottery: { leftOver: 0 } })
    expect(half.tries.lapsed).toBe(10 + (half.lottery?.movedUp ?? 0) - half.tries.claimed)
    expect(half.lottery?.movedUp).toBeGreaterThan(0)
  })

  test('gives the items of unused vouchers to the waiting list after the window', () => {
    const course = simulate({ vouchers: { usedShare: 0 }, settings: { voucherLifetimeMs: 2 * HOUR_MS } })
    expect(course).toMatchObject({ given: 0n, released: 50, tries: { claimed: 50, waiting: 0 } })
    expect(course.lottery).toMatchObject({ movedUp: 40, leftOver: 10 })
    expect(course.reopened).toBe(5)
  })

  test('refuses entries after the close and entries that the rules refuse', () => {
    const late = simulate({ arrivals: { model: 'steady', wallets: 100, overMs: 100 * MINUTE_MS } })
    expect(late).toMatchObject({
      tries: { all: 100, claimed: 10, waiting: 50, refused: 40 },
      refusals: [{ kind: 'entries_closed', tries: 40, wallets: 40 }],
      lottery: { entries: 60 },
    })
    const gated = simulate({
      drop: { ...raffle, rules: [{ key: 'nft_ownership', operator: '>=', value: '0x2::pass::Pass' }] },
      facts: [{ source: 'owned_objects', values: [{ share: 0.5, value: '1' }] }],
    })
    expect(gated.refusals).toMatchObject([{ kind: 'not_eligible' }])
    expect(gated.tries.refused + (gated.lottery?.entries ?? 0)).toBe(50)
  })

  test('counts one entry for a wallet that enters twice', () => {
    const repeats = { share: 1, times: 1, everyMs: HOUR_MS }
    expect(simulate({ repeats })).toMatchObject({
      tries: { all: 100, claimed: 10, again: 50, waiting: 40 },
      lottery: { entries: 50 },
    })
  })

  test('has items left over if there are fewer entries than items', () => {
    const course = simulate({ arrivals: { model: 'steady', wallets: 3, overMs: HOUR_MS / 2 } })
    expect(course).toMatchObject({
      status: 'ACTIVE',
      tries: { claimed: 3, waiting: 0 },
      lottery: { entries: 3, winners: 3, movedUp: 0, leftOver: 7 },
    })
    const empty = simulate({
      arrivals: { model: 'steady', wallets: 1, overMs: 1 },
      beginsAt: 0,
      repeats: undefined,
      drop: { ...raffle, startsAt: MINUTE_MS, status: 'SCHEDULED' },
    })
    expect(empty).toMatchObject({
      refusals: [{ kind: 'drop_not_started' }],
      lottery: { entries: 0, waves: 0, winners: 0, leftOver: 10 },
    })
  })

  test('admits no second wave if the drop ends with the window of the first one', () => {
    const short = simulate({
      drop: { ...raffle, claimDeadline: 2 * HOUR_MS },
      winners: { claimedShare: 0.5 },
    })
    expect(short).toMatchObject({ status: 'ENDED', lottery: { winners: 10, movedUp: 0 } })
  })

  test('gives random amounts', () => {
    const course = simulate({ drop: { ...raffle, maxAmount: '1000', tokenAmount: '0' } })
    expect(course).toMatchObject({ given: 1_000n, amounts: { count: 10 }, lottery: { leftOver: 0 } })
  })

  test('has the same winners with the same seed, and others with another seed', () => {
    const wallets = Array.from({ length: 40 }, (_, n) => ({
      address: `0x${(n + 1).toString(16)}`,
      afterMs: n,
    }))
    const winnersOf = (seed: number) =>
      simulate({ seed, wallets, arrivals: undefined }).listed?.filter(({ claims }) => claims > 0)
    expect(winnersOf(1)).toHaveLength(10)
    expect(winnersOf(1)).toEqual(winnersOf(1))
    expect(winnersOf(1)).not.toEqual(winnersOf(2))
  })

  test('is part of the spread over many seeds', () => {
    const spread = granted(simulateRuns({ ...always, winners: { claimedShare: 0 } }, 3, pureHashes))
    expect(spread.movedUp).toEqual({ p5: 40, p50: 40, p95: 40 })
    const { admission: _, entriesCloseAt: __, claimWindowSeconds: ___, ...plain } = raffle
    expect(granted(simulateRuns({ ...always, drop: plain }, 3, pureHashes)).movedUp).toBeNull()
  })

  test('accounts for every attempt and every item', () => {
    const anyHabits = fc.record({
      claimedShare: fc.double({ min: 0, max: 1, noNaN: true }),
      meanMs: fc.integer({ min: 0, max: 3 * HOUR_MS }),
      usedShare: fc.constantFrom(0, 0.5, 1),
      voucherLifetimeMs: fc.integer({ min: MINUTE_MS, max: 3 * HOUR_MS }),
      wallets: fc.integer({ min: 1, max: 80 }),
      share: fc.constantFrom(0, 0.5),
      seed: fc.nat(),
    })
    fc.assert(
      fc.property(
        anyHabits,
        ({ claimedShare, meanMs, usedShare, voucherLifetimeMs, wallets, share, seed }) => {
          const { tries, lottery, released, amounts } = simulate({
            arrivals: { model: 'poisson', wallets, overMs: 70 * MINUTE_MS },
            winners: { claimedShare, meanMs },
            vouchers: { usedShare },
            settings: { voucherLifetimeMs },
            repeats: { share, times: 1, everyMs: 20 * MINUTE_MS },
            seed,
          })
          if (lottery === null) throw new Error('a drop with a lottery')
          expect(tries.claimed + tries.again + tries.lapsed + tries.waiting + tries.refused).toBe(tries.all)
          expect(tries.claimed + tries.lapsed + tries.waiting).toBe(lottery.entries)
          expect(lottery.winners + lottery.movedUp + tries.waiting).toBe(lottery.entries)
          expect((amounts?.count ?? 0) + lottery.leftOver).toBe(10)
          expect(tries.claimed - released).toBe(amounts?.count ?? 0)
          // No wallet waits while there are items.
          if (tries.waiting > 0) expect(lottery.leftOver).toBe(0)
        },
      ),
    )
  })
})

describe('a lottery that cannot be simulated', () => {
  test.each<[string, Partial<DropSimulation>]>([
    ['beginsAt', { beginsAt: undefined }],
    ['entriesCloseAt', { beginsAt: 2 * HOUR_MS }],
    ['price', { drop: { ...raffle, price: 1 } }],
    ['claimWindowSeconds', { drop: { ...raffle, claimWindowSeconds: 1 } }],
    ['winners', { winners: [] as never }],
    ['winners.claimedShare', { winners: { claimedShare: 2 } }],
    ['winners.meanMs', { winners: { meanMs: -1 } }],
  ])('is refused for its %s', (field, simulation) => {
    expect(simulateDrop({ ...always, ...simulation }, pureHashes)).toMatchObject({
      ok: false,
      error: { kind: 'bad_user_input', field },
    })
  })
})
