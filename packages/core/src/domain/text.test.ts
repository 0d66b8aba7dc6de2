import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseDescription,
  parsePictureUrl,
  parseShortcode,
  parseSymbol,
  parseTitle,
  parseUsername,
} from './text.ts'

const refused = (field: string) => ({ ok: false, error: { kind: 'bad_user_input', field } })

describe('a title', () => {
  test('is kept as given, without the white space around it', () => {
    const letter = fc.constantFrom(...'aZ09é你🎁 -_.,!?"\'<>&')
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 120 }), (text) => {
        fc.pre(text.trim() !== '')
        expect(parseTitle(`  ${text}\n`)).toEqual({ ok: true, value: text.trim() })
      }),
    )
  })

  test('has 1 to 120 characters, however many bytes they take', () => {
    for (const letter of ['x', 'é', '你', '🎁']) {
      expect(parseTitle(letter.repeat(120)).ok).toBe(true)
      expect(parseTitle(letter.repeat(121))).toMatchObject(refused('title'))
    }
    for (const empty of ['', ' ', '\n\t', '\u00a0', '\u2003'])
      expect(parseTitle(empty)).toMatchObject(refused('title'))
    expect(parseTitle(`${' '.repeat(500)}x${' '.repeat(500)}`)).toEqual({ ok: true, value: 'x' })
  })

  test('holds no character that controls, hides or reverses text', () => {
    const control = fc.oneof(
      fc.integer({ min: 0, max: 0x1f }),
      fc.integer({ min: 0x7f, max: 0x9f }),
      fc.integer({ min: 0x202a, max: 0x202e }),
      fc.integer({ min: 0x2066, max: 0x2069 }),
      fc.constant(0xfeff),
      fc.integer({ min: 0xd800, max: 0xdfff }),
    )
    fc.assert(
      fc.property(control, (code) => {
        expect(parseTitle(`a${String.fromCharCode(code)}b`)).toMatchObject(refused('title'))
      }),
    )
  })
})

describe('a description', () => {
  test('may be empty and have lines, and is no longer than 5,000 characters', () => {
    expect(parseDescription('')).toEqual({ ok: true, value: '' })
    expect(parseDescription('one\r\n\ttwo\n\nthree')).toEqual({ ok: true, value: 'one\r\n\ttwo\n\nthree' })
    expect(parseDescription('🎁'.repeat(5_000)).ok).toBe(true)
    expect(parseDescription('x'.repeat(5_001))).toMatchObject(refused('description'))
    for (const bad of ['a\u0000b', 'a\u0007b', 'a\u202eb', 'a\ud800b']) {
      expect(parseDescription(bad)).toMatchObject(refused('description'))
    }
  })
})

describe('a name in an address or beside a number', () => {
  test.each([
    [parseShortcode, ['a', 'A-z_9', 'x'.repeat(64)], ['', 'x'.repeat(65), 'a b', 'a/b', 'é', 'a.b', 'a\n']],
    [parseSymbol, ['A', 'USD.C', '$x-_', 'x'.repeat(32)], ['', 'x'.repeat(33), 'A B', '€', 'A\n']],
    [
      parseUsername,
      ['abc', 'a-b_9', 'x'.repeat(32)],
      ['', 'ab', 'x'.repeat(33), 'Abc', 'a b', 'abc\n', 'é12'],
    ],
  ])('%o accepts only its own format', (parse, good, bad) => {
    for (const text of good) expect(parse(text, 'field')).toEqual({ ok: true, value: text })
    for (const text of bad) expect(parse(text, 'field')).toMatchObject(refused('field'))
  })
})

describe('the address of a picture', () => {
  test.each([
    'https://example.org/a.png',
    'http://example.org',
    'HTTPS://EXAMPLE.ORG/A',
    'ipfs://bafy/1.png',
    '/files/1',
    ` /files/1 `,
    `https://example.org/${'x'.repeat(2_028)}`,
  ])('may be %s', (text) => {
    expect(parsePictureUrl(text, 'imageUrl')).toEqual({ ok: true, value: text.trim() })
  })

  test.each([
    '',
    'example.org/a.png',
    'ftp://example.org/a',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//example.org/a.png',
    'https://',
    'https:///a',
    'https://example.org/a b',
    'https://example.org/"onload=x',
    'https://example.org/<script>',
    '/\\example.org',
    `https://example.org/${'x'.repeat(2_029)}`,
    'https://example.org/\u202e',
  ])('cannot be %j', (text) => {
    expect(parsePictureUrl(text, 'imageUrl')).toMatchObject(refused('imageUrl'))
  })
})
