import { granted, pureHashes } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pepper, steady } from '../../../test/any-simulation.ts'
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

// What becomes of a claim or a purchase in the course of a simulation, one habit at a time.

const DAY_MS = 86_400_000

const priced: SimulatedTerms = { ...pepper, price: 1 }

/** One wallet a second, unless told. */
const simulateArrivals = (wallets: number, simulation: Partial<DropSimulation> = {}) =>
  granted(simulateDrop({ drop: pepper, arrivals: steady(wallets), ...simulation }, pureHashes))

const endOf = ({ timeline }: ReturnType<typeof simulateArrivals>) => timeline.at(-1)?.afterMs

describe('an unused voucher', () => {
  const unused = { usedShare: 0 }

  test('is released once it has run out, with the others that have by then', () => {
    const settings = { voucherLifetimeMs: MINUTE_MS, expiryMarginMs: 5_000 }
    const one = simulateArrivals(1, { vouchers: unused, settings })
    expect(one).toMatchObject({ released: 1, given: 0n, amounts: null })
    expect(endOf(one)).toBe(MINUTE_MS + 5_000)
    const many = simulateArrivals(20, { vouchers: unused, settings })
    expect(many).toMatchObject({ released: 20, given: 0n })
    // Five at a time: those of the five seconds since the first of them ran out.
    expect(endOf(many)).toBe(15_000 + MINUTE_MS + 5_000)
  })

  test('is released in the first instant after its last one where no margin is left', () => {
    const settings = { voucherLifetimeMs: MINUTE_MS, expiryMarginMs: 0 }
    const course = simulateArrivals(3, { vouchers: unused, settings })
    expect(course).toMatchObject({ released: 3, given: 0n })
    expect(endOf(course)).toBe(2_000 + MINUTE_MS + 1)
  })

  test('is renewed for a wallet that claims again before its release, and is released after the new expiry', () => {
    const settings = { voucherLifetimeMs: MINUTE_MS, expiryMarginMs: 10 * MINUTE_MS }
    const repeats = { share: 1, times: 1, everyMs: 2 * MINUTE_MS }
    const course = simulateArrivals(5, { vouchers: unused, settings, repeats })
    expect(course.tries).toMatchObject({ all: 10, claimed: 5, again: 5 })
    expect(course).toMatchObject({ released: 5, given: 0n })
    const used = simulateArrivals(5, { vouchers: { usedShare: 1, meanMs: 0 }, settings, repeats })
    expect(used).toMatchObject({ released: 0, given: 50n })
  })

  test('leaves its wallet its other claims, and no more', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { tries, released, amounts, wallets, given } = simulateArrivals(20, {
        drop: { ...pepper, maxPerWallet: 3 },
        vouchers: { usedShare: 0.5, meanMs: 1_000 },
        settings: { voucherLifetimeMs: MINUTE_MS },
        repeats: { share: 1, times: 3, everyMs: 10 * MINUTE_MS },
        seed,
      })
      expect(released).toBeGreaterThan(0)
      expect(amounts?.count).toBe(tries.claimed - released)
      expect(given).toBe(10n * BigInt(tries.claimed - released))
      expect(wallets.served).toBeLessThanOrEqual(20)
    }
  })
})

test('a voucher that would be used after it has run out is not used', () => {
  const settings = { voucherLifetimeMs: 1_000, expiryMarginMs: DAY_MS }
  const { wallets, released } = simulateArrivals(20, {
    vouchers: { usedShare: 1, meanMs: 100_000 },
    settings,
  })
  expect(wallets.served).toBeLessThan(3)
  expect(released).toBe(20 - wallets.served)
})

test('a random amount is delivered so long after its draw', () => {
  const drop = { ...pepper, tokenAmount: '0', supply: 5 }
  const course = simulateArrivals(5, { drop, deliveryMs: 7_000 })
  expect(course).toMatchObject({ given: 1_000n, released: 0 })
  expect(endOf(course)).toBe(4_000 + 7_000)
})

describe('a buyer', () => {
  test('pays after a while and has the item then, or never', () => {
    const all = simulateArrivals(20, { drop: priced, payments: { paidShare: 1, meanMs: MINUTE_MS } })
    const money = { currency: 'SUI', decimals: 9, proceeds: 20_000_000_000n, owed: 0n }
    expect(all).toMatchObject({ sales: { begun: 20, paid: 20, ...money }, given: 200n })
    expect(all.tries).toMatchObject({ claimed: 20, lapsed: 0, inReview: 0 })
    expect(all.lastClaimAfterMs).toBeGreaterThan(20_000)
    const none = simulateArrivals(20, { drop: priced, payments: { paidShare: 0 } })
    expect(none).toMatchObject({ sales: { begun: 20, paid: 0, proceeds: 0n }, given: 0n })
    expect(none.tries).toMatchObject({ claimed: 0, lapsed: 20 })
  })

  test('a wallet that returns while a purchase is open continues that one', () => {
    const repeats = { share: 1, times: 2, everyMs: 1_000 }
    const { sales, tries } = simulateArrivals(10, { drop: priced, payments: { paidShare: 0 }, repeats })
    expect(sales?.begun).toBe(10)
    expect(tries).toMatchObject({ all: 30, again: 20, lapsed: 10 })
  })

  test('a wallet that returns after its expiry starts another one', () => {
    const repeats = { share: 1, times: 1, everyMs: 20 * MINUTE_MS }
    const { sales, tries } = simulateArrivals(10, { drop: priced, payments: { paidShare: 0 }, repeats })
    expect(sales?.begun).toBe(20)
    expect(tries).toMatchObject({ again: 0, lapsed: 20 })
  })

  test('a wallet that returns after all items are claimed buys more', () => {
    const repeats = { share: 1, times: 2, everyMs: 30 * MINUTE_MS }
    const course = simulateArrivals(10, { drop: priced, payments: { meanMs: 1_000 }, repeats })
    expect(course).toMatchObject({ sales: { begun: 30, paid: 30, owed: 0n }, given: 300n })
    expect(course).toMatchObject({ wallets: { served: 10 }, amounts: { count: 30 } })
  })

  test('a payment after the end of the watch is not made', () => {
    const settings = { paymentLifetimeMs: 1_000, latePaymentWatchMs: 0 }
    const payments = { paidShare: 1, meanMs: DAY_MS }
    const { sales, tries } = simulateArrivals(20, { drop: priced, payments, settings })
    expect([sales?.paid, tries.lapsed]).toEqual([0, 20])
  })

  test('a payment that is too late for the last item goes to review', () => {
    const settings = { paymentLifetimeMs: 500, latePaymentWatchMs: DAY_MS }
    const payments = { paidShare: 1, meanMs: MINUTE_MS }
    const { sales, tries, given, wallets } = simulateArrivals(20, {
      drop: { ...priced, supply: 1, maxAmount: '10' },
      payments,
      settings,
    })
    expect(tries.inReview).toBeGreaterThan(0)
    expect(tries.claimed + tries.inReview).toBe(sales?.paid)
    expect([given, wallets.served]).toEqual([10n * BigInt(tries.claimed), tries.claimed])
  })
})

describe('a wallet that may claim', () => {
  test.each(['OPEN', 'WALLET', 'OWNER'] as const)('is admitted by the drop: %s', (claimAccess) => {
    expect(simulateArrivals(20, { drop: { ...pepper, claimAccess } }).tries).toMatchObject({
      all: 20,
      claimed: 20,
    })
  })

  test('is judged by its claims in the same run', () => {
    const rules = [{ key: 'claim_count', operator: '<', value: '2' }]
    const { tries, refusals, amounts } = simulateArrivals(10, {
      drop: { ...pepper, rules, maxPerWallet: 5 },
      repeats: { share: 1, times: 3, everyMs: MINUTE_MS },
      vouchers: { meanMs: 0 },
    })
    expect(tries).toMatchObject({ all: 40, claimed: 20, refused: 20 })
    expect(refusals).toMatchObject([{ kind: 'not_eligible', tries: 20, wallets: 0 }])
    expect(amounts?.count).toBe(20)
    const unused = simulateArrivals(10, {
      drop: { ...pepper, rules: [{ key: 'claim_count', operator: '>=', value: '1' }] },
      vouchers: { usedShare: 0 },
    })
    expect(unused.tries).toMatchObject({ claimed: 0, refused: 10 })
  })

  test('is judged by confirmed claims, and not by open vouchers', () => {
    const streak = {
      drop: {
        ...pepper,
        claimType: 'STREAK',
        rules: [{ key: 'claim_count', operator: '<', value: '1' }],
      },
      settings: { voucherLifetimeMs: 5 * DAY_MS },
      repeats: { share: 1, times: 2, everyMs: DAY_MS },
    } as const
    const unused = simulateArrivals(10, { ...streak, vouchers: { usedShare: 0 } })
    expect(unused.tries).toMatchObject({ all: 30, claimed: 30 })
    expect(unused).toMatchObject({ released: 30, given: 0n })
    const used = simulateArrivals(10, { ...streak, vouchers: { meanMs: 1_000 } })
    expect(used.tries).toMatchObject({ claimed: 10, refused: 20 })
    expect(used).toMatchObject({ released: 0, given: 100n })
  })
})

test('of several vouchers of one wallet each is used or runs out for itself', () => {
  for (let seed = 0; seed < 20; seed++) {
    const course = simulateArrivals(1, {
      drop: { ...pepper, claimType: 'STREAK', tokenAmount: null },
      asks: { least: '10', most: '10' },
      settings: { voucherLifetimeMs: 5 * DAY_MS },
      vouchers: { usedShare: 0.5, meanMs: 3 * DAY_MS },
      repeats: { share: 1, times: 3, everyMs: DAY_MS },
      seed,
    })
    expect(course.tries).toMatchObject({ all: 4, claimed: 4 })
    expect(course.amounts?.count ?? 0).toBe(4 - course.released)
    expect(course.given).toBe(10n * BigInt(4 - course.released))
  }
})
