import fc from 'fast-check'
import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { createExecutableSchema } from '../schema/executable-schema.ts'
import { fieldsCanMergeRule } from './fields-can-merge.ts'

const schema = buildSchema(`
  type Query { a(x: In, y: Int): Query b: Other! c: [Query!] n: Int m: Int! e: E }
  type Other { a(x: In, y: Int): Other b: Query c: [Other] n: String m: [Int] e: E }
  input In { p: Int q: [Int] }
  enum E { ONE }
`)

const faultsOf = (text: string, rule = fieldsCanMergeRule) => validate(schema, parse(text), [rule])

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
    const hasConflict = faultsOf(text, OverlappingFieldsCanBeMergedRule).length > 0
    if (hasConflict) conflicts++
    expect(faultsOf(text).length > 0).toBe(hasConflict)
  })
  fc.assert(counted, { numRuns: 500 })
  expect(conflicts).toBeGreaterThan(50)
})

test('says which fields conflict, and why', () => {
  expect(faultsOf('{ n: m n }').map(({ message, nodes }) => [message, nodes?.length])).toEqual([
    [
      'Fields "n" conflict because "m" and "n" are different fields. Use different aliases on the fields to fetch both if this was intentional.',
      2,
    ],
  ])
  expect(faultsOf('{ a(y: 1) { n } a(y: 2) { n } }')[0]?.message).toContain('they have differing arguments')
  expect(faultsOf('{ ... on Query { n } ... on Other { n } }')[0]?.message).toContain(
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
  expect(faultsOf(text)[0]?.extensions).toMatchObject({
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
