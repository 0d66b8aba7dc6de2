import { assert, property, string, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { createSealedSecrets, masterKeyId } from './sealed-secrets.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const secret = Uint8Array.of(1, 2, 3)

it('opens its own sealed values, for the same purpose', () => {
  assert(
    property(uint8Array(), string(), (bytes, purpose) => {
      const secrets = createSealedSecrets({ current: key(1) })
      expect(secrets.open(secrets.seal(bytes, purpose), purpose)).toEqual(bytes)
    }),
    { numRuns: 100 },
  )
})

it('seals the same value differently each time, and shows nothing of it', () => {
  const secrets = createSealedSecrets({ current: key(1) })
  const text = new TextEncoder().encode('a readable secret')
  const sealed = [secrets.seal(text, 'p'), secrets.seal(text, 'p')]
  expect(new Set(sealed).size).toBe(2)
  expect(Buffer.from(sealed[0]?.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('secret')
})

it('opens nothing for another purpose, even when it was opened for its own before', () => {
  const secrets = createSealedSecrets({ current: key(1) })
  const sealed = secrets.seal(secret, 'seed of a')
  secrets.open(sealed, 'seed of a')
  expect(() => secrets.open(sealed, 'seed of b')).toThrow('a sealed value was changed')
})

it.each(['\0', '=', ' ', '!'])('opens nothing to which %j was added', (added) => {
  const secrets = createSealedSecrets({ current: key(1) })
  expect(() => secrets.open(`${secrets.seal(secret, 'p')}${added}`, 'p')).toThrow(
    'a sealed value was changed',
  )
})

it('opens nothing that was changed, wherever it was', () => {
  const sealed = createSealedSecrets({ current: key(1) }).seal(secret, 'p')
  const start = sealed.lastIndexOf('.') + 1
  const bytes = Buffer.from(sealed.slice(start), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    const text = sealed.slice(0, start) + changed.toString('base64url')
    expect(() => createSealedSecrets({ current: key(1) }).open(text, 'p')).toThrow()
  }
  expect(() => createSealedSecrets({ current: key(1) }).open('v1.00000000.AAAA', 'p')).toThrow(
    'another master key',
  )
  expect(() => createSealedSecrets({ current: key(1) }).open('v2.a.b', 'p')).toThrow('unknown format')
  const cut = sealed.slice(0, start + 8)
  expect(() => createSealedSecrets({ current: key(1) }).open(cut, 'p')).toThrow('too short')
})

it('opens values that were sealed under an earlier key, and seals under the current one', () => {
  const old = createSealedSecrets({ current: key(1) })
  const both = createSealedSecrets({ current: key(2), earlier: [key(1)] })
  expect(both.open(old.seal(secret, 'p'), 'p')).toEqual(secret)
  const sealed = both.seal(secret, 'p')
  expect(sealed.split('.')[1]).toBe(masterKeyId(key(2)))
  expect(() => old.open(sealed, 'p')).toThrow('another master key')
})

it('returns a copy, so that a caller cannot change later results', () => {
  const secrets = createSealedSecrets({ current: key(1) })
  const sealed = secrets.seal(secret, 'p')
  secrets.open(sealed, 'p').fill(0)
  expect(secrets.open(sealed, 'p')).toEqual(secret)
})

it('opens everything however few values it keeps in memory', () => {
  const secrets = createSealedSecrets({ current: key(1) }, { cachedValues: 2 })
  const sealed = [1, 2, 3, 4].map((byte) => secrets.seal(Uint8Array.of(byte), `p${byte}`))
  for (let round = 0; round < 2; round++) {
    const bytes = sealed.map((value, index) => secrets.open(value, `p${index + 1}`)[0])
    expect(bytes).toEqual([1, 2, 3, 4])
  }
})
