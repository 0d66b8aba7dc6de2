// Requests to /graphql with an invalid operation, an invalid body or invalid HTTP.

import { Agent, request } from 'node:http'
import * as fc from 'fast-check'
import type { GraphQLSchema } from 'graphql'
import { bomb, type Operation, operations, spoiled } from './graphql-documents.ts'
import { hostileValue, type Ids } from './graphql-values.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly text: string
}

const SILENCE_MS = 20_000

/** Sends requests to one server over a connection that stays open. */
export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)

  const ask = ({ method, path, headers, body }: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body)
      const length = method === 'GET' ? {} : { 'content-length': String(bytes.length) }
      const sent = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: SILENCE_MS },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${SILENCE_MS} ms`)))
      sent.on('error', reject)
      sent.end(method === 'GET' ? undefined : bytes)
    })

  return { ask, close: () => agent.destroy() }
}

/** A request without its credential, and what it attempts. */
export interface HostileRequest extends Asked {
  readonly tries: string
}

const JSON_BODY = { 'content-type': 'application/json' }

const posted = (
  tries: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HostileRequest => ({
  tries,
  method: 'POST',
  path: '/graphql',
  headers: { ...JSON_BODY, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const ACCEPTS = [
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'text/html',
  'application/json;q=0',
  '',
]
const CONTENT_TYPES = [
  'text/plain',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/jsonx',
  'application/json, text/plain',
  '*/*',
  ';',
]
const BODIES = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  '[[]]',
  '{}',
  'null',
  'true',
  '5',
  '"{ me { id } }"',
  '\u0000',
  '\ufeff{"query":"{me{id}}"}',
  '{"query":"{me{id}}","query":"{me{email}}"}',
  '{"query":"{me{id}}"}{"query":"{me{id}}"}',
  "{'query':'{me{id}}'}",
  '{"query":"\\ud800"}',
  '{"query":"{me{id}}","variables":"{\\"a\\":1}"}',
  '{"query":"{me{id}}","extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}',
  '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}',
  '{"__proto__":{"query":"{me{id}}"}}',
  '{"query":"{me{id}}","__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"query":"{me{id}}"}}}',
  `${'['.repeat(100_000)}`,
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"query":"{me{id}}","variables":{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`,
]

const PARTS = ['query', 'variables', 'operationName', 'extensions'] as const

/** A request in which one part is not what it should be. */
const oddParts = fc
  .tuple(fc.constantFrom(...PARTS), hostileValue)
  .map(([part, value]) => posted(`odd ${part}`, { query: '{ me { id } }', [part]: value }))

const batches = (operation: fc.Arbitrary<Operation>) =>
  fc.array(operation, { maxLength: 30 }).map((all) => posted('a batch', all))

const OPERATION_NAMES = [
  'A',
  'B',
  'C',
  '',
  ' A',
  'A\n}',
  'A #',
  '__proto__',
  'toString',
  '\u0000',
  'x'.repeat(5_000),
]
const namedOperations = fc
  .tuple(fc.constantFrom(...OPERATION_NAMES), fc.boolean())
  .map(([operationName, isTwice]) =>
    posted('a name of an operation', {
      query: `query A { me { id } } mutation ${isTwice ? 'A' : 'B'} { updateProfile(input: {}) { id } } subscription C { eventStream { id } }`,
      operationName,
    }),
  )

const gets = (operation: fc.Arbitrary<Operation>) =>
  fc
    .tuple(
      operation,
      fc.boolean(),
      fc.constantFrom(
        '',
        '&query={me{id}}',
        '&variables=',
        '&variables={',
        '&explorerIsOpen=true',
        '&x[]=1&x[]=2',
        '&%00=%00',
        '&operationName=A',
      ),
    )
    .map(([{ query, variables }, isShort, more]): HostileRequest => {
      const given = isShort
        ? query
        : `${query}&variables=${encodeURIComponent(JSON.stringify(variables).slice(0, 1_000).toWellFormed())}`
      const [text = ''] = given.split('&variables=')
      const rest = given.slice(text.length)
      const written = encodeURIComponent(text.slice(0, 1_500).toWellFormed()) + rest
      return {
        tries: 'a GET',
        method: 'GET',
        path: `/graphql?query=${written}${more}`,
        headers: {},
        body: '',
      }
    })

const IDEMPOTENCY_KEYS = ['k', 'x'.repeat(255), 'x'.repeat(256), '', 'é', '__proto__', '"', 'a,b']

const sometimes = (oneIn: number, values: readonly string[]) =>
  fc.oneof(
    { weight: oneIn - 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

const withHeaders = (request: fc.Arbitrary<HostileRequest>) =>
  fc
    .tuple(request, sometimes(2, ACCEPTS), sometimes(20, IDEMPOTENCY_KEYS))
    .map(([asked, accept, key]): HostileRequest => {
      const headers = { ...asked.headers }
      if (accept !== null) headers['accept'] = accept
      if (key !== null) headers['idempotency-key'] = key
      return { ...asked, headers }
    })

/** Any request that is, or may be, invalid. */
export function hostileRequests(schema: GraphQLSchema, ids: Ids): fc.Arbitrary<HostileRequest> {
  const operation = operations(schema, ids)
  return withHeaders(
    fc.oneof(
      { weight: 6, arbitrary: bomb.map(({ name, query }) => posted(`bomb: ${name}`, { query })) },
      { weight: 8, arbitrary: operation.map((one) => posted('values of any kind', one)) },
      { weight: 8, arbitrary: spoiled(operation).map((one) => posted('a spoiled document', one)) },
      { weight: 2, arbitrary: oddParts },
      { weight: 1, arbitrary: batches(operation) },
      { weight: 1, arbitrary: namedOperations },
      { weight: 2, arbitrary: gets(operation) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...BODIES).map((body) => posted('a body that is no request', body)),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...CONTENT_TYPES)
          .map((type) => posted('another media type', { query: '{ me { id } }' }, { 'content-type': type })),
      },
    ),
  )
}
