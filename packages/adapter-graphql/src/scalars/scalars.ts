import type { Instant, Json } from '@dropkit/core'
import { parseJson, toIso } from '@dropkit/core/internal'
import {
  type FloatValueNode,
  GraphQLError,
  GraphQLScalarType,
  type IntValueNode,
  Kind,
  print,
  type ValueNode,
} from 'graphql'

const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i

const FIRST_YEAR = 1000
const LAST_YEAR = 9999

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Parses an ISO 8601 date and time. Undefined if it is not valid or the day does not exist. Without an offset, it is UTC.
 * Digits after the millisecond are dropped.
 */
export function readDateTime(text: string): Instant | undefined {
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '',
    minute = '',
    second = '00',
    fraction = '',
    offset = 'Z',
  ] = match
  // Date.UTC maps the years 0 to 99 to 1900 to 1999. No date of this service is that old.
  const isDay =
    Number(year) >= FIRST_YEAR &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth(Number(year), Number(month))
  if (!isDay) return undefined
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const instant = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset.toUpperCase()}`,
  )
  // The offset may lead to a year of which the text in UTC would not be read back.
  const yearInUtc = new Date(instant).getUTCFullYear()
  return yearInUtc >= FIRST_YEAR && yearInUtc <= LAST_YEAR ? instant : undefined
}

function read(value: unknown, node?: ValueNode): Instant {
  const instant = typeof value === 'string' ? readDateTime(value) : undefined
  if (instant !== undefined) return instant
  throw new GraphQLError(
    'DateTime is an ISO 8601 date and time that exists, such as 2026-01-31T12:00:00Z',
    node ? { nodes: node } : {},
  )
}

/** Texts are cached: all claims of a batch have the same times, and many answers show the same token and user. */
const MAX_CACHED_TEXTS = 256
const cachedTexts = new Map<Instant, string>()

function written(instant: Instant): string {
  const cached = cachedTexts.get(instant)
  if (cached !== undefined) return cached
  const text = toIso(instant)
  if (cachedTexts.size >= MAX_CACHED_TEXTS) cachedTexts.clear()
  cachedTexts.set(instant, text)
  return text
}

/** Unix milliseconds internally; ISO 8601 in UTC with milliseconds in the API. */
export const DateTimeScalar = new GraphQLScalarType<Instant, string>({
  name: 'DateTime',
  serialize(value) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return written(value)
    throw new Error('invariant broken: a DateTime field holds no instant')
  },
  parseValue: (value) => read(value),
  parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : undefined, node),
})

type Variables = { readonly [name: string]: unknown } | null | undefined

/** Any JSON value, also as a literal in the query, which may contain variables. */
export const JsonScalar = new GraphQLScalarType<Json, Json>({
  name: 'JSON',
  serialize: (value) => value as Json,
  parseValue: (value) => value as Json,
  parseLiteral: (node, variables) => literal(node, variables),
})

function literal(node: ValueNode, variables: Variables): Json {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value
    case Kind.INT:
    case Kind.FLOAT:
      return finite(node)
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map((value) => literal(value, variables))
    case Kind.OBJECT:
      // fromEntries defines own properties, so a field named __proto__ is an ordinary field.
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literal(value, variables)]))
    case Kind.VARIABLE:
      return (variables?.[node.name.value] ?? null) as Json
    case Kind.ENUM:
      throw new GraphQLError(`JSON has no bare word ${node.value}`, { nodes: node })
  }
}

function finite(node: IntValueNode | FloatValueNode): number {
  const value = Number(node.value)
  if (Number.isFinite(value)) return value
  throw new GraphQLError(`${node.value} is larger than a JSON number can be`, { nodes: node })
}

const EXACT = 'write it as a string of decimal digits'

/**
 * Written as a decimal string. Read from a string or an exact integer and passed on as a string, which the rules parse, so
 * that an invalid amount gives the usual error with the name of its field.
 */
export const BigIntScalar = new GraphQLScalarType<string, string>({
  name: 'BigInt',
  serialize(value) {
    if (typeof value === 'bigint') return String(value)
    throw new Error(`invariant broken: a BigInt field holds a ${typeof value}`)
  },
  parseValue(value) {
    if (typeof value === 'string') return value
    if (Number.isSafeInteger(value)) return String(value)
    throw new GraphQLError(`BigInt is a whole number: beyond 2^53 ${EXACT}`)
  },
  parseLiteral(node) {
    // The digits of a literal are exact, whatever their number.
    if (node.kind === Kind.STRING || node.kind === Kind.INT) return node.value
    throw new GraphQLError(`BigInt is a whole number, not ${print(node)}: ${EXACT}`, { nodes: node })
  },
})

/** A value of the scalar JSON, as an answer holds it. */
export type SentJson = Json | JsonText | { readonly [key: string]: Json | JsonText }

/**
 * A value that is stored as JSON and is sent as it is. Parsed, 64 kB of it can take a megabyte. Only an answer that is small is
 * written from the parsed value.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Called by `JSON.stringify`. */
  toJSON(): Json {
    return parseJson(this.text) as Json
  }
}
