import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyInProgress } from '../src/errors/request-error.ts'
import { refusalTo } from '../src/http/answer.ts'
import { type Api, openApi } from './api.ts'

const RATE = { message: 'Too many requests', limit: 'requestsPerMinute', value: 1, asked: 2, retryAfterMs: 1 }

interface Asked {
  readonly method?: 'POST' | 'GET' | 'PUT' | 'DELETE' | 'PATCH'
  readonly url?: string
  readonly payload?: string
  readonly headers?: { readonly [name: string]: string | undefined }
}

let api: Api
let busy: Api
let limited: Api
let isDown = false

beforeAll(async () => {
  const away = () =>
    Promise.reject(Object.assign(new Error('away'), { name: 'StoreUnavailable', retryable: true }))
  api = await openApi()
  busy = await openApi((store) => ({
    ...store,
    credentials: (hashes) => (isDown ? away() : store.credentials(hashes)),
  }))
  isDown = true
  limited = await openApi(undefined, {
    rateLimits: {
      takeTokens: async () => ({ refusal: RATE, headers: {} }),
      countBadCredential: async () => RATE,
      countWebhookSend: async () => null,
    },
  })
})
afterAll(() => Promise.all([api, busy, limited].map(({ app }) => app.close())))

const json = (body: unknown): Asked => ({ payload: JSON.stringify(body) })
const badKey = { authorization: 'Bearer dk_wrong' }
const reused = { 'idempotency-key': 'one-key' }
const createToken = (name: string): string =>
  `mutation { createToken(input: { name: "${name}", symbol: "X", supply: "5" }) { id } }`

type Failure = readonly [kind: string, on: () => Api, asked: Asked, status?: number]

const FAILURES: readonly Failure[] = [
  ['a query that does not parse', () => api, json({ query: '{ drops {' })],
  ['a query that does not validate', () => api, json({ query: '{ nothing }' })],
  ['variables that do not fit', () => api, json({ query: 'query ($n: Int!) { drops(limit: $n) { id } }' })],
  ['an operation that is not there', () => api, json({ query: '{ me { id } }', operationName: 'other' })],
  [
    'a query that costs too much',
    () => api,
    json({ query: '{ drops(limit: 200) { claims(limit: 200) { id } } }' }),
  ],
  [
    'a query text that is too long',
    () => api,
    json({ query: `{ me { id } } #${'x'.repeat(65 * 1_024)}` }),
    413,
  ],
  ['a body that is too long', () => api, { payload: `{"query":"${'x'.repeat(14 * 1_024 * 1_024)}"}` }, 413],
  ['a body that is no JSON', () => api, { payload: '{' }, 400],
  ['an empty body', () => api, { payload: '' }, 400],
  ['a body that is no request', () => api, json(5), 400],
  ['a batch', () => api, json([1]), 400],
  ['a body without a query', () => api, json({}), 400],
  ['a query that is no text', () => api, json({ query: {} }), 400],
  ['variables that are a list', () => api, json({ query: '{ me { id } }', variables: [] }), 400],
  ['no body', () => api, {}, 400],
  ['an unknown content type', () => api, { payload: 'a=b', headers: { 'content-type': 'text/weird' } }, 415],
  ['a GET without a query', () => api, { method: 'GET' }, 400],
  [
    'a GET of a mutation',
    () => api,
    { method: 'GET', url: '/graphql?query=mutation%7BdeleteDrop(id%3A%22x%22)%7D' },
  ],
  ['a PUT', () => api, { method: 'PUT', ...json({ query: '{ me { id } }' }) }, 405],
  ['a DELETE', () => api, { method: 'DELETE' }, 405],
  [
    'no credential',
    () => api,
    { ...json({ query: '{ me { id } }' }), headers: { authorization: undefined } },
    401,
  ],
  ['a GET without a credential', () => api, { method: 'GET', headers: { authorization: undefined } }, 401],
  ['a bad credential', () => api, { ...json({ query: '{ me { id } }' }), headers: badKey }, 401],
  ['too many requests', () => limited, json({ query: '{ me { id } }' }), 429],
  ['too many bad credentials', () => limited, { ...json({ query: '{ me { id } }' }), headers: badKey }, 429],
  ['a store that is away', () => busy, json({ query: '{ me { id } }' }), 503],
  [
    'a key used for another request',
    () => api,
    { ...json({ query: createToken('b') }), headers: reused },
    422,
  ],
  [
    'a key that is too long',
    () => api,
    { ...json({ query: createToken('b') }), headers: { 'idempotency-key': 'k'.repeat(256) } },
    400,
  ],
]

describe.each(['application/json', 'application/graphql-response+json', '*/*'])(
  'an answer as %s',
  (accept) => {
    test.each(FAILURES.map((failure) => [failure[0], failure] as const))(
      'has data, which is null, and errors after %s',
      async (_kind, [, on, asked, status]) => {
        const { app, key } = on()
        const authorization = `Bearer ${key}`
        if (status === 422) await api.call(createToken('a'), {}, { headers: reused })
        const { method = 'POST', url = '/graphql', payload } = asked
        const headers = { 'content-type': 'application/json', accept, authorization, ...asked.headers }
        if (headers.authorization === undefined) Reflect.deleteProperty(headers, 'authorization')
        if (payload === undefined) Reflect.deleteProperty(headers, 'content-type')
        const answer = await app.inject({
          method,
          url,
          headers,
          ...(payload === undefined ? {} : { payload }),
        })
        expect(answer.json()).toMatchObject({ data: null, errors: [{ message: expect.any(String) }] })
        if (status !== undefined) expect(answer.statusCode).toBe(status)
        if (status === 400) expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
      },
    )

    test('has data, which is null, while the first request with its key is running', () => {
      const reporting = { requestId: 'r', log: api.ports.log, watch: undefined } as never
      const { status, text } = refusalTo(accept, [keyInProgress(1)], reporting)
      expect([status, JSON.parse(text).data]).toEqual([409, null])
    })
  },
)
