import Fastify from 'fastify'
import { buildSchema, type GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Party } from '../limits/at-once.ts'
import { createExecutableSchema } from '../schema/executable-schema.ts'
import { readSdl } from '../schema/read-sdl.ts'
import { createSubscriptionDocuments } from '../websocket/read-document.ts'
import { createDocumentCache } from './document-cache.ts'
import { createDocumentReader } from './document-reader.ts'
import { registerEngine } from './engine.ts'
import { inTurn, NEW_TEXT_BYTES_AT_ONCE } from './long-texts.ts'

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

describe('long texts', () => {
  const party =
    (key: string): (() => Party) =>
    () => [{ key, of: 'this user', times: 1 }]

  const LONG = ' '.repeat(3_000)

  test('a short text is read at once', () => {
    expect(inTurn(party('a'), 'x', () => 'read')).toBe('read')
  })

  test('a text waits for at most one text of each other party', async () => {
    const ended: string[] = []
    const read = (key: string, count: number) =>
      Array.from({ length: count }, () => inTurn(party(key), LONG, () => ended.push(key)))
    await Promise.all([...read('a', 20), ...read('b', 20), ...read('other', 1)])
    expect(ended.slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'other'])
    expect(ended).toHaveLength(41)
  })

  test('the next text is read when the one before has been read, or has failed', async () => {
    let reading = 0
    const read = async (fails: boolean) => {
      expect(++reading).toBe(1)
      await new Promise(setImmediate)
      reading--
      if (fails) throw new Error('not valid')
    }
    const reads = [true, false, true, false].map((fails) => inTurn(party('a'), LONG, () => read(fails)))
    const settled = await Promise.allSettled(reads)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  })

  test('of the waiting texts of a party, too many are refused, and those of others are read', async () => {
    const text = ' '.repeat(NEW_TEXT_BYTES_AT_ONCE / 4)
    const read = (key: string) => inTurn(party(key), text, () => 'read')
    const waiting = Array.from({ length: 4 }, () => read('a'))
    await expect(read('a')).rejects.toMatchObject({
      extensions: {
        code: 'RATE_LIMITED',
        retryable: true,
        details: { limit: 'newTextBytesAtOnce', value: NEW_TEXT_BYTES_AT_ONCE },
      },
    })
    expect(await read('b')).toBe('read')
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 4 }, () => 'read'))
    expect(await read('a')).toBe('read')
  })

  test('a text that several requests send at the same time is read once', async () => {
    const schema = createExecutableSchema()
    const engine = await registerEngine(Fastify(), schema)
    const documents = createSubscriptionDocuments(schema)
    // Of one party, because on a slow machine another one would be lent a slot during the first reading.
    const [one, other] = await Promise.all(
      [1, 2].map(() => engine.prepare(`{ __typename ${LONG} }`, undefined, party('a'))),
    )
    expect(one).toBe(other)
    const [first, second] = await Promise.all(
      [1, 2].map(() => documents.read(`subscription { eventStream { id } ${LONG} }`, undefined, party('a'))),
    )
    expect(first).toMatchObject({ kind: 'Document' })
    expect(first).toBe(second)
  })
})

describe('errors in a document', () => {
  const reader = createDocumentReader(buildSchema(readSdl()))

  async function fieldsOf(query: string): Promise<readonly unknown[]> {
    try {
      await reader.read(query)
    } catch (error) {
      return (error as AggregateError).errors.map((one: GraphQLError) => one.extensions['field'])
    }
    throw new Error('the document is valid')
  }

  test.each([
    ['{ drops(limit: "5") { id } }', ['limit']],
    ['{ drops(filter: { status: GONE }) { id } }', ['status']],
    ['{ drops(filter: { statuss: ACTIVE }) { id } }', ['statuss']],
    ['{ drops(limitt: 5) { id } }', ['limitt']],
    ['{ drop(id: null) { id } }', ['id']],
    ['{ drop { id } }', ['id']],
    ['{ drops { id @skip(if: "no") } }', ['if']],
    ['query ($types: [String]) { events(types: $types) { id } }', ['types']],
    [
      'mutation { createDrop(input: { title: 5, type: TOKEN, claimType: REGULAR }) { id } }',
      ['maxAmount', 'title'],
    ],
    ['{ drops { nothing } }', [undefined]],
    ['{ a: drop(id: "1") { id } a: drop(id: "2") { id } }', [undefined]],
  ])('names the argument or input field that is wrong in %s', async (query, fields) => {
    const named = await fieldsOf(query)
    expect(new Set(named)).toEqual(new Set(fields))
  })
})
