import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareLinks } from './share-links.ts'

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
