import { buildSchema, type GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import { readSdl } from '../schema/read-sdl.ts'
import { createDocumentReader } from './document-reader.ts'

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
