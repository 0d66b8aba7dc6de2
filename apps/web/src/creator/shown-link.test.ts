import { expect, test } from 'vitest'
import { shownLink } from './shown-link.ts'

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
