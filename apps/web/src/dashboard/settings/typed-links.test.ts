import { parseProfileLinks } from '@dropkit/core/internal'
import { expect, test } from 'vitest'
import { linkError, linksTyped } from './typed-links.ts'

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

test('an empty line is no error, and the second of two equal links is one', () => {
  const typed = ['', 'x.com/a', 'https://x.com/a']
  expect(typed.map((_, index) => linkError(typed, index) !== undefined)).toEqual([false, false, true])
})
