import fc from 'fast-check'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { expect, test } from 'vitest'
import { readSdl } from '../schema/read-sdl.ts'
import { costOf } from './query-cost.ts'

const schema = buildSchema(readSdl())

function cost(query: string, variables: { readonly [name: string]: unknown } = {}): number {
  const document = parse(query)
  const operation = getOperationAST(document)
  return operation ? costOf(schema, document, operation, variables) : Number.NaN
}

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

test('a limit in a variable counts with its value, or as the maximum', () => {
  const query = 'query ($n: Int) { drops(limit: $n) { id } }'
  expect(cost(query, { n: 7 })).toBe(7)
  expect(cost(query, { n: null })).toBe(50)
  expect(cost(query)).toBe(200)
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
