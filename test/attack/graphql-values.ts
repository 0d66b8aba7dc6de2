// Values for the arguments of the real schema, valid and invalid.
import * as fc from 'fast-check'
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'

/** Ids of existing objects. */
export type Ids = readonly string[]

const MOST_FIELDS_OF_A_BOMB = 2_000

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '\u2028\u2029\u0085',
  '\r\nX-Injected: 1',
  '\u001b[31m',
  "' OR 1=1 --",
  '"; DROP TABLE drops; --',
  '../../../../etc/passwd',
  '%00',
  '%s%n%d',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '٣',
  '18446744073709551615',
  '18446744073709551616',
  '-1',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '💥'.repeat(5_000),
  '🏳️‍🌈'.repeat(300),
  'z\u0301\u0302\u0303'.repeat(2_000),
  'drop_00000000000000000000000000000000',
  'claim_00000000000000000000000000000000_1',
  'claim_00000000000000000000000000000000_99999999999999999999',
  'evt_',
  '0x0',
  `0x${'f'.repeat(64)}`,
]

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const hostileNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  201,
  1e21,
)

/** A list or an object with many levels, which recursive code could not handle. */
function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = isList ? [value] : { a: value }
  return value
}

const wide = fc
  .integer({ min: 1, max: MOST_FIELDS_OF_A_BOMB })
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n])))

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: null }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 2_000 }), fc.boolean()).map(([n, l]) => nested(n, l)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }).map((length) => new Array(length).fill('x')) },
  { weight: 1, arbitrary: wide },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** Webhook URLs that are always rejected, so that no request is ever sent. */
const REFUSED_URLS = [
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://[::ffff:10.0.0.1]/',
  'gopher://a.invalid/',
]

function plainValue(name: string, type: string, ids: Ids): fc.Arbitrary<unknown> {
  if (name === 'url') return fc.constantFrom(...REFUSED_URLS)
  switch (type) {
    case 'Int':
      return fc.integer({ min: 1, max: 200 })
    case 'Float':
      return fc.constantFrom(0.5, 1, 2.25)
    case 'Boolean':
      return fc.boolean()
    case 'BigInt':
      return fc.constantFrom<unknown>('1', '1000', 7, '18446744073709551615')
    case 'DateTime':
      return fc.constantFrom('2030-01-01T00:00:00Z', '2001-01-01T00:00:00.000+01:00')
    case 'JSON':
      return fc.jsonValue({ maxDepth: 2 })
    case 'ID':
      return fc.constantFrom(...ids)
    default:
      return fc.oneof(
        fc.constantFrom(...ids),
        fc.constantFrom('10', '0x1', 'SUI', 'a', 'drop.*', 'Some text'),
      )
  }
}

const oneIn = (count: number, rare: fc.Arbitrary<unknown>, usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: count - 1, arbitrary: usual }, { weight: 1, arbitrary: rare })

/** A value for an input. One in ten does not match the type, at any depth. */
export function inputValue(name: string, type: GraphQLInputType, ids: Ids): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return oneIn(40, fc.constant(null), inputValue(name, type.ofType, ids))
  const rare = name === 'url' ? fc.constantFrom<unknown>(5, null, [], ...REFUSED_URLS) : hostileValue
  return oneIn(10, rare, presentValue(name, type, ids))
}

function presentValue(name: string, type: GraphQLInputType, ids: Ids): fc.Arbitrary<unknown> {
  if (isListType(type)) return fc.array(inputValue(name, type.ofType, ids), { maxLength: 4 })
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name: value }) => value))
  if (!isInputObjectType(type)) return plainValue(name, String(type), ids)
  const fields = Object.values(type.getFields())
  const values = Object.fromEntries(
    fields.map((field) => [field.name, inputValue(field.name, field.type, ids)]),
  )
  const requiredKeys = fields.filter(isRequiredInputField).map((field) => field.name)
  return oneIn(
    30,
    fc.record(values, { requiredKeys: [] }),
    fc.record(values, { requiredKeys: requiredKeys as never[] }),
  )
}

// Detects internal details of the server in responses, which must not be shown.

const INNER: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)|\n\s+at /,
  /\.(?:ts|mjs|cjs|js):\d+/,
  /node_modules|node:internal|dist\/src/,
  /sqlite|better-sqlite|knex|postgres|pg_catalog|\bredis\b|\bundici\b/i,
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bunique constraint\b/i,
  /mercurius|graphql-jit|fastify|\bajv\b|FST_ERR|MER_ERR|\bfast-json/i,
  /\b(?:Type|Range|Reference|Assertion)Error\b|is not a function|Cannot (?:read|set|convert|destructure)/,
  /Maximum call stack|heap out of memory|ECONN|EPIPE|ENOENT|EACCES/,
  /invariant broken|unreachable:/,
  /\/(?:home|root|tmp|usr|var|srv|work)\//,
]

/** The first internal detail in a response. Text that the request contained may be repeated. */
export function innerTextIn(answer: string, sent: string): string | undefined {
  for (const pattern of INNER) {
    const found = pattern.exec(answer)?.[0]
    if (found !== undefined && !sent.includes(found) && !pattern.test(sent)) return found
  }
  return undefined
}
