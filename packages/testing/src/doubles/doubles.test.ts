import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filesContract } from '../contract/key-value-store-contract.ts'
import {
  beaconContract,
  hashesContract,
  priceFeedContract,
  randomContract,
} from '../contract/small-contracts.ts'
import { hmacSha256, sha256 } from './test-cryptography.ts'
import { createTestPorts } from './test-ports.ts'

const runner = { describe, test }
const open = async () => ({ ...createTestPorts(), close: async () => {} })

// Sequential ids and transparent secrets do not meet the contracts of their ports, because tests need them to be
// predictable.
describe('a test double of a port', () => {
  beaconContract(runner, async () => {
    const { beacon, clock } = createTestPorts()
    return { beacon, elapse: async (ms) => clock.advance(ms), now: clock.now, close: async () => {} }
  })
  filesContract(runner, open)
  hashesContract(runner, open)
  priceFeedContract(runner, open)
  randomContract(runner, open)
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('the hashes in plain TypeScript', () => {
  test('give the digests of FIPS 180-4 and RFC 4231', () => {
    expect(hex(sha256(Buffer.from('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    expect(hex(hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?'))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('equal the hashes of Node at every length around a block', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, n) => (31 * n + length) % 256)
      expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  })

  test('equal the hashes of Node for any key and message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.string({ unit: 'grapheme' }), (key, message) => {
        expect(hex(hmacSha256(key, message))).toBe(
          createHmac('sha256', key).update(message, 'utf8').digest('hex'),
        )
        expect(hex(sha256(key))).toBe(createHash('sha256').update(key).digest('hex'))
      }),
    )
  })
})
