// What becomes of a claim or a purchase in the course of a simulation, one habit at a time.

import { granted, pureHashes } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { pepper, steady } from '../../../test/any-simulation.ts'
import type { DropSimulation, SimulatedTerms } from './drop-simulation.ts'
import { simulateDrop } from './simulate-drop.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const priced: SimulatedTerms = { ...pepper, price: 1 }

/** One wallet a second, unless told. */
const simulate = (wallets: number, simulation: Partial<DropSimulation> = {}) =>
  granted(simulateDrop({ drop: pepper, arrivals: steady(wallets), ...simulation }, pureHashes))

const endOf = ({ timeline }: ReturnType<typeof simulate>) => timeline.at(-1)?.afterMs

describe('an unused voucher', () => {
  const unused = { usedShare: 0 }

  test('is released once it has run out, with the others that have by then', () => {
    const settings = { voucherLifetimeMs: MINUTE_MS, expiryMarginMs: 5_000 }
    const one = simulate(1, { vouchers: unused, settings })
    expect(one).toMatchObject({ released: 1, given: 0n, amounts: null })
    expect(endOf(one)).toBe(MINUTE_MS + 5_000)
    const many = simulate(20, { vouchers: unused, settings })
    expect(many).toMatchObject({ released: 20, given: 0n })
    // Five at a time: those of the five seconds since the first of them ran out.
    expect(endOf(many)).toBe(15_000 + MINUTE_MS + 5_000)
  })

  test('is released in the first instant after its last one where no margin is left', () => {
    const settings = { voucherLifetimeMs: MINUTE_MS, expiryMarginMs: 0 }
    const course = simulate(3, { vouchers: unused, settings })
    expect(course).toMatchObject({ released: 3, given: 0n })
    expect(endOf(course)).toBe(2_000 + MINUTE_MS + 1)
  })

  test('is renewed for a wallet that claims again before its release, and is released after the new expiry', () => {
    const settings = { voucherLifetimeMs: MINUTE_MS, expiryMarginMs: 10 * MINUTE_MS }
    const repeats = { share: 1, times: 1, everyMs: 2 * MINUTE_MS }
    const course = simulate(5, { vouchers: unused, settings, repeats })
    expect(course.tries).toMatchObject({ all: 10, claimed: 5, again: 5 })
    expect(course).toMatchObject({ released: 5, given: 0n })
    const used = simulate(5, { vouchers: { usedShare: 1, meanMs: 0 }, settings, repeats })
    expect(used).toMatchObject({ released: 0, given: 50n })
  })

  test('leaves its wallet its other claims, and no more', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { tries, released, amounts, wallets, given } = simulate(20, {
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
  const { wallets, released } = simulate(20, { vouchers: { usedShare: 1, meanMs: 100_000 }, settings })
  expect(wallets.served).toBeLessThan(3)
  expect(released).toBe(20 - wallets.served)
})

test('a random amount is delivered so long after its draw', () => {
  const drop = { ...pepper, tokenAmount: '0', supply: 5 }
  const course = simulate(5, { drop, deliveryMs: 7_000 })
  expect(course).toMatchObject({ given: 1_000n, released: 0 })
  expect(endOf(course)).toBe(4_000 + 7_000)
})

describe('a buyer', () => {
  test('pays after a while and has the item then, or never', () => {
    const all = simulate(20, { drop: priced, payments: { paidShare: 1, meanMs: MINUTE_MS } })
    const money = { currency: 'SUI', decimals: 9, proceeds: 20_000_000_000n, owed: 0n }
    expect(all).toMatchObject({ sales: { begun: 20, paid: 20, ...money }, given: 200n })
    expect(all.tries).toMatchObject({ claimed: 20, lapsed: 0, inReview: 0 })
    expect(all.lastClaimAfterMs).toBeGreaterThan(20_000)
    const none = simulate(20, { drop: priced, payments: { paidShare: 0 } })
    expect(none).toMatchObject({ sales: { begun: 20, paid: 0, proceeds: 0n }, given: 0n })
    expect(none.tries).toMatchObject({ claimed: 0, lapsed: 20 })
  })

  test('a wallet that returns while a purchase is open continues that one', () => {
    const repeats = { share: 1, times: 2, everyMs: 1_000 }
    const { sales, tries } = simulate(10, { drop: priced, payments: { paidShare: 0 }, repeats })
    expect(sales?.begun).toBe(10)
    expect(tries).toMatchObject({ all: 30, again: 20, lapsed: 10 })
  })

  test('a wallet that returns after its expiry starts another one', () => {
    const repeats = { share: 1, times: 1, everyMs: 20 * MINUTE_MS }
    const { sales, tries } = simulate(10, { drop: priced, payments: { paidShare: 0 }, repeats })
    expect(sales?.begun).toBe(20)
    expect(tries).toMatchObject({ again: 0, lapsed: 20 })
  })

  test('a wallet that returns after all items are claimed buys more', () => {
    const repeats = { share: 1, times: 2, everyMs: 30 * MINUTE_MS }
    const course = simulate(10, { drop: priced, payments: { meanMs: 1_000 }, repeats })
    expect(course).toMatchObject({ sales: { begun: 30, paid: 30, owed: 0n }, given: 300n })
    expect(course).toMatchObject({ wallets: { served: 10 }, amounts: { count: 30 } })
  })

  test('a payment after the end of the watch is not made', () => {
    const settings = { paymentLifetimeMs: 1_000, latePaymentWatchMs: 0 }
    const payments = { paidShare: 1, meanMs: DAY_MS }
    const { sales, tries } = simulate(20, { drop: priced, payments, settings })
    expect([sales?.paid, tries.lapsed]).toEqual([0, 20])
  })

  test('a payment that is too late for the last item goes to review', () => {
    const settings = { paymentLifetimeMs: 500, latePaymentWatchMs: DAY_MS }
    const payments = { paidShare: 1, meanMs: MINUTE_MS }
    const { sales, tries, given, wallets } = simulate(20, {
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
    expect(simulate(20, { drop: { ...pepper, claimAccess } }).tries).toMatchObject({ all: 20, claimed: 20 })
  })

  test('is judged by its claims in the same run', () => {
    const rules = [{ key: 'claim_count', operator: '<', value: '2' }]
    const { tries, refusals, amounts } = simulate(10, {
      drop: { ...pepper, rules, maxPerWallet: 5 },
      repeats: { share: 1, times: 3, everyMs: MINUTE_MS },
      vouchers: { meanMs: 0 },
    })
    expect(tries).toMatchObject({ all: 40, claimed: 20, refused: 20 })
    expect(refusals).toMatchObject([{ kind: 'not_eligible', tries: 20, wallets: 0 }])
    expect(amounts?.count).toBe(20)
    const unused = simulate(10, {
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
    const unused = simulate(10, { ...streak, vouchers: { usedShare: 0 } })
    expect(unused.tries).toMatchObject({ all: 30, claimed: 30 })
    expect(unused).toMatchObject({ released: 30, given: 0n })
    const used = simulate(10, { ...streak, vouchers: { meanMs: 1_000 } })
    expect(used.tries).toMatchObject({ claimed: 10, refused: 20 })
    expect(used).toMatchObject({ released: 0, given: 100n })
  })
})

test('of several vouchers of one wallet each is used or runs out for itself', () => {
  for (let seed = 0; seed < 20; seed++) {
    const course = simulate(1, {
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
