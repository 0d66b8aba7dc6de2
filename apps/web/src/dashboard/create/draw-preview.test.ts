import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewDraws, roughly } from './draw-preview.ts'

const hashWith = (seed: number) => (message: string) =>
  hmac(sha256, new Uint8Array([seed]), new TextEncoder().encode(message))

test('a pool that is drawn to its end has no draw of nothing, and its bars count every draw', () => {
  const drops = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.bigInt({ min: 0n, max: 1n << 60n }))
    .map(([items, more]) => ({ items, pool: BigInt(items) + more }))
  fc.assert(
    fc.property(drops, fc.nat(255), (drop, seed) => {
      const preview = previewDraws(drop, hashWith(seed))
      expect(preview).toMatchObject({ draws: drop.items, isWhole: true })
      expect(preview?.bars.reduce((sum, bar) => sum + bar, 0)).toBe(drop.items)
      expect(preview && preview.least >= 1n && preview.least <= preview.typical).toBe(true)
      expect(preview && preview.typical <= preview.most && preview.most <= drop.pool).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('without a number of items no draw takes more than about a fiftieth of the pool', () => {
  const preview = previewDraws({ pool: 1_000_000n, items: null }, hashWith(1))
  expect(preview && preview.most < 20_000n).toBe(true)
})

test('a pool smaller than its items cannot be drawn', () => {
  expect(previewDraws({ pool: 2n, items: 3 }, hashWith(1))).toBeUndefined()
})

test('an amount is shown with its first four digits', () => {
  expect([roughly(123n), roughly(1_234_567n), roughly(0n)]).toEqual([123n, 1_234_000n, 0n])
})
