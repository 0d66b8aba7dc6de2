// Operations of the real schema that are valid or nearly valid, and texts that were valid before they were damaged.
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
