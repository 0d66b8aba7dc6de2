import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyWallet } from '../testing/index.ts'
import type { Address } from './address.ts'
import { amountOf } from './amount.ts'
import {
  giveBack,
  homePart,
  isRebalancingDue,
  type PoolPart,
  splitPool,
  takeFromParts,
} from './split-pool.ts'

const sumOf = (parts: readonly PoolPart[], of: (part: PoolPart) => bigint) =>
  parts.reduce((sum, part) => sum + of(part), 0n)

const poolOf = (parts: readonly PoolPart[]) => sumOf(parts, ({ pool }) => pool)
const supplyOf = (parts: readonly PoolPart[]) => sumOf(parts, ({ supply }) => BigInt(supply ?? 0))
const freeOf = (parts: readonly PoolPart[]) => ({
  amount: sumOf(parts, ({ pool, reservedAmount }) => pool - reservedAmount),
  items: Number(supplyOf(parts)) - parts.reduce((sum, { reservedCount }) => sum + reservedCount, 0),
})

interface Terms {
  readonly pool: bigint
  readonly supply: number | null
  readonly award: bigint | null
  readonly count: number
}

const terms: fc.Arbitrary<Terms> = fc.record({
  pool: fc.bigInt({ min: 0n, max: 2_000n }),
  supply: fc.option(fc.integer({ min: 0, max: 60 })),
  award: fc.option(fc.bigInt({ min: 1n, max: 40n })),
  count: fc.integer({ min: 1, max: 8 }),
})

const split = ({ pool, supply, award, count }: Terms) =>
  splitPool(amountOf(pool), supply, award === null ? null : amountOf(award), count)

const step = fc.record({
  wallet: anyAddress(),
  amount: fc.bigInt({ min: 1n, max: 200n }),
  items: fc.integer({ min: 1, max: 3 }),
  givesBack: fc.boolean(),
})

describe('a pool that is split', () => {
  test('is all there, in parts that differ by one item at most', () =>
    fc.assert(
      fc.property(terms, (given) => {
        const parts = split(given)
        expect(parts).toHaveLength(given.count)
        expect(poolOf(parts)).toBe(given.pool)
        if (given.supply !== null) expect(supplyOf(parts)).toBe(BigInt(given.supply))
        const supplies = parts.map(({ supply }) => supply ?? 0)
        expect(Math.max(...supplies) - Math.min(...supplies)).toBeLessThanOrEqual(1)
      }),
    ))

  test('leaves no part with less than an item where all are worth the same', () =>
    fc.assert(
      fc.property(terms, (given) => {
        const worth = given.award
        if (worth === null) return
        for (const { pool } of split(given).slice(1)) expect(pool % worth).toBe(0n)
      }),
    ))

  test('stays the same whatever is taken and given back, and gives as long as all parts together have it', () =>
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 60 }), (given, steps) => {
        let parts = split(given)
        const taken: { home: number; portion: { amount: ReturnType<typeof amountOf>; items: number } }[] = []
        for (const { wallet, amount, items, givesBack } of steps) {
          const last = givesBack ? taken.pop() : undefined
          if (last) {
            parts = giveBack(parts, last.home, last.portion)
          } else {
            const home = homePart(wallet, given.count)
            const portion = { amount: amountOf(amount), items }
            const free = freeOf(parts)
            const isThere = free.amount >= amount && (given.supply === null || free.items >= items)
            const taking = takeFromParts(parts, home, portion)
            expect(taking.kind).toBe(isThere ? 'taken' : 'sold_out')
            if (taking.kind === 'taken') {
              expect(taking.lenders).not.toContain(home)
              expect(taking.lenders).toEqual(taking.lenders.toSorted((one, other) => one - other))
              parts = taking.parts
              taken.push({ home, portion })
            }
          }
          expect(poolOf(parts)).toBe(given.pool)
          expect(supplyOf(parts)).toBe(BigInt(given.supply ?? 0))
          for (const { pool, supply, reservedAmount, reservedCount } of parts) {
            expect(reservedAmount <= pool && (supply === null || reservedCount <= supply)).toBe(true)
          }
          expect(sumOf(parts, ({ reservedAmount }) => reservedAmount)).toBe(
            taken.reduce((sum, { portion }) => sum + portion.amount, 0n),
          )
        }
      }),
    ))

  test('meets a wallet in the same part each time, so that what is counted there is all it has', () =>
    fc.assert(
      fc.property(
        fc.array(anyWallet(10), { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        (wallets, count) => {
          const counted = Map.groupBy(wallets, (wallet) => `${homePart(wallet, count)} ${wallet}`)
          expect(counted.size).toBe(new Set(wallets).size)
          for (const wallet of wallets) expect(homePart(wallet, count)).toBeLessThan(count)
        },
      ),
    ))

  test('locks one part only while there is plenty', () => {
    const parts = splitPool(amountOf(1_000n), null, null, 4)
    const taking = takeFromParts(parts, 2, { amount: amountOf(10n), items: 1 })
    expect(taking).toMatchObject({ kind: 'taken', lenders: [] })
  })

  test('borrows more than it lacks, so that the next ones find it at home', () => {
    let parts = splitPool(amountOf(400n), 40, amountOf(10n), 4)
    const one = { amount: amountOf(10n), items: 1 }
    let locked = 0
    for (let n = 0; n < 40; n++) {
      const taking = takeFromParts(parts, 0, one)
      if (taking.kind === 'sold_out') throw new Error(`sold out after ${n}`)
      locked += taking.lenders.length
      parts = taking.parts
    }
    expect(takeFromParts(parts, 0, one).kind).toBe('sold_out')
    expect(locked).toBeLessThan(20)
  })

  test('says when the parts have become uneven', () => {
    const parts = splitPool(amountOf(400n), null, null, 4)
    expect(isRebalancingDue(parts)).toBe(false)
    const taking = takeFromParts(parts, 1, { amount: amountOf(90n), items: 1 })
    expect(taking.kind === 'taken' && isRebalancingDue(taking.parts)).toBe(true)
  })

  test('gives each part the amount of its items, and the first one what no item can have', () => {
    const pools = (...given: Parameters<typeof splitPool>) => splitPool(...given).map(({ pool }) => pool)
    expect(pools(amountOf(105n), null, amountOf(10n), 4)).toEqual([35n, 30n, 20n, 20n])
    expect(pools(amountOf(100n), 2, amountOf(10n), 2)).toEqual([90n, 10n])
    expect(pools(amountOf(10n), null, amountOf(0n), 3)).toEqual([4n, 3n, 3n])
    expect(pools(amountOf(10n), 2, null, 3)).toEqual([4n, 3n, 3n])
    for (const count of [0, -1, 1.5])
      expect(() => pools(amountOf(10n), null, null, count)).toThrow('one part')
  })

  test('finds a wallet’s part by FNV-1a', () => {
    const hashOf = (text: string) => homePart(text as Address, 2 ** 32)
    expect(['', 'a', 'foobar'].map(hashOf)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })

  const part = (pool: bigint, supply: number | null = null): PoolPart => ({
    pool: amountOf(pool),
    supply,
    reservedAmount: amountOf(0n),
    reservedCount: 0,
  })

  test('borrows from the fullest first, of equals from the first, and no longer than something lacks', () => {
    const parts = [part(10n), part(50n), part(80n), part(50n)]
    const take = (amount: bigint) => takeFromParts(parts, 0, { amount: amountOf(amount), items: 1 })
    const after = (taking: ReturnType<typeof take>) =>
      taking.kind === 'taken' ? [taking.lenders, taking.parts.map(({ pool }) => pool)] : taking.kind
    expect(after(take(10n))).toEqual([[], [10n, 50n, 80n, 50n]])
    // Half of what it has is more than what lacks.
    expect(after(take(40n))).toEqual([[2], [50n, 50n, 40n, 50n]])
    expect(after(take(60n))).toEqual([[2], [60n, 50n, 30n, 50n]])
    expect(after(take(100n))).toEqual([
      [1, 2],
      [115n, 25n, 0n, 50n],
    ])
    expect(after(take(190n))).toEqual([
      [1, 2, 3],
      [190n, 0n, 0n, 0n],
    ])
    expect(after(take(191n))).toBe('sold_out')
  })

  test('passes over a part that has nothing to lend', () => {
    const taking = takeFromParts([part(10n, 0), part(0n, 0), part(0n, 3)], 0, {
      amount: amountOf(5n),
      items: 1,
    })
    expect(taking).toMatchObject({
      kind: 'taken',
      lenders: [2],
      parts: [{ supply: 1, reservedCount: 1, reservedAmount: 5n }, { supply: 0 }, { supply: 2 }],
    })
    const half = takeFromParts([part(10n, 0), part(0n, 9)], 0, { amount: amountOf(5n), items: 1 })
    expect(half.kind === 'taken' && half.parts.map(({ supply }) => supply)).toEqual([4, 5])
  })

  test('takes back no more than was taken, and knows its parts', () => {
    const taking = takeFromParts([part(10n, 2)], 0, { amount: amountOf(5n), items: 1 })
    const parts = taking.kind === 'taken' ? taking.parts : []
    expect(giveBack(parts, 0, { amount: amountOf(5n), items: 1 })).toEqual([part(10n, 2)])
    expect(() => giveBack(parts, 0, { amount: amountOf(6n), items: 1 })).toThrow('invariant broken')
    expect(() => giveBack(parts, 0, { amount: amountOf(5n), items: 2 })).toThrow('invariant broken')
    expect(() => takeFromParts(parts, 1, { amount: amountOf(5n), items: 1 })).toThrow('invariant broken')
  })

  test('is uneven below a quarter of what a part has on average', () => {
    expect(isRebalancingDue([part(5n), part(25n), part(25n), part(25n)])).toBe(false)
    expect(isRebalancingDue([part(4n), part(25n), part(25n), part(25n)])).toBe(true)
  })
})
