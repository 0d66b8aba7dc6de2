import { OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import {
  type Award,
  EMPTY_TALLY,
  freeAmount,
  freeItems,
  isSoldOut,
  itemAmount,
  type Price,
  percentClaimed,
  walletLimit,
} from './drop.ts'

const open: Award = { kind: 'open' }
const fixed: Award = { kind: 'fixed', amount: amountOf(10n) }
const random: Award = { kind: 'random', commitment: '00', seed: 'sealed' }
const price: Price = { atomic: 5n, currency: 'SUI' }
const pool = amountOf(100n)

test.each<[bigint, Award, number | null, Price | null]>([
  [10n, fixed, null, null],
  [10n, fixed, 3, price],
  [33n, open, 3, price],
  [1n, open, 3, null],
  [1n, open, null, price],
  [1n, random, 3, price],
])('one more claim takes %s at least, of %o with a supply of %s at %o', (amount, award, supply, priced) => {
  expect(itemAmount({ award, pool, supply, price: priced })).toBe(amount)
})

describe('of a pool', () => {
  const tally = {
    ...EMPTY_TALLY,
    reservedAmount: amountOf(60n),
    reservedCount: 6,
    heldAmount: amountOf(30n),
    heldItems: 3,
  }

  test('the free amount is neither reserved nor held', () => {
    expect(freeAmount(pool, tally)).toBe(10n)
    expect(freeAmount(amountOf(90n), tally)).toBe(0n)
    expect(() => freeAmount(amountOf(89n), tally)).toThrow('invariant broken')
    expect([null, 9, 12].map((supply) => freeItems(supply, tally))).toEqual([Number.POSITIVE_INFINITY, 0, 3])
  })

  test('the claimed share is reserved, in percent', () => {
    const drop = sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(3n) })
    const claimed = (reservedAmount: bigint) =>
      percentClaimed({ ...drop, tally: { ...EMPTY_TALLY, reservedAmount: amountOf(reservedAmount) } })
    expect([0n, 1n, 3n].map(claimed)).toEqual([0, 100 / 3, 100])
  })

  test('a drop is sold out when no further item fits beside the reserved ones', () => {
    const terms = { award: fixed, pool, supply: 7, price: null }
    expect(isSoldOut(terms, tally)).toBe(false)
    expect(isSoldOut({ ...terms, supply: 6 }, tally)).toBe(true)
    expect(isSoldOut({ ...terms, supply: null }, tally)).toBe(false)
    expect(isSoldOut({ ...terms, pool: amountOf(70n) }, tally)).toBe(false)
    expect(isSoldOut({ ...terms, pool: amountOf(69n) }, tally)).toBe(true)
  })
})

test('a wallet claims once where nothing is said, and as often as it pays where that costs something', () => {
  expect(walletLimit({ maxPerWallet: null, price: null })).toBe(1)
  expect(walletLimit({ maxPerWallet: null, price })).toBe(Number.POSITIVE_INFINITY)
  expect(walletLimit({ maxPerWallet: 3, price })).toBe(3)
})
