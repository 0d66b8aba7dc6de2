import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const sources = fileURLToPath(new URL('..', import.meta.url))
const catalogs = join(sources, 'words', 'messages')
const areas = readdirSync(catalogs)
  .filter((name) => name.endsWith('.en.json'))
  .map((name) => name.replace('.en.json', ''))

const messagesIn = (area: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(catalogs, `${area}.${language}.json`), 'utf8'))

/** Names of the values and tags that a message takes; plural and select with the forms that they tell apart. */
function placeholdersIn(message: string): readonly string[] {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, kind, forms] = node
    if (typeof name !== 'string') return
    names.add(name)
    if (typeof forms === 'object' && forms !== null && typeof kind === 'number')
      for (const form of Object.values(forms)) walkAll(form)
    else walkAll(node.slice(1))
  }
  const walkAll = (nodes: unknown): void => {
    if (Array.isArray(nodes)) nodes.forEach(walk)
  }
  walkAll(compile(message))
  return [...names].sort()
}

describe.each(areas)('the messages of %s', (area) => {
  const english = messagesIn(area, 'en')

  test('have the same keys in every language', () => {
    expect(Object.keys(messagesIn(area, 'de')).sort()).toEqual(Object.keys(english).sort())
  })

  test('take the same values in every language', () => {
    const german = messagesIn(area, 'de')
    const ofAll = (messages: Record<string, string>) =>
      Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, placeholdersIn(text)]))
    expect(ofAll(german)).toEqual(ofAll(english))
  })

  test('are not empty', () => {
    expect(Object.entries(messagesIn(area, 'de')).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

test('a message that lacks a value in one language is found', () => {
  expect(
    placeholdersIn('{count, plural, one {# day of {name}} other {# days of {name}}} <b>{x}</b>'),
  ).toEqual(['b', 'count', 'name', 'x'])
})

/** Folders whose text is in the catalog; the files of others say it themselves. */
const TRANSLATED = ['claim', 'pay', 'wallet', 'page', 'components/share']
const TRANSLATED_COMPONENTS =
  /^(brand|color-scheme-toggle|copied-text|drop-picture|empty-state|fault-message|language-select|live-sign|public-page|status-badge|token-picture|transaction-text)\.tsx$/
const ATTRIBUTES = new Set(['title', 'label', 'aria-label', 'description', 'placeholder', 'alt', 'hint'])

/** Text in the JSX of a file that people would read. */
function ownTextOf(path: string, source: string): readonly string[] {
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) found.push(node.text.trim())
    if (ts.isJsxAttribute(node) && ATTRIBUTES.has(node.name.getText())) {
      const value =
        node.initializer && ts.isJsxExpression(node.initializer)
          ? node.initializer.expression
          : node.initializer
      if (
        value &&
        (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) &&
        /\p{L}{2}/u.test(value.getText())
      )
        found.push(`${node.name.getText()}: ${value.getText()}`)
    }
    node.forEachChild(walk)
  }
  walk(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

test('text of the translated pages is in the catalog', () => {
  const paths = [
    ...TRANSLATED.flatMap((folder) => readdirSync(join(sources, folder)).map((name) => join(folder, name))),
    ...readdirSync(join(sources, 'components'))
      .filter((name) => TRANSLATED_COMPONENTS.test(name))
      .map((name) => join('components', name)),
  ].filter((path) => path.endsWith('.tsx') && path !== join('components', 'brand.tsx'))
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths)
    expect([path, ownTextOf(path, readFileSync(join(sources, path), 'utf8'))]).toEqual([path, []])
})

test('text outside the catalog is found', () => {
  expect(ownTextOf('a.tsx', '<p title="More to read">Hello <b>{name}</b></p>')).toEqual([
    'title: "More to read"',
    'Hello',
  ])
})
