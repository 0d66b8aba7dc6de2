import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownLink } from '../creator/shown-link.ts'
import { qrOutline } from './qr-outline.ts'
import { shareLinks } from './share/share-links.ts'

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
