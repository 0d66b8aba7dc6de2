import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  apiKeySecret,
  looksLikeApiKey,
  previewOf,
  SECRET_ENTROPY_BYTES,
  sessionSecret,
} from './api-key-secret.ts'

const entropy = fc.uint8Array({ minLength: SECRET_ENTROPY_BYTES, maxLength: SECRET_ENTROPY_BYTES })

describe('the secret of an API key', () => {
  test('is thirty characters and their checksum, by which scanners detect it', () => {
    fc.assert(
      fc.property(entropy, fc.nat(35), (bytes, place) => {
        const secret = apiKeySecret(bytes)
        fc.pre(secret !== undefined)
        expect(secret).toMatch(/^dk_[0-9A-Za-z]{36}$/)
        expect(looksLikeApiKey(secret)).toBe(true)
        const at = 3 + place
        const changed = `${secret.slice(0, at)}${secret[at] === 'x' ? 'y' : 'x'}${secret.slice(at + 1)}`
        expect(looksLikeApiKey(changed)).toBe(false)
      }),
    )
  })

  test('has the CRC-32 in base 62 that others compute too', () => {
    // zlib gives 2011552642 for thirty zeros.
    expect(apiKeySecret(new Uint8Array(SECRET_ENTROPY_BYTES))).toBe(`dk_${'0'.repeat(30)}2C8GjS`)
  })

  test('is as likely to hold one character as another', () => {
    const seen = new Set<string>()
    for (let byte = 0; byte < 256; byte++) {
      const secret = apiKeySecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(byte))
      // The last 8 bytes would favour the first 8 characters.
      expect(secret === undefined).toBe(byte >= 248)
      if (secret) seen.add(secret.slice(3, 33))
    }
    expect(seen.size).toBe(62)
  })

  test('has a visible part that distinguishes keys and opens nothing', () => {
    const secret = apiKeySecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(7)) ?? ''
    expect(previewOf(secret)).toBe(`${secret.slice(0, 8)}…`)
  })
})

test('the secret of a session is no API key', () => {
  const secret = sessionSecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(9)) ?? ''
  expect(secret).toMatch(/^ds_[0-9A-Za-z]{43}$/)
  expect(looksLikeApiKey(secret)).toBe(false)
})
