import { expect, test } from 'vitest'
import { embedSnippet } from './embed-snippet.ts'

test('the snippet names the page of the drop, and trusts only messages from the service and the frame', () => {
  const text = embedSnippet({ publicUrl: 'https://drops.example', shortcode: 'a/b', title: '"><script>' })
  expect(text).toContain('src="https://drops.example/embed/a%2Fb"')
  expect(text).toContain('title="&quot;&gt;&lt;script&gt;"')
  expect(text).toContain("origin !== 'https://drops.example' || source !== frame.contentWindow")
})
