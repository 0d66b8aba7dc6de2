import { createHmac } from 'node:crypto'
import {
  addressOf,
  anyAddress,
  anyPositiveAmount,
  sampleDrop,
  sampleToken,
  sampleUser,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from './address.ts'
import { amountOf, MAX_AMOUNT } from './amount.ts'
import { boundsOfDraw, type Draw, drawAmount, type SeededHash } from './random-amount.ts'

const numRuns = fc.readConfigureGlobal().numRuns ?? 500
const { id: dropId } = sampleDrop(sampleToken(sampleUser(1), 1), 1)
const WALLET = addressOf('0xaa')

const hashBy =
  (seed: string): SeededHash =>
  (message) =>
    createHmac('sha256', seed).update(message).digest()

/** A hash of which the rounding and the draw are chosen instead of computed. */
const chosen =
  (rounding: bigint, draw: bigint): SeededHash =>
  (message) =>
    Buffer.from((message.endsWith(':round') ? rounding : draw).toString(16).padStart(64, '0'), 'hex')

const draw = (more: Partial<Draw>): Draw => ({
  dropId,
  sequence: 1,
  claimer: WALLET,
  remaining: 1n,
  itemsLeft: 1,
  pool: 1n,
  ...more,
})

function redPacket(pool: bigint, supply: number, hash: SeededHash, claimer: Address = WALLET): bigint[] {
  const amounts: bigint[] = []
  let remaining = pool
  for (let sequence = 1; sequence <= supply; sequence++) {
    const itemsLeft = supply - sequence + 1
    const amount = drawAmount(draw({ sequence, claimer, remaining, itemsLeft, pool }), hash)
    remaining -= amount
    amounts.push(amount)
  }
  return amounts
}

const anyPacket = () =>
  fc
    .tuple(anyPositiveAmount(), fc.integer({ min: 1, max: 40 }))
    .map(([pool, supply]) => ({ pool, supply: BigInt(supply) > pool ? Number(pool) : supply }))

/** Everything that one draw can give and how likely it is (as a part of `parts`), found by trying all choices. */
function outcomes(remaining: bigint, itemsLeft: number): { amount: bigint; weight: bigint }[] {
  const found: { amount: bigint; weight: bigint }[] = []
  for (let rounding = 0n; rounding < BigInt(itemsLeft); rounding++) {
    const amounts: bigint[] = []
    for (let choice = 0n; ; choice++) {
      const amount = drawAmount(draw({ remaining, itemsLeft, pool: remaining }), chosen(rounding, choice))
      if (amounts.includes(amount)) break
      amounts.push(amount)
    }
    // Every rounding is as likely as another, and so is every draw under it.
    for (const amount of amounts) found.push({ amount, weight: PARTS / BigInt(itemsLeft * amounts.length) })
  }
  return found
}

/** Divisible by every number of choices that the small packets below have. */
const PARTS = [...Array(30).keys()].reduce((product, n) => lcm(product, BigInt(n + 1)), 1n) ** 2n

function lcm(one: bigint, other: bigint): bigint {
  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
  return (one / gcd(one, other)) * other
}

describe('a red packet', () => {
  test('sums exactly to its pool, with at least 1 for each claim', () => {
    fc.assert(
      fc.property(anyPacket(), fc.string(), anyAddress(), ({ pool, supply }, seed, wallet) => {
        const amounts = redPacket(pool, supply, hashBy(seed), wallet)
        expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(pool)
        for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(1n)
      }),
    )
  })

  test('always leaves at least 1 for each later item, for any hash', () => {
    const anyDigest = fc.oneof(
      fc.constantFrom(0n, (1n << 256n) - 1n),
      fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    )
    fc.assert(
      fc.property(anyPacket(), anyDigest, anyDigest, ({ pool, supply }, rounding, choice) => {
        const amount = drawAmount(
          draw({ remaining: pool, itemsLeft: supply, pool }),
          chosen(rounding, choice),
        )
        expect(amount).toBeGreaterThanOrEqual(1n)
        expect(pool - amount).toBeGreaterThanOrEqual(BigInt(supply - 1))
        // Never more than about twice the fair share, except for the last, who takes what there is.
        if (supply > 1) expect(amount).toBeLessThanOrEqual((2n * pool) / BigInt(supply))
      }),
    )
  })

  test('stays within its bounds: the minimum, the maximum, and nothing beyond', () => {
    for (let itemsLeft = 1; itemsLeft <= 12; itemsLeft++) {
      for (let remaining = BigInt(itemsLeft); remaining <= 30n; remaining++) {
        const amounts = outcomes(remaining, itemsLeft).map(({ amount }) => amount)
        const { least, most } = boundsOfDraw({ remaining, itemsLeft, pool: remaining })
        const inOrder = amounts.sort((one, other) => Number(one - other))
        expect([inOrder[0], inOrder.at(-1)]).toEqual([least, most])
      }
    }
  })

  test('has exactly the mean of the remaining amount over the remaining items', () => {
    for (let itemsLeft = 1; itemsLeft <= 12; itemsLeft++) {
      for (let remaining = BigInt(itemsLeft); remaining <= 14n; remaining++) {
        const all = outcomes(remaining, itemsLeft)
        const weights = all.reduce((sum, { weight }) => sum + weight, 0n)
        const mean = all.reduce((sum, { amount, weight }) => sum + amount * weight, 0n)
        expect(weights).toBe(PARTS)
        expect(mean * BigInt(itemsLeft)).toBe(remaining * PARTS)
      }
    }
  })

  test('gives every position the same mean, exactly', () => {
    // Expected amounts by position, in parts of PARTS ** depth, over every way the whole packet can go.
    const means = (remaining: bigint, itemsLeft: number): bigint[] => {
      if (itemsLeft === 0) return []
      const sums = Array.from({ length: itemsLeft }, () => 0n)
      for (const { amount, weight } of outcomes(remaining, itemsLeft)) {
        sums[0] = (sums[0] ?? 0n) + amount * weight * PARTS ** BigInt(itemsLeft - 1)
        means(remaining - amount, itemsLeft - 1).forEach((mean, n) => {
          sums[n + 1] = (sums[n + 1] ?? 0n) + mean * weight
        })
      }
      return sums
    }
    for (const [pool, supply] of [
      [7n, 3],
      [9n, 4],
      [11n, 3],
      [5n, 4],
    ] as const) {
      for (const mean of means(pool, supply)) {
        expect(mean * BigInt(supply)).toBe(pool * PARTS ** BigInt(supply))
      }
    }
  })

  test('is near that mean at every position with real hashes', () => {
    const [pool, supply, packets] = [1_000n, 5, 4_000]
    const sums = Array.from({ length: supply }, () => 0)
    const squares = [...sums]
    for (let packet = 0; packet < packets; packet++) {
      redPacket(pool, supply, hashBy(`seed ${packet}`)).forEach((amount, n) => {
        sums[n] = (sums[n] ?? 0) + Number(amount)
        squares[n] = (squares[n] ?? 0) + Number(amount) ** 2
      })
    }
    sums.forEach((sum, n) => {
      const mean = sum / packets
      const deviation = Math.sqrt(((squares[n] ?? 0) / packets - mean ** 2) / packets)
      expect(Math.abs(mean - Number(pool) / supply)).toBeLessThan(4 * deviation)
    })
  })

  test('hashes the drop, the sequence and the wallet, letter by letter', () => {
    const asked: string[] = []
    const hash: SeededHash = (message) => {
      asked.push(message)
      return new Uint8Array(32)
    }
    drawAmount(draw({ sequence: 7, remaining: 100n, itemsLeft: 3, pool: 200n }), hash)
    drawAmount(draw({ sequence: 8, remaining: 100n, itemsLeft: null, pool: 200n }), hash)
    drawAmount(draw({ sequence: 9, remaining: 100n, itemsLeft: 1, pool: 200n }), hash)
    expect([...new Set(asked)].sort()).toEqual([
      `${dropId}:7:${WALLET}`,
      `${dropId}:7:${WALLET}:round`,
      `${dropId}:8:${WALLET}`,
    ])
  })

  test('cannot be split over more items than it has units', () => {
    expect(() => drawAmount(draw({ remaining: 2n, itemsLeft: 3, pool: 9n }), hashBy(''))).toThrow('invariant')
    expect(() => drawAmount(draw({ remaining: 0n, itemsLeft: null, pool: 9n }), hashBy(''))).toThrow(
      'invariant',
    )
  })

  test('of the largest pool keeps within the largest amount', () => {
    expect(redPacket(MAX_AMOUNT, 1, hashBy(''))).toEqual([MAX_AMOUNT])
    const two = redPacket(MAX_AMOUNT, 2, chosen(0n, (1n << 256n) - 1n))
    expect(two.reduce((sum, amount) => sum + amount)).toBe(MAX_AMOUNT)
  })
})

describe('random amounts without a supply', () => {
  const mostOf = (pool: bigint) => 2n * ((pool + 99n) / 100n) - 1n

  test('are between 1 and about a fiftieth of the pool, and never more than is left', () => {
    fc.assert(
      fc.property(anyPositiveAmount(), anyPositiveAmount(), fc.string(), (pool, left, seed) => {
        const remaining = left > pool ? pool : left
        const amount = drawAmount(draw({ remaining, itemsLeft: null, pool }), hashBy(seed))
        expect(amount).toBeGreaterThanOrEqual(1n)
        expect(amount).toBeLessThanOrEqual(remaining)
        expect(amount).toBeLessThanOrEqual(mostOf(pool))
      }),
    )
  })

  test.each([
    [1_000n, 1_000n, 19n],
    [1_001n, 1_001n, 21n],
    [1_000n, 5n, 5n],
    [99n, 99n, 1n],
    [100n, 100n, 1n],
    [101n, 101n, 3n],
  ])('of a pool of %d with %d left are 1 to %d, each as likely', (pool, remaining, most) => {
    for (let digest = 0n; digest < 3n * most; digest++) {
      const drawn = drawAmount(draw({ remaining, itemsLeft: null, pool }), chosen(0n, digest))
      expect(drawn).toBe(1n + (digest % most))
    }
    expect(boundsOfDraw({ remaining, itemsLeft: null, pool })).toEqual({ least: 1n, most })
  })

  test('end when the pool is empty, and not before', () => {
    fc.assert(
      fc.property(anyPositiveAmount(), fc.string(), (pool, seed) => {
        let remaining: bigint = pool
        let sequence = 0
        while (remaining > 0n && sequence < 3_000) {
          sequence++
          remaining -= drawAmount(
            draw({ sequence, remaining, itemsLeft: null, pool: amountOf(pool) }),
            hashBy(seed),
          )
        }
        expect(remaining).toBe(0n)
        // At most 1/50 a draw: it takes fifty at least where units are not what limits it.
        expect(sequence).toBeGreaterThanOrEqual(Number(pool / mostOf(pool)))
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    )
  })
})
