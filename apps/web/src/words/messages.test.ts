import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './language.ts'

const sources = fileURLToPath(new URL('..', import.meta.url))
const catalogs = join(sources, 'words', 'messages')
const areas = readdirSync(catalogs)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))

const messagesOf = (area: string): readonly (readonly [string, Record<string, string>])[] =>
  Object.entries(JSON.parse(readFileSync(join(catalogs, `${area}.json`), 'utf8')))

/** The names of a message's values and tags, and of the forms in its plurals and selects. */
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
  const messages = messagesOf(area)

  test('have a text in every language', () => {
    const complete = Object.keys(LANGUAGES).map((language) => [language, expect.stringMatching(/\S/)])
    for (const [key, texts] of messages) expect(texts, key).toEqual(Object.fromEntries(complete))
  })

  test('take the same values in every language', () => {
    for (const [key, { en = '', de = '' }] of messages)
      expect(placeholdersIn(de), key).toEqual(placeholdersIn(en))
  })
})

test('a message that lacks a value in one language is found', () => {
  expect(
    placeholdersIn('{count, plural, one {# day of {name}} other {# days of {name}}} <b>{x}</b>'),
  ).toEqual(['b', 'count', 'name', 'x'])
})

const ATTRIBUTES = new Set([
  'title',
  'label',
  'aria-label',
  'description',
  'placeholder',
  'alt',
  'hint',
  'words',
  'unit',
  'confirmLabel',
  'data-column',
])

/** Names, code and formats that are the same in every language. */
const IN_EVERY_LANGUAGE =
  /^(Dropkit|dk_…|drop_…|0x\S+|https?:\S+|npm? .*|npx .*|drop\.claimed|Authorization: .*|\{".*|JSON|CSV|INSTANT|BEACON)$/s

const isSentence = (text: string): boolean => /^(\p{Lu}\p{Ll}+|\d+)[,.:]? \p{L}{2,}/u.test(text.trim())

/**
 * The texts of a file that users would read and that are in no catalog: in JSX, in its attributes, and sentences in code.
 */
function ownTextOf(path: string, source: string): readonly string[] {
  const found: string[] = []
  const add = (text: string) => {
    if (/\p{L}{2}/u.test(text) && !IN_EVERY_LANGUAGE.test(text.trim())) found.push(text.trim())
  }
  const walk = (node: ts.Node, isShown: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    // A thrown error passes through `inPlainWords` before a page shows it.
    if (ts.isNewExpression(node) && /(Error|Refusal)$/.test(node.expression.getText())) return
    if (ts.isJsxText(node)) add(node.text)
    if (ts.isJsxAttribute(node) && ATTRIBUTES.has(node.name.getText())) isShown = true
    if (ts.isStringLiteralLike(node) && (isShown || isSentence(node.text))) add(node.text)
    if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…')
      if (isSentence(text.replaceAll('…', ' x ').trim()) || (isShown && /\p{L}{2}/u.test(text))) add(text)
    }
    // A branch of a conditional is shown where the conditional is; an argument of a call is not.
    const isBranch =
      ts.isJsxAttribute(node) ||
      ts.isJsxExpression(node) ||
      ts.isConditionalExpression(node) ||
      ts.isParenthesizedExpression(node) ||
      (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    node.forEachChild((child) => {
      const isCondition = ts.isConditionalExpression(node) && child === node.condition
      walk(child, isShown && isBranch && !isCondition)
    })
  }
  walk(
    ts.createSourceFile(
      path,
      source,
      ts.ScriptTarget.Latest,
      true,
      path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
    false,
  )
  return found
}

/** Generated files, texts for programs, and names that passkeys store. */
const WITHOUT_TEXT =
  /^(api\/generated|explorer\/examples|words\/language\.ts|page\/theme\.ts|wallet\/passkey-wallet)|verify-snippets|print-sheet/

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test(-data)?\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(sources, path), 'utf8') }))

test('no file of the pages contains its own text', () => {
  expect(files.length).toBeGreaterThan(200)
  const own = files
    .filter(({ path }) => !WITHOUT_TEXT.test(path))
    .map(({ path, source }) => [path, ownTextOf(path, source)] as const)
  expect(own.filter(([, texts]) => texts.length > 0)).toEqual([])
})

test('text outside the catalog is found', () => {
  const source = `<p title={isLong ? "More to read" : \`Of \${name}\`}>Hello <b>{name}</b>{t('key')}</p>`
  expect(ownTextOf('a.tsx', source)).toEqual(['More to read', 'Of …', 'Hello'])
  expect(ownTextOf('a.ts', `const words = 'Nothing is here.'`)).toEqual(['Nothing is here.'])
  expect(ownTextOf('a.ts', `const words = '1 to 64 letters.'`)).toEqual(['1 to 64 letters.'])
  expect(ownTextOf('a.ts', `throw new Error('This cannot be')`)).toEqual([])
})

test('every message is used', () => {
  const words = new Set<string>()
  const patterns: RegExp[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) words.add(node.text)
    if (ts.isTemplateExpression(node) && !/\s/.test(node.getText())) {
      const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      if (parts.some((part) => part !== ''))
        patterns.push(new RegExp(`^${parts.map((part) => part.replace(/\W/g, '\\$&')).join('\\w+')}$`))
    }
    node.forEachChild(walk)
  }
  for (const { path, source } of files)
    if (!path.startsWith('api/generated'))
      walk(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true))
  // The API defines the names of errors and events.
  const isUsed = (key: string) =>
    words.has(key) || patterns.some((pattern) => pattern.test(key)) || /^([A-Z_]+|[a-z]+\.[a-z_]+)$/.test(key)
  const unused = areas.flatMap((area) =>
    messagesOf(area).flatMap(([key]) => (isUsed(key) ? [] : [`${area}: ${key}`])),
  )
  expect(unused).toEqual([])
})
