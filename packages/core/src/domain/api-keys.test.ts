import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  apiKeySecret,
  originsOfKey,
  parseOrigins,
  parseRequestsPerMinute,
  previewOf,
  publishableKey,
  SECRET_ENTROPY_BYTES,
  sessionSecret,
} from './api-keys.ts'

const entropy = fc.uint8Array({ minLength: SECRET_ENTROPY_BYTES, maxLength: SECRET_ENTROPY_BYTES })

describe('the secret of an API key', () => {
  const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  /** As a scanner for leaked secrets detects a key. */
  function isDetected(text: string): boolean {
    const [, random, checksum = ''] = /^dk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text) ?? []
    const read = [...checksum].reduce((sum, digit) => 62 * sum + DIGITS.indexOf(digit), 0)
    return random !== undefined && crc32(random) === read
  }

  test('is thirty characters and their checksum, by which scanners detect it', () => {
    fc.assert(
      fc.property(entropy, fc.nat(35), (bytes, place) => {
        const secret = apiKeySecret(bytes)
        fc.pre(secret !== undefined)
        expect(secret).toMatch(/^dk_[0-9A-Za-z]{36}$/)
        expect(isDetected(secret)).toBe(true)
        const at = 3 + place
        const changed = `${secret.slice(0, at)}${secret[at] === 'x' ? 'y' : 'x'}${secret.slice(at + 1)}`
        expect(isDetected(changed)).toBe(false)
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
})

describe('origins of pages', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    [' HTTPS://Shop.Example/ ', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:80', 'http://[::1]'],
  ])('%j is %s', (given, origin) => {
    expect(parseOrigins([given], 'origins')).toEqual({ ok: true, value: [origin] })
  })

  it.each([
    '',
    '*',
    'null',
    'shop.example',
    'http://shop.example',
    'http://127.0.0.1.evil.example',
    'https://shop.example/path',
    'https://user@shop.example',
    'https://shop.example:0',
    'https://shop.example:65536',
    'https://shop.example https://evil.example',
    'https://*.example',
    'ftp://shop.example',
    `https://${'a'.repeat(200)}.example`,
  ])('%j is none', (given) => {
    expect(parseOrigins([given], 'origins')).toMatchObject({ ok: false, error: { field: 'origins' } })
  })

  it('are from 1 to 10, each once', () => {
    const origin = (port: number) => `https://shop.example:${port}`
    const many = Array.from({ length: 11 }, (_, index) => origin(index + 1))
    expect(parseOrigins([], 'origins').ok).toBe(false)
    expect(parseOrigins(many, 'origins').ok).toBe(false)
    expect(parseOrigins(many.slice(1), 'origins').ok).toBe(true)
    expect(parseOrigins([origin(1), origin(1)], 'origins')).toEqual({ ok: true, value: [origin(1)] })
  })
})

it('a key says for which origins it is, and no other text does', () => {
  const origins = ['https://shop.example', 'http://localhost:5173']
  const entropy = fc.uint8Array({ minLength: SECRET_ENTROPY_BYTES, maxLength: SECRET_ENTROPY_BYTES })
  fc.assert(
    fc.property(entropy, fc.string(), (bytes, text) => {
      const key = publishableKey(bytes, origins)
      fc.pre(key !== undefined)
      expect(key).toMatch(/^pk_[0-9a-f]+\.[0-9A-Za-z]{36}$/)
      expect(originsOfKey(String(key))).toEqual(origins)
      expect(originsOfKey(text)).toBeUndefined()
    }),
  )
  expect(originsOfKey(`pk_${Buffer.from('javascript:x').toString('hex')}.${'a'.repeat(36)}`)).toBeUndefined()
})

test('requests in a minute are counted from 1, or not at all', () => {
  for (const given of [null, 1, 600])
    expect(parseRequestsPerMinute(given)).toEqual({ ok: true, value: given })
  for (const given of [0, -1, 1.5, Number.POSITIVE_INFINITY])
    expect(parseRequestsPerMinute(given)).toMatchObject({ error: { field: 'requestsPerMinute' } })
})
