// Inputs for every query and mutation, generated from the schema: valid ones, and ones with one member as large as the
// limits allow.
import { randomBytes } from 'node:crypto'
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql'
import type { Operation } from './graphql-documents.ts'
import { IS_FULL } from './measured-requests.ts'

export type WorstInput = Operation & { readonly name: string }

/** Valid values, including existing ids, by the name of a member or by `mutation.member`. */
export type KnownValues = Readonly<Record<string, unknown>>

const LONG_TEXT_BYTES = 1024 * 1024
/** In the full form, the longest list that a body can have. */
const LONG_LIST_ITEMS = IS_FULL ? 100_000 : 20_000
/** The longest list whose values are read, with few exceptions. */
const MOST_LIST_ITEMS = 1_000
const NEW_LINKS = IS_FULL ? 100_000 : 5_000
const DEEP_LEVELS = 1_000
const WALLET = `0x${'a'.repeat(64)}`

/** A valid public key, for which the last base64url digit must have only four significant bits. */
const linkId = () => randomBytes(32).toString('base64url')

/** The largest valid values. Values of this size are rejected for other members. */
const LARGEST: Readonly<Record<string, () => unknown>> = {
  publicKeys: () => Array.from({ length: NEW_LINKS }, () => linkId()),
  count: () => NEW_LINKS,
  ids: () => Array.from({ length: 1_000 }, () => linkId()),
  file: () => randomBytes((IS_FULL ? 10 : 2) * LONG_TEXT_BYTES).toString('base64'),
  description: () => '💥'.repeat(2_500),
  events: () => Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? 'drop.*' : 'claim.claimed')),
  // Lists of the shortest addresses take the longest. More lists do not fit into a body.
  rules: () =>
    Array.from({ length: IS_FULL ? 13 : 2 }, () => ({
      key: 'wallet_allowlist',
      operator: 'in',
      value: '0x1,'.repeat(LONG_TEXT_BYTES / 4),
    })),
}

function usualValue(name: string, type: GraphQLInputType, field: string, known: KnownValues): unknown {
  const value = known[`${field}.${name}`] ?? known[name]
  if (value !== undefined) return value
  if (isNonNullType(type)) return usualValue(name, type.ofType, field, known)
  if (isListType(type)) return [usualValue(name, type.ofType, field, known)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((member) => isRequiredInputField(member) || known[`${field}.${member.name}`] !== undefined)
        .map((member) => [member.name, usualValue(member.name, member.type, field, known)]),
    )
  switch (getNamedType(type).name) {
    case 'Int':
    case 'Float':
      return 1
    case 'Boolean':
      return true
    case 'DateTime':
      return '2040-01-01T00:00:00Z'
    case 'JSON':
      return { a: 1 }
    default:
      return /address|wallet/i.test(name) ? WALLET : '1'
  }
}

function deepValue(): unknown {
  let value: unknown = 1
  for (let level = 0; level < DEEP_LEVELS; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values as large as a body allows, valid and invalid. */
function worstValues(name: string, type: GraphQLInputType): readonly (readonly [string, unknown])[] {
  const named = getNamedType(type)
  const largest = LARGEST[name]
  const all: (readonly [string, unknown])[] = largest ? [['largest', largest()]] : []
  const text = 'x'.repeat(LONG_TEXT_BYTES)
  const isList = isListType(type) || (isNonNullType(type) && isListType(type.ofType))
  if (isList)
    for (const length of [LONG_LIST_ITEMS, MOST_LIST_ITEMS])
      all.push([`long list of ${length}`, Array.from({ length }, () => '1')])
  else if (named.name === 'JSON')
    all.push(
      ['deep', deepValue()],
      ['wide', Object.fromEntries(Array.from({ length: LONG_LIST_ITEMS / 2 }, (_, n) => [`k${n}`, n]))],
    )
  else if (named.name === 'BigInt') all.push(['long number', '9'.repeat(LONG_TEXT_BYTES)])
  else if (named.name === 'String' || named.name === 'ID') all.push(['long text', text])
  return all
}

/** The paths to every member of an input, at any depth. */
function membersOf(
  type: GraphQLInputType,
  path: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly name: string; readonly type: GraphQLInputType }[] {
  const bare = isNonNullType(type) ? type.ofType : type
  if (!isInputObjectType(bare)) return []
  return Object.values(bare.getFields()).flatMap((member) => {
    const own = [...path, member.name]
    return [{ path: own, name: member.name, type: member.type }, ...membersOf(member.type, own)]
  })
}

function withValue(base: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value
  const object = typeof base === 'object' && base !== null ? (base as Record<string, unknown>) : {}
  return { ...object, [first]: withValue(object[first], rest, value) }
}

type Field = GraphQLField<unknown, unknown>

type Kind = 'query' | 'mutation'

function documentOf(kind: Kind, field: Field, aliases: number): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const selection = isObjectType(getNamedType(field.type)) ? ' { __typename }' : ''
  const call = `${field.name}${passed === '' ? '' : `(${passed})`}${selection}`
  const fields = Array.from({ length: aliases }, (_, n) => `a${n}: ${call}`).join(' ')
  return `${kind}${declared === '' ? '' : `(${declared})`} { ${fields} }`
}

/** A little less than the limit `repeatedVariables`. */
const MOST_REPEATED = 8_000_000
const SIZE_OF_VALUE = 64

/** How often a large value may be used: each use again counts its characters, and 64 for each value. */
const usesOf = (value: unknown): number =>
  typeof value === 'string'
    ? 1 + Math.floor(MOST_REPEATED / (value.length + SIZE_OF_VALUE))
    : Array.isArray(value)
      ? 1 + Math.floor(MOST_REPEATED / (value.length * (SIZE_OF_VALUE + 1)))
      : 1

/** A field under many aliases, and with each of its members as large as possible, also under several aliases. */
export function worstInputsOf(
  kind: Kind,
  field: Field,
  known: KnownValues,
  aliases: number,
): readonly WorstInput[] {
  const usual = Object.fromEntries(
    field.args
      .filter((arg) => isNonNullType(arg.type) || known[`${field.name}.${arg.name}`] !== undefined)
      .map((arg) => [arg.name, usualValue(arg.name, arg.type, field.name, known)]),
  )
  const members = field.args.flatMap((arg) => [
    { path: [arg.name], name: arg.name, type: arg.type },
    ...membersOf(arg.type, [arg.name]),
  ])
  return [
    { name: `${field.name} × ${aliases}`, query: documentOf(kind, field, aliases), variables: usual },
    ...members.flatMap(({ path, name, type }) =>
      worstValues(name, type).flatMap(([what, value]) =>
        [...new Set([1, what.startsWith('long') ? usesOf(value) : 1])].map((uses) => ({
          name: `${field.name}, ${path.join('.')}: ${what}${uses > 1 ? ` × ${uses}` : ''}`,
          query: documentOf(kind, field, uses),
          variables: withValue(usual, path, value) as Record<string, unknown>,
        })),
      ),
    ),
  ]
}
