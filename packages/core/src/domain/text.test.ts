import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { newContentName, pathOfFile, safeFilename } from './file.ts'
import { idOf } from './ids.ts'
import {
  MAX_PROFILE_LINK_LENGTH,
  MAX_PROFILE_LINKS,
  parseDescription,
  parseEmbedOrigins,
  parsePictureUrl,
  parseProfileLinks,
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

test.each([
  [[]],
  [['https://example.org']],
  [['https://example.org/', ' https://x.com/grace?tab=1#top ']],
  [['https://xn--bcher-kva.example:8443/a/b']],
  [[`https://example.org/${'x'.repeat(MAX_PROFILE_LINK_LENGTH - 20)}`]],
  [Array.from({ length: MAX_PROFILE_LINKS }, (_, index) => `https://${index}.example.org`)],
])('%j are links', (given) => {
  expect(parseProfileLinks(given)).toEqual({ ok: true, value: given.map((link) => link.trim()) })
})

test.each([
  ['no https', 'http://example.org'],
  ['a script', 'javascript:alert(1)'],
  ['no scheme', 'example.org'],
  ['a user name, which hides the host', 'https://x.com@evil.example'],
  ['no dot in the host', 'https://localhost/'],
  ['an IPv4 address', 'https://10.0.0.1/'],
  ['an IPv6 address', 'https://[::1]/'],
  ['a host in other letters, which can look like another host', 'https://раypal.com/'],
  ['a host in capitals, which is not how browsers write it', 'https://Example.org/'],
  ['a space', 'https://example.org/a b'],
  ['a line break', 'https://example.org/\nx'],
  ['a direction mark', 'https://example.org/\u202egpj'],
  ['a quote', 'https://example.org/"onclick="x'],
  ['a backslash', 'https://example.org\\@evil.example'],
  ['nothing', ''],
  ['too many characters', `https://example.org/${'x'.repeat(MAX_PROFILE_LINK_LENGTH - 19)}`],
])('a URL with %s is refused', (_, link) => {
  expect(parseProfileLinks(['https://fine.example', link])).toMatchObject({
    error: { kind: 'bad_user_input', field: 'links' },
  })
})

test('more links than fit on a page, and the same link twice, are refused', () => {
  const many = Array.from({ length: MAX_PROFILE_LINKS + 1 }, (_, index) => `https://${index}.example.org`)
  expect(parseProfileLinks(many)).toMatchObject({ error: { field: 'links' } })
  expect(parseProfileLinks(['https://a.example', 'https://a.example '])).toMatchObject({
    error: { field: 'links' },
  })
})

describe('origins that may embed a claim page', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    [' HTTPS://Shop.Example:443/ ', 'https://shop.example'],
    ['https://xn--bcher-kva.example:8443', 'https://xn--bcher-kva.example:8443'],
    ['https://1.2.3.example', 'https://1.2.3.example'],
    ['https://192.0.2.255', 'https://192.0.2.255'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
  ])('%j is %s', (given, origin) => {
    expect(parseEmbedOrigins([given])).toEqual({ ok: true, value: [origin] })
  })

  it.each([
    '*',
    'null',
    "'self'",
    'data:',
    'http://shop.example',
    'https://*.example',
    'https://shop.example/path',
    'https://shop.example?query',
    'https://user@shop.example',
    'https://shop.example:*',
    'https://shop.example:65536',
    'https://bücher.example',
    'https://shop..example',
    'https://shop.example.',
    'https://-shop.example',
    'https://[2001:db8::1]',
    'http://[::1]:5173',
    'https://127.1',
    'https://192.0.2.256',
    'https://0x7f000001',
    'https://shop.example; script-src *',
    'https://shop.example, https://evil.example',
    'https://shop.example https://evil.example',
    'https://shop.example\r\nx-frame-options: ALLOWALL',
  ])('%j is none', (given) => {
    expect(parseEmbedOrigins([given])).toMatchObject({ ok: false, error: { field: 'embedOrigins' } })
  })

  it('are none unless given, and at most 10', () => {
    for (const none of [undefined, null, []]) expect(parseEmbedOrigins(none)).toEqual({ ok: true, value: [] })
    const many = Array.from({ length: 11 }, (_, index) => `https://shop.example:${index + 1}`)
    expect(parseEmbedOrigins(many).ok).toBe(false)
    expect(parseEmbedOrigins(many.slice(1)).ok).toBe(true)
    expect(parseEmbedOrigins('https://shop.example' as never).ok).toBe(false)
  })

  it('are written as browsers write them, so that the header and the targets of messages match', () => {
    const host = fc.stringMatching(/^[a-z0-9.:@*/;[\] -]{1,20}$/)
    fc.assert(
      fc.property(fc.oneof(host, fc.webAuthority(), fc.ipV4(), fc.ipV4Extended()), (name) => {
        const parsed = parseEmbedOrigins([`https://${name}`])
        // Only a browser decodes Punycode, so a name such as `xn--a` is accepted.
        if (!parsed.ok || name.includes('xn--')) return
        for (const origin of parsed.value) expect(new URL(origin).origin).toBe(origin)
      }),
    )
  })
})

const id = idOf('file', '1'.repeat(32))

test.each([
  ['list.csv', 'list.csv'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['..hidden', 'hidden'],
  ['v1.2.txt', 'v1.2.txt'],
  [' a b\u0000\u202e"<>|:*?.txt ', 'a b.txt'],
  ['half\ud800.txt', 'half.txt'],
  ['...', 'file'],
  ['folder/', 'file'],
  ['', 'file'],
  ['🌶'.repeat(201), '🌶'.repeat(200)],
])('of the name %j nothing but %j is kept', (given, expected) => {
  expect(safeFilename(given)).toBe(expected)
})

test('the path of an upload has its id and its safe name', () => {
  expect(pathOfFile({ id, filename: '../a b/ä?.csv' })).toBe(`/files/${id}/%C3%A4.csv`)
})

test('no two uploads keep their bytes at the same place, though they be the same', () => {
  expect(newContentName({ id, contentHash: 'ff' })).toBe(`ff-${'1'.repeat(32)}`)
})
