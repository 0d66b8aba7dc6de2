import { expect, test } from 'vitest'
import { MAX_PROFILE_LINK_LENGTH, MAX_PROFILE_LINKS, parseProfileLinks } from './profile-links.ts'

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
