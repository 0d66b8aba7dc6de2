import { pureHashes } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeHashes } from './node-crypto.ts'

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
