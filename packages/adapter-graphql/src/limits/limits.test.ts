import { readFileSync } from 'node:fs'
import { FIXED_LIMITS, WEBHOOK_SENDS_PER_MINUTE } from '@dropkit/core/internal'
import fc from 'fast-check'
import { buildSchema, getOperationAST, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { QUERY_LINE_BREAKS } from '../execution/document-reader.ts'
import { NEW_TEXT_BYTES_AT_ONCE } from '../execution/long-texts.ts'
import { createExecutableSchema } from '../schema/executable-schema.ts'
import { readSdl } from '../schema/read-sdl.ts'
import { fieldsCanMergeRule } from './fields-can-merge.ts'
import { LIMITS, VALUES_PER_NAME, valuesIn } from './limits.ts'
import { costOf } from './query-limits.ts'

const SECURITY = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8')
const MEBIBYTE = 1024 * 1024
const written = (value: number): string => {
  if (value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`
  return value % 1024 === 0 ? `${value / 1024} KiB` : value.toLocaleString('en')
}

const ALL = {
  ...LIMITS,
  ...FIXED_LIMITS,
  queryLineBreaks: QUERY_LINE_BREAKS,
  newTextBytesAtOnce: NEW_TEXT_BYTES_AT_ONCE,
  webhookSendsPerMinute: WEBHOOK_SENDS_PER_MINUTE,
}

test.each(Object.entries(ALL))('SECURITY.md says what %s is', (limit, value) => {
  const row = SECURITY.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${limit}\``))
  expect(row).toContain(written(value))
})

/** The number of values, brackets and names in a JSON value. An empty list or object counts as one value in brackets. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const inner = Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0)
  return 1 + Math.max(1, inner) + (Array.isArray(value) ? 0 : VALUES_PER_NAME * Object.keys(value).length)
}

const quotesIn = (text: string): number => text.match(/\\"/g)?.length ?? 0

test('counts values and names, and ignores the contents of texts', () => {
  const text = fc.string({ unit: fc.constantFrom(',', ':', '"', '\\', 'x', '{', ']') })
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  })).value
  fc.assert(
    fc.property(json, (value) => {
      const written = JSON.stringify(value)
      const count = countOf(value)
      const most = count + quotesIn(written)
      expect(valuesIn(written, most)).toBeLessThanOrEqual(most)
      expect(valuesIn(written, count - 1)).toBeGreaterThan(count - 1)
    }),
  )
})

test('a long text with many commas is one value', () => {
  expect(valuesIn(JSON.stringify({ list: 'a,'.repeat(200_000) }), 1_000)).toBe(2 + VALUES_PER_NAME)
})

test('names count, and counting stops soon after the limit', () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])))
  expect(valuesIn(wide, 1_000_000)).toBe(1 + 100_000 * (1 + VALUES_PER_NAME))
  const stoppedAt = valuesIn(wide, 1_000)
  expect(stoppedAt).toBeGreaterThan(1_000)
  expect(stoppedAt).toBeLessThan(1_020)
})

describe('the cost of a query', () => {
  const schema = buildSchema(readSdl())

  function answerOf(query: string, variables: { readonly [name: string]: unknown } = {}) {
    const document = parse(query)
    const operation = getOperationAST(document)
    return operation ? costOf(schema, document, operation, variables) : undefined
  }
  const cost = (...given: Parameters<typeof answerOf>) => answerOf(...given)?.objects

  test.each([
    ['{ me { id username } }', 0],
    ['{ drops(limit: 3) { id title } }', 6],
    ['{ drops { id title } }', 100],
    ['{ drops(limit: 3) { id token { id creator { id } } } }', 9],
    ['{ drops(limit: 3) { id claims(limit: 100) { id amount } } }', 200],
    ['{ drops(limit: 3) { id claims { id amount } } }', 100],
    ['{ drops(limit: 3) { a: id b: id ...F } } fragment F on Drop { c: id ... on Drop { d: id } }', 12],
  ])('the longest list of %s could hold %d values', (query, expected) => {
    expect(answerOf(query)?.fieldsOfList).toBe(expected)
  })

  test.each([
    ['{ __typename }', 0],
    ['{ __schema { types { name } } }', 0],
    ['{ me { id } }', 1],
    ['{ a: me { id } b: me { id } }', 2],
    ['{ drops { id } }', 50],
    ['{ drops(limit: 3) { id token { id } } }', 6],
    ['{ drops(limit: 3) { claims { id } } }', 6],
    ['{ drops(limit: 3) { claims(limit: 10) { id } } }', 33],
    ['{ users { drops { claims { id } } } }', 150],
    ['{ drops(limit: 0) { id } }', 1],
    ['{ drops(limit: 1000000) { id } }', 200],
    ['{ drops(limit: null) { id } }', 50],
    ['{ apiKeys { id } }', 20],
    ['{ platformEvents { id } }', 50],
    ['{ drops(limit: 2) { ...F } } fragment F on Drop { token { id } ... on Drop { creator { id } } }', 6],
    ['mutation { deleteDrop(id: "x") }', 0],
  ])('%s could hold %d objects', (query, expected) => {
    expect(cost(query)).toBe(expected)
  })

  test('a limit in a variable counts with its value, or with the default of the list', () => {
    const query = 'query ($n: Int) { drops(limit: $n) { id } }'
    expect(cost(query, { n: 7 })).toBe(7)
    expect(cost(query, { n: null })).toBe(50)
    expect(cost(query)).toBe(50)
  })

  test('a limit in a variable that is left out counts with the default of the variable', () => {
    const query = 'query ($n: Int = 5) { drops(limit: 100) { claims(limit: $n) { id } } }'
    expect(cost(query)).toBe(100 * (1 + 5))
    expect(cost(query, { n: 7 })).toBe(100 * (1 + 7))
    expect(cost(query, { n: null })).toBe(100 * (1 + 1))
  })

  test('lists inside lists multiply', () => {
    const limit = fc.integer({ min: 1, max: 200 })
    fc.assert(
      fc.property(limit, limit, limit, (a, b, c) => {
        const query = `{ users(limit: ${a}) { drops(limit: ${b}) { claims(limit: ${c}) { id } } } }`
        expect(cost(query)).toBe(a * (1 + b * (1 + c)))
      }),
    )
  })
})

describe('the check that fields can merge', () => {
  const schema = buildSchema(`
  type Query { a(x: In, y: Int): Query b: Other! c: [Query!] n: Int m: Int! e: E }
  type Other { a(x: In, y: Int): Other b: Query c: [Other] n: String m: [Int] e: E }
  input In { p: Int q: [Int] }
  enum E { ONE }
`)

  const errorsOf = (text: string, rule = fieldsCanMergeRule) => validate(schema, parse(text), [rule])

  /** Selections on either type. Both types have the same few fields, so that many fields conflict. */
  const { selections } = fc.letrec((tie) => ({
    selections: fc
      .array(tie('selection') as fc.Arbitrary<string>, { minLength: 1, maxLength: 3 })
      .map((all) => `{ ${all.join(' ')} }`),
    selection: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('n', 'm', 'e', 'n: m', 'm: n', 'n: e', '...F', '...G'),
      fc
        .tuple(
          fc.constantFrom(
            'a',
            'b',
            'c',
            'a: b',
            'b: a',
            'c: a',
            'a(x: {p: 1, q: [1]})',
            'a(x: {q: [1], p: 1})',
            'a(y: 2)',
          ),
          tie('selections') as fc.Arbitrary<string>,
        )
        .map(([field, below]) => `${field} ${below}`),
      fc
        .tuple(
          fc.constantFrom('...', '... on Query', '... on Other'),
          tie('selections') as fc.Arbitrary<string>,
        )
        .map(([head, below]) => `${head} ${below}`),
    ),
  })) as { selections: fc.Arbitrary<string> }

  test('finds a conflict in a document if and only if the rule of graphql-js does', () => {
    let conflicts = 0
    const counted = fc.property(selections, selections, selections, (query, f, g) => {
      const text = `${query} fragment F on Query ${f} fragment G on Other ${g}`
      const hasConflict = errorsOf(text, OverlappingFieldsCanBeMergedRule).length > 0
      if (hasConflict) conflicts++
      expect(errorsOf(text).length > 0).toBe(hasConflict)
    })
    fc.assert(counted, { numRuns: 500 })
    expect(conflicts).toBeGreaterThan(50)
  })

  test('says which fields conflict, and why', () => {
    expect(errorsOf('{ n: m n }').map(({ message, nodes }) => [message, nodes?.length])).toEqual([
      [
        'Fields "n" conflict because "m" and "n" are different fields. Use different aliases on the fields to fetch both if this was intentional.',
        2,
      ],
    ])
    expect(errorsOf('{ a(y: 1) { n } a(y: 2) { n } }')[0]?.message).toContain('they have differing arguments')
    expect(errorsOf('{ ... on Query { n } ... on Other { n } }')[0]?.message).toContain(
      'they return conflicting types "String" and "Int"',
    )
  })

  test('refuses a document that takes too much work, by the limit', () => {
    const fragments = Array.from(
      { length: 98 },
      (_, n) =>
        `fragment F${n} on Query { n ${Array.from({ length: 18 }, (_each, m) => `...F${Math.min(n + m + 1, 98)}`).join(' ')} }`,
    )
    const text = `{ ...F0 } ${fragments.join(' ')} fragment F98 on Query { n }`
    expect(errorsOf(text)[0]?.extensions).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      details: { limit: 'fieldComparisons', value: 20_000 },
    })
  })

  test('has a schema without interfaces and unions, which it does not compare', () => {
    const types = Object.values(createExecutableSchema().getTypeMap())
    expect(
      types.filter((type) => 'getTypes' in type || type.astNode?.kind === 'InterfaceTypeDefinition'),
    ).toEqual([])
  })
})
