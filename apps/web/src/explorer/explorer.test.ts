import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema, parse, specifiedRules, validate } from 'graphql'
import { expect, test } from 'vitest'
import { exampleAreas } from './examples.ts'
import { haveCredential, headersText } from './explorer-headers.ts'

test('a key in the headers is a credential, in any letter case of the header', () => {
  expect(haveCredential(JSON.parse(headersText('dk_1')))).toBe(true)
  expect(haveCredential({ authorization: 'Bearer ds_1' })).toBe(true)
})

test('the placeholder text is not a credential', () => {
  expect(haveCredential(JSON.parse(headersText(null)))).toBe(false)
  expect(haveCredential({})).toBe(false)
  expect(haveCredential({ Authorization: 'Bearer ' })).toBe(false)
})

const sdlFolder = fileURLToPath(new URL('../../../../packages/adapter-graphql/schema', import.meta.url))
const schema = buildSchema(
  readdirSync(sdlFolder)
    .map((name) => readFileSync(join(sdlFolder, name), 'utf8'))
    .join('\n'),
)
const examples = exampleAreas.flatMap(({ examples }) => examples)

test.each(examples.map((example) => [example.title, example] as const))(
  '%s is what the service understands, with all its variables',
  (_, { query, variables = {} }) => {
    const document = parse(query)
    expect(validate(schema, document, specifiedRules)).toEqual([])
    const [operation] = document.definitions
    const asked =
      operation?.kind === 'OperationDefinition'
        ? (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
        : null
    expect(Object.keys(variables)).toEqual(asked)
  },
)

test('every example has a unique name', () => {
  expect(new Set(examples.map(({ title }) => title)).size).toBe(examples.length)
})
