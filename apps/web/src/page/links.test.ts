import { parseProfileLinks } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { qrOutline, shareLinks } from '../components/share/share-links.ts'
import { linkError, linksTyped } from '../dashboard/settings/typed-links.ts'
import { mobileWalletLinks } from '../wallet/mobile-wallets.ts'
import { shownLink } from './links.ts'

const url = 'https://drops.example/d/gold'

test('for any title, the title stays one value of the address, and the link another', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const [x, telegram, whatsapp, email] = shareLinks(title, url).map(({ href }) => new URL(href))
      expect([...(x?.searchParams ?? [])]).toEqual([
        ['text', title],
        ['url', url],
      ])
      expect([...(telegram?.searchParams ?? [])]).toEqual([
        ['url', url],
        ['text', title],
      ])
      expect([...(whatsapp?.searchParams ?? [])]).toEqual([['text', `${title} ${url}`]])
      expect([...(email?.searchParams ?? [])]).toEqual([
        ['subject', title],
        ['body', url],
      ])
    }),
  )
})

test.each([
  ['x', 'https://x.com/intent/post'],
  ['telegram', 'https://t.me/share/url'],
  ['whatsapp', 'https://wa.me/'],
  ['email', 'mailto:'],
])('a link for %s opens %s', (kind, start) => {
  const link = shareLinks('Gold & more', url).find((one) => one.kind === kind)
  expect(link?.href.startsWith(`${start}?`)).toBe(true)
})

test('the outline lies inside of its quiet zone, and begins with the first corner', () => {
  const { size, path } = qrOutline('https://drops.example/pay/pi_00000000000000000000000000000000')
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...places)).toBe(2)
  expect(Math.max(...places)).toBe(size - 3)
  expect(path).toMatch(/^M2 2h1v1h-1z/)
})

test.each([
  ['https://x.com/grace', 'x.com', 'x.com/grace'],
  ['https://www.example.org/', 'example.org', 'example.org'],
  ['https://example.org/a/?utm_source=x#top', 'example.org', 'example.org/a'],
  ['https://x.com.evil.example/grace', 'x.com.evil.example', 'x.com.evil.example/grace'],
  [
    'https://example.org/aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd',
    'example.org',
    'example.org/aaaaaaaaaabbbbbbbbbbccccccc…',
  ],
])('%s leads to the host %s and is shown as %s', (link, host, text) => {
  expect(shownLink(link)).toEqual({ host, text })
})

test('a link into a mobile wallet opens the same page, without the secret of a claim link', () => {
  const links = mobileWalletLinks('https://drops.example/d/gift?a=1#link=secret')
  expect(links).toEqual([
    { name: 'Slush', href: 'https://my.slush.app/browse/https%3A%2F%2Fdrops.example%2Fd%2Fgift%3Fa%3D1' },
    {
      name: 'Phantom',
      href: 'https://phantom.app/ul/browse/https%3A%2F%2Fdrops.example%2Fd%2Fgift%3Fa%3D1?ref=https%3A%2F%2Fdrops.example',
    },
  ])
})

test('a link may be typed without its scheme, in capitals or in other letters', () => {
  expect(linksTyped(['x.com/Grace', ' ', 'HTTPS://Example.org', 'bücher.example'])).toEqual([
    'https://x.com/Grace',
    'https://example.org/',
    'https://xn--bcher-kva.example/',
  ])
})

test.each([
  'x.com/grace',
  'https://example.org/a?b=ü',
  'javascript:alert(1)',
  'http://example.org',
  'localhost',
  'https://10.0.0.1',
  'https://me@example.org',
  'a b',
  `example.org/${'x'.repeat(300)}`,
])('the form accepts %j exactly if the API does', (typed) => {
  expect(linkError([typed], 0) === undefined).toBe(parseProfileLinks(linksTyped([typed])).ok)
})

test('an empty line is not an error, and the second of two equal links is one', () => {
  const typed = ['', 'x.com/a', 'https://x.com/a']
  expect(typed.map((_, index) => linkError(typed, index) !== undefined)).toEqual([false, false, true])
})
