import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embedSnippet } from './embed-snippet.ts'

const docs = readFileSync(new URL('../../../../../../docs/embed.md', import.meta.url), 'utf8')

test('the snippet is that of the docs, which a browser test runs', () => {
  const text = embedSnippet({
    publicUrl: 'https://drops.example',
    shortcode: 'pepper-for-all',
    title: 'Pepper for all',
  })
  expect(docs).toContain(`\n\`\`\`html\n${text}\n\`\`\`\n`)
})

test('a shortcode and a title cannot add markup to the snippet', () => {
  const text = embedSnippet({ publicUrl: 'https://drops.example', shortcode: 'a/b', title: '"><script>' })
  expect(text).toContain('src="https://drops.example/embed/a%2Fb"')
  expect(text).toContain('title="&quot;&gt;&lt;script&gt;"')
})
