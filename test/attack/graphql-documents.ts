// GraphQL documents for attacks: valid, nearly valid, damaged, or small to send but expensive to process.
import * as fc from 'fast-check'
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { type Ids, inputValue } from './graphql-values.ts'

export interface Operation {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

const DEEPEST = 3

type Field = GraphQLField<unknown, unknown>

const arrayOf = <T>(arbitraries: readonly fc.Arbitrary<T>[]): fc.Arbitrary<readonly T[]> =>
  fc.tuple(...arbitraries)

/** Selects some fields of an object. At the deepest level only leaf fields are selected. */
function selectionOf(type: GraphQLObjectType, depth: number): fc.Arbitrary<string> {
  const isLeaf = (field: Field) => !isObjectType(getNamedType(field.type))
  const fields = Object.values(type.getFields()).filter(
    (field) => isLeaf(field) || (depth < DEEPEST && !field.args.some(isRequiredArgument)),
  )
  return fc
    .subarray(fields, { minLength: 1, maxLength: Math.min(6, fields.length) })
    .chain((chosen) =>
      arrayOf(
        chosen.map((field) => {
          const below = getNamedType(field.type)
          if (!isObjectType(below)) return fc.constant(field.name)
          const args = field.args.some(({ name }) => name === 'limit') ? '(limit: 3)' : ''
          return selectionOf(below, depth + 1).map((text) => `${field.name}${args} ${text}`)
        }),
      ),
    )
    .map((parts) => `{ ${parts.join(' ')} }`)
}

function operationOf(kind: string, field: Field, ids: Ids): fc.Arbitrary<Operation> {
  const values = arrayOf(field.args.map((argument) => inputValue(argument.name, argument.type, ids)))
  const below = getNamedType(field.type)
  const selection = isObjectType(below) ? selectionOf(below, 1) : fc.constant('')
  return fc.tuple(values, selection).map(([given, selected]) => {
    const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
    const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
    const [head, call] = declared === '' ? ['', ''] : [` (${declared})`, `(${passed})`]
    const query = `${kind}${head} { ${field.name}${call} ${selected} }`
    return { query, variables: Object.fromEntries(field.args.map(({ name }, index) => [name, given[index]])) }
  })
}

/** An operation on any root field, mostly valid. */
export function operations(schema: GraphQLSchema, ids: Ids): fc.Arbitrary<Operation> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const all = roots.flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) =>
      operationOf(String(type?.name).toLowerCase(), field, ids),
    ),
  )
  return fc.oneof(...all)
}

const TOKENS = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ':',
  '!',
  '$',
  '@',
  '...',
  '=',
  '|',
  '&',
  '"',
  '"""',
  '\\',
  '#',
  ',',
  '\u0000',
  '\ufeff',
  '\u2028',
  'query',
  'mutation',
  'subscription',
  'fragment',
  'on',
  'null',
  'true',
  'schema',
  'extend',
  'type',
  '__typename',
  '__schema',
  '@skip(if: $x)',
  '$v',
  '-',
  '1e',
  '0.',
  '\\u{110000}',
  '"\\ud800"',
  'é',
  '💥',
]

/** Removes, inserts or duplicates parts of the text, several times. */
export const spoiled = (operation: fc.Arbitrary<Operation>): fc.Arbitrary<Operation> =>
  fc
    .tuple(
      operation,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.constantFrom('', ...TOKENS), fc.boolean()), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([{ query, variables }, hits]) => {
      let text = query
      for (const [place, length, token, isTwice] of hits) {
        const at = place % (text.length + 1)
        const middle = isTwice ? text.slice(at, at + length).repeat(3) : token
        text = text.slice(0, at) + middle + text.slice(at + length)
      }
      return { query: text, variables }
    })

// Documents that are small to send but expensive to process.

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ')

const deep = (count: number, before: string, middle: string, after: string) =>
  `${before.repeat(count)}${middle}${after.repeat(count)}`

type Bomb = (size: number) => string

/**
 * The cost of each grows with its size, from 1 on. At 1,000, most of them would never be answered if no limit stopped them.
 */
const BOMBS: Readonly<Record<string, Bomb>> = {
  'deep fields': (n) => `{ drops { ${deep(n, 'claims { drop { ', 'id', ' } }')} } }`,
  'deep inline fragments': (n) => `{ me { ${deep(n, '... on User { ', 'id', ' }')} } }`,
  'deep fragments': (n) =>
    `{ me { ...F0 } } ${times(n, (i) => `fragment F${i} on User { drops { creator { ...F${i + 1} } } }`)} fragment F${n} on User { id }`,
  'fragments that double': (n) =>
    `{ me { ...F0 } } ${times(n, (i) => `fragment F${i} on User { ...F${i + 1} ...F${i + 1} }`)} fragment F${n} on User { id }`,
  'doubling by two fields': (n) =>
    `{ me { ...F0 } } ${times(n, (i) => `fragment F${i} on User { a: drops { creator { ...F${i + 1} } } b: drops { creator { ...F${i + 1} } } }`)} fragment F${n} on User { id }`,
  'a circle of fragments': (n) =>
    `{ me { ...F0 } } ${times(n, (i) => `fragment F${i} on User { id ...F${(i + 1) % n} }`)}`,
  'fragments that spread all others': (n) => {
    const count = Math.min(n, 60)
    const all = times(count, (i) => `...F${i}`)
    return `{ me { ${all} } } ${times(count, (i) => `fragment F${i} on User { id ${all} }`)}`
  },
  'fragments without a use': (n) => `{ me { id } } ${times(n, (i) => `fragment F${i} on User { id }`)}`,
  aliases: (n) => `{ me { ${times(n, (i) => `a${i}: id`)} } }`,
  'aliases of a root field': (n) => `{ ${times(n, (i) => `a${i}: me { id }`)} }`,
  'aliases of lists': (n) => `{ ${times(n, (i) => `a${i}: drops(limit: 200) { id }`)} }`,
  'aliases of a mutation': (n) =>
    `mutation { ${times(n, (i) => `a${i}: deleteWebhook(input: { id: "x" })`)} }`,
  'the same field again': (n) => `{ me { ${'id '.repeat(n)} } }`,
  'the same object again': (n) => `{ ${'me { id } '.repeat(n)} }`,
  'the same objects inside each other': (n) =>
    `{ ${'drops { creator { id } creator { username } } '.repeat(n)} }`,
  'conflicting fields': (n) => `{ ${times(n, (i) => `drop(id: "${i}") { id }`)} }`,
  'conflicts in fragments': (n) =>
    `{ ${times(n, (i) => `...F${i}`)} } ${times(n, (i) => `fragment F${i} on Query { x: drop(id: "${i}") { y: title z: id } }`)}`,
  directives: (n) => `{ me { id ${'@include(if: true) '.repeat(n)} } }`,
  'directives that do not exist': (n) => `{ me { id ${times(n, (i) => `@d${i}`)} } }`,
  'directives of an operation': (n) => `query ${'@skip(if: true) '.repeat(n)} { me { id } }`,
  operations: (n) => times(n, (i) => `query Q${i} { me { id } }`),
  'operations without a name': (n) => '{ me { id } } '.repeat(n),
  variables: (n) => `query (${times(n, (i) => `$v${i}: Int = ${i}`)}) { drops(limit: $v0) { id } }`,
  'variables of one name': (n) => `query (${'$v: Int '.repeat(n)}) { drops(limit: $v) { id } }`,
  'variables that are not declared': (n) =>
    `{ drops(limit: $v0) { ${times(n, (i) => `a${i}: claims(limit: $v${i}) { id }`)} } }`,
  'a deep list': (n) => `{ events(types: ${deep(n, '[', '"x"', ']')}) { id } }`,
  'a deep object': (n) =>
    `mutation { updateDrop(id: "x", input: { metadata: ${deep(n, '{ a: ', '1', ' }')} }) { id } }`,
  'a deep object of variables': (n) =>
    `mutation ($v: Int) { updateDrop(id: "x", input: { metadata: ${deep(n, '{ a: ', '[$v, $v]', ' }')} }) { id } }`,
  'a deep type': (n) => `query ($v: ${deep(n, '[', 'Int', ']')}) { drops(limit: $v) { id } }`,
  'a long list': (n) => `{ events(types: [${'"drop.created" '.repeat(n)}]) { id } }`,
  'many arguments': (n) => `{ drops(${times(n, (i) => `a${i}: 1`)}) { id } }`,
  'one argument again': (n) => `{ drops(${'limit: 1 '.repeat(n)}) { id } }`,
  'many input fields': (n) =>
    `mutation { updateProfile(input: { ${times(n, (i) => `f${i}: "x"`)} }) { id } }`,
  'a long number': (n) => `{ drops(limit: ${'9'.repeat(n * 10)}) { id } }`,
  'a long string': (n) => `{ drop(id: "${'x'.repeat(n * 20)}") { id } }`,
  'a long block string': (n) => `{ drop(id: """${'\n  x'.repeat(n)}""") { id } }`,
  'a long name': (n) => `{ ${'x'.repeat(n * 20)} }`,
  'a string of escapes': (n) => `{ drop(id: "${'\\u{1F4A5}'.repeat(n)}") { id } }`,
  'a long comment': (n) => `{ me { id } } #${'x'.repeat(n * 20)}`,
  commas: (n) => `{ me ${','.repeat(n * 20)} { id } }`,
  braces: (n) => '{'.repeat(n * 5),
  brackets: (n) => `{ drops(a: ${'['.repeat(n * 5)}`,
  quotes: (n) => `{ drop(id: ${'"'.repeat(n)}) { id } }`,
  'costly lists': (n) =>
    `{ ${deep(Math.min(n, 4), 'drops(limit: 200) { claims(limit: 200) { drop { creator { ', 'id', ' } } } }')} }`,
  introspection: (n) =>
    `{ __schema { types { fields { type ${deep(n, '{ ofType ', '{ name }', ' }')} } } } }`,
  'introspection in circles': (n) =>
    `{ __schema { types { ${deep(n, 'fields { type { ', 'name', ' } }')} } } }`,
  'aliases of introspection': (n) =>
    `{ ${times(n, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
  'type names': (n) => `{ ${times(n, (i) => `a${i}: __typename`)} }`,
  'a syntax tree in place of a text': (n) =>
    JSON.stringify({
      kind: 'Document',
      definitions: new Array(n).fill({
        kind: 'OperationDefinition',
        operation: 'query',
        selectionSet: {
          kind: 'SelectionSet',
          selections: [{ kind: 'Field', name: { kind: 'Name', value: 'me' } }],
        },
      }),
    }),
}

const size = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5_000 }))

export const bomb: fc.Arbitrary<{ readonly name: string; readonly query: string }> = fc
  .tuple(fc.constantFrom(...Object.keys(BOMBS)), size)
  .map(([name, count]) => ({ name, query: (BOMBS[name] as Bomb)(count) }))
