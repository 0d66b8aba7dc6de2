import { randomBytes } from 'node:crypto'
import { pureHashes } from '@dropkit/testing'
import fc, { array, assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUuidIds, nodeHashes } from './node-crypto.ts'

describe('the hashes of Node', () => {
  it('are those that are written down in the standards, however often a key is used', () => {
    const anyBytes = fc.uint8Array({ maxLength: 100 })
    fc.assert(
      fc.property(anyBytes, fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (key, messages) => {
        expect(nodeHashes.sha256(key)).toEqual(pureHashes.sha256(key))
        for (const message of messages)
          expect(nodeHashes.hmacSha256(key, message)).toEqual(pureHashes.hmacSha256(key, message))
      }),
    )
  })
})

const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }

it('makes UUIDs of version 7 in hex, which begin with the time', () => {
  const id = createUuidIds(random).next(0x0123_4567_89ab)
  expect(id).toMatch(/^0123456789ab7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
})

it('makes ids that sort in creation order, even if the clock jumps', () => {
  assert(
    property(array(integer({ min: 1_000, max: 1_003 }), { minLength: 2, maxLength: 200 }), (instants) => {
      const ids = createUuidIds(random)
      const made = instants.map((now) => ids.next(now))
      expect(made.toSorted()).toEqual(made)
      expect(new Set(made).size).toBe(made.length)
    }),
  )
})

it('goes on sorting when a millisecond has more ids than it can count', () => {
  const ids = createUuidIds(random)
  const made = Array.from({ length: 20_000 }, () => ids.next(1_700_000_000_000))
  expect(made.toSorted()).toEqual(made)
})

it('leaves 62 bits to chance', () => {
  const tails = (byte: number) =>
    BigInt(
      `0x${createUuidIds({ bytes: (length) => new Uint8Array(length).fill(byte) })
        .next(1)
        .slice(16)}`,
    )
  const variant = 0b10n << 62n
  expect(tails(0x00)).toBe(variant)
  expect(tails(0xff)).toBe(variant | ((1n << 62n) - 1n))
})
