import { expect, test } from 'vitest'
import { createDocumentCache } from './document-cache.ts'

const LENGTH = 10_000
/** Room for six of them in each of the three generations. */
const longText = (name: string) => name.padEnd(1_200, '.')

function openCache() {
  const cache = createDocumentCache<string>(LENGTH)
  return {
    /** What a request does with a text. Returns whether it was cached. */
    use(text: string, operationName?: string): boolean {
      const found = cache.get(text, operationName)
      if (found === undefined) cache.set(text, operationName, `${operationName} of ${text}`)
      else expect(found).toBe(`${operationName} of ${text}`)
      return found !== undefined
    },
    has: (text: string) => cache.get(text) !== undefined,
  }
}

const numbered = (count: number, name = 'text') => Array.from({ length: count }, (_, n) => `${name} ${n}`)

test('texts that are used once do not replace one that is used twice', () => {
  const { use } = openCache()
  use('often')
  expect(use('often')).toBe(true)
  for (const name of numbered(1_000)) expect(use(longText(name))).toBe(false)
  expect(use('often')).toBe(true)
})

test('texts that are used twice replace the ones that were not used for longest', () => {
  const { use } = openCache()
  for (const name of ['early', 'often', 'early', 'often']) use(longText(name))
  for (const name of numbered(100)) {
    use(longText(name))
    expect(use(longText(name))).toBe(true)
    expect(use(longText('often'))).toBe(true)
  }
  expect(use(longText('early'))).toBe(false)
})

test('a very long text does not replace others, however often it is used', () => {
  const { use } = openCache()
  use('often')
  use('often')
  for (const name of numbered(20)) for (let time = 0; time < 3; time++) use(name.padEnd(LENGTH - 300, '.'))
  expect(use('often')).toBe(true)
})

test.each([
  ['long', longText, 3 * 8],
  ['short', (name: string) => name, 3 * 40],
])('keeps a limited number of %s texts', (_size, textOf, most) => {
  const { use, has } = openCache()
  const texts = numbered(500).map(textOf)
  for (const text of texts) for (let time = 0; time < 2; time++) use(text)
  const kept = texts.filter(has)
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThanOrEqual(most)
})

test('a text and the name of its operation are not mistaken for another text', () => {
  const { use } = openCache()
  const text = 'query A { a } query B { b }'
  for (const end of ['#B', 'B', '\n#B', ' B']) use(`${text}${end}`)
  for (const start of ['B', 'B ', 'B\n']) use(`${start}${text}`)
  expect(use(text, 'B')).toBe(false)
  expect(use(text)).toBe(false)
  expect(use(text, 'A')).toBe(false)
  expect(use(text, 'B')).toBe(true)
})
