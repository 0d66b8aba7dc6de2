import fc from 'fast-check'
import {
  buildSchema,
  coerceInputValue,
  type GraphQLInputType,
  getOperationAST,
  isInputType,
  parse,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { readSdl } from '../schema/read-sdl.ts'
import { refuseBadVariables, usesOfVariables, variableTest } from './check-variables.ts'

const schema = buildSchema(readSdl())
const inputTypes: readonly GraphQLInputType[] = Object.values(schema.getTypeMap()).filter(
  (type) => isInputType(type) && !type.name.startsWith('__'),
) as GraphQLInputType[]

/** Whether graphql-js accepts the value. */
function isTaken(value: unknown, type: GraphQLInputType): boolean {
  let errors = 0
  coerceInputValue(value, type, () => errors++)
  return errors === 0
}

const names = [
  ...new Set(inputTypes.flatMap((type) => ('getFields' in type ? Object.keys(type.getFields()) : []))),
]
const leaf = fc.oneof(
  fc.constantFrom(
    null,
    true,
    'ACTIVE',
    'TOKEN',
    'REGULAR',
    '',
    '1',
    0,
    2 ** 31,
    -(2 ** 31),
    1.5,
    Number.MAX_VALUE,
  ),
  fc.integer(),
  fc.string(),
)
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value'), { maxKeys: 4 }),
  ),
}))

/** A value of the type as a client would send it. */
function writtenFor(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const text = String(type)
  if (text.endsWith('!')) return writtenFor((type as unknown as { readonly ofType: GraphQLInputType }).ofType)
  if ('ofType' in type) return fc.array(writtenFor(type.ofType as GraphQLInputType), { maxLength: 3 })
  if ('getValues' in type) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (!('getFields' in type)) return SCALARS[text] ?? fc.constant('1')
  const fields = Object.values(type.getFields())
  const requiredKeys = fields.filter((field) => String(field.type).endsWith('!')).map(({ name }) => name)
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, writtenFor(field.type)])), {
    requiredKeys,
  })
}

const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Int: fc.integer(),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  Boolean: fc.boolean(),
}

/** Types whose values only their own scalar can check. */
const OWN_READERS = /BigInt|DateTime|JSON/
const usesOwnReader = (type: GraphQLInputType): boolean =>
  OWN_READERS.test(String(type)) ||
  ('getFields' in type &&
    Object.values(type.getFields()).some((field) => usesOwnReader(field.type as GraphQLInputType)))

describe('the fast check of a variable', () => {
  test('passes nothing that graphql-js would refuse', () => {
    fc.assert(
      fc.property(fc.constantFrom(...inputTypes), anyValue, (type, value) => {
        if (variableTest(type)(value)) expect(isTaken(value, type)).toBe(true)
      }),
    )
  })

  test.each(inputTypes.filter((type) => !usesOwnReader(type)).map((type) => [String(type), type] as const))(
    'passes what is right of %s',
    (_name, type) => {
      fc.assert(fc.property(writtenFor(type), (value) => void expect(variableTest(type)(value)).toBe(true)))
    },
  )
})

test('the check of variables stops at fifty errors', () => {
  const document = parse('query ($a: CreateDropInput, $b: CreateDropInput) { __typename }')
  const operation = getOperationAST(document)
  let isRead = false
  const variables = {
    a: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`unknown${n}`, 1])),
    get b() {
      isRead = true
      return {}
    },
  }
  if (!operation) throw new Error('the text has no operation')
  expect(() =>
    refuseBadVariables(schema, operation, usesOfVariables(document, operation), variables),
  ).toThrow(expect.objectContaining({ errors: Array.from({ length: 50 }, () => expect.anything()) }))
  expect(isRead).toBe(false)
})
