import { createDropkit, type Dropkit, err } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { launchDrop, openApi, serve } from './api.ts'

const GRAPHQL = { accept: 'application/graphql-response+json' }

const api = await openApi()
afterAll(() => api.app.close())

describe('an error has the shape that programs rely on', () => {
  test('message, locations, path and extensions, and data beside it', async () => {
    const { status, headers, body } = await api.call('{\n  me { id }\n  claims(limit: 0) { id }\n}')
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      data: null,
      errors: [
        {
          message: 'limit must be 1 to 200, it is 0',
          locations: [{ line: 3, column: 3 }],
          path: ['claims'],
          extensions: {
            code: 'BAD_USER_INPUT',
            retryable: false,
            reason: 'OUT_OF_RANGE',
            field: 'limit',
            details: { least: 1, most: 200 },
            requestId: headers['x-request-id'],
          },
        },
      ],
    })
  })

  test.each([
    ['startsAt', '"tomorrow"'],
    ['metadata', '1e999'],
    ['metadata', 'WORD'],
    ['price', '"1"'],
    ['supply', '2147483648'],
  ])(
    'the error of a value that cannot be read has its place in the query and its field: %s: %s',
    async (field, value) => {
      const input = `{ title: "A", type: TOKEN, claimType: REGULAR, maxAmount: "1", ${field}:\n${value} }`
      const { body } = await api.call(`mutation { createDrop(\n  input: ${input}) { id } }`)
      expect(body.errors).toMatchObject([
        { locations: [{ line: 3, column: 1 }], extensions: { code: 'BAD_USER_INPUT', field } },
      ])
    },
  )

  test('a root field that may be null is null, and the others are there', async () => {
    const { body } = await api.call('mutation { a: updateDrop(input: {}) { id } b: deleteDrop(id: "x") }')
    expect(body.data).toEqual({ a: null, b: null })
    expect(body.errors?.map(({ path }) => path)).toEqual([['a'], ['b']])
  })

  test('where the root field may not be null, data is', async () => {
    const { body } = await api.call(
      'mutation { createClaim(input: { dropId: "x", userAddress: "0x1" }) { id } }',
    )
    expect(body.data).toBeNull()
    expect(body.errors).toHaveLength(1)
  })
})

describe('HTTP statuses', () => {
  test.each([
    ['does not parse', '{ me', 'BAD_USER_INPUT'],
    ['does not validate', '{ nothing }', 'BAD_USER_INPUT'],
    ['does not fit its variables', 'query ($n: Int!) { drops(limit: $n) { id } }', 'BAD_USER_INPUT'],
    ['does not say which operation', 'query A { me { id } } query B { me { id } }', 'BAD_USER_INPUT'],
    ['asks too much', '{ drops(limit: 200) { claims(limit: 200) { id } } }', 'QUERY_TOO_COMPLEX'],
  ])('200 for JSON clients, 400 for others, with data null: a query that %s', async (_what, query, code) => {
    for (const [status, headers] of [
      [200, { accept: 'application/json' }],
      [200, { accept: '*/*' }],
      [400, GRAPHQL],
      [400, { accept: 'application/json;q=0.5, application/graphql-response+json' }],
    ] as const) {
      const answer = await api.call(query, {}, { headers })
      expect(answer.status).toBe(status)
      expect(answer.headers['content-type']).toContain(status === 400 ? GRAPHQL.accept : 'application/json')
      const extensions = { code, retryable: false, requestId: answer.headers['x-request-id'] }
      const error = { message: expect.any(String), locations: expect.any(Array), path: expect.any(Array) }
      expect(answer.body).toMatchObject({ data: null, errors: [{ ...error, extensions }] })
    }
  })

  test('200 for executed operations, with any result and any client', async () => {
    for (const query of ['mutation { deleteDrop(id: "x") }', '{ claims(limit: 0) { id } }'])
      for (const headers of [{ accept: 'application/json' }, GRAPHQL]) {
        const answer = await api.call(query, {}, { headers })
        expect(answer.status).toBe(200)
        expect(answer.headers['content-type']).toContain(headers.accept)
      }
  })

  test('415 for a form or a text, which any page could send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/graphql']) {
      const headers = { 'content-type': type, authorization: `Bearer ${api.key}` }
      const payload = '{"query":"{ me { id } }"}'
      const response = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload })
      expect(response.statusCode).toBe(415)
      expect(response.json().errors).toHaveLength(1)
    }
  })

  test.each([
    ['content-encoding', 'gzip', 'Content-Encoding must be identity; it is "gzip"'],
    [
      'content-type',
      'application/json; charset=utf-16',
      'Content-Type must be application/json; charset=utf-8; it is "application/json; charset=utf-16"',
    ],
  ])('415 for a body that would be misread: %s: %s', async (name, value, message) => {
    const { status, headers, body } = await api.call('{ me { id } }', {}, { headers: { [name]: value } })
    expect(status).toBe(415)
    expect(headers[name === 'content-type' ? 'accept' : 'accept-encoding']).toBeDefined()
    const field = name.replace(/\b\w/g, (letter) => letter.toUpperCase())
    expect(body).toMatchObject({
      data: null,
      errors: [{ message, extensions: { code: 'BAD_USER_INPUT', field } }],
    })
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'] as const)(
    '405 for other methods: %s',
    async (method) => {
      const headers = { authorization: `Bearer ${api.key}` }
      const response = await api.app.inject({ method: method as 'PUT', url: '/graphql', headers })
      expect(response.statusCode).toBe(405)
      expect(response.headers['allow']).toBe('GET, HEAD, POST')
      expect(response.json().errors).toHaveLength(1)
    },
  )

  test('a GET reads and does not change', async () => {
    const ask = (query: string) =>
      api.app.inject({
        url: '/graphql',
        query: { query, variables: '{"n":1}' },
        headers: { authorization: `Bearer ${api.key}` },
      })
    expect((await ask('query ($n: Int) { drops(limit: $n) { id } }')).json()).toEqual({ data: { drops: [] } })
    expect((await ask('mutation { deleteDrop(id: "x") }')).json().errors[0].message).toContain('POST')
  })

  test.each(['variables', 'extensions'])('a GET whose %s are no JSON is refused', async (name) => {
    const response = await api.app.inject({
      url: '/graphql',
      query: { query: '{ me { id } }', [name]: '{' },
      headers: { authorization: `Bearer ${api.key}` },
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([
      { message: `${name} must be JSON`, extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })
})

describe('internal errors', () => {
  const SECRET = 'password=hunter2 at /srv/db'
  const broken = (error: unknown) =>
    openApi((store) => ({ ...store, listDrops: () => Promise.reject(error) }))

  test('is logged with the request, and not shown', async () => {
    const own = await broken(new Error(SECRET))
    const { status, body, headers } = await own.call('{ drops { id } }')
    expect(status).toBe(200)
    expect(body.errors).toMatchObject([
      { message: 'Internal error', path: ['drops'], extensions: { code: 'INTERNAL', retryable: true } },
    ])
    expect(JSON.stringify(body)).not.toContain('hunter2')
    const line = own.ports.log.lines.find(({ level }) => level === 'error')
    expect(line?.fields).toMatchObject({ requestId: headers['x-request-id'], path: 'drops' })
    expect(String(line?.cause)).toContain('hunter2')
    await own.app.close()
  })

  test.each([
    ['a bug in the code', new TypeError('x is not a function')],
    ['a broken invariant', new Error('invariant broken: a claim has an owner')],
  ])('cannot be mended by trying again when it is %s', async (_what, error) => {
    const own = await broken(error)
    const { extensions } = await own.error('{ drops { id } }')
    expect(extensions).toMatchObject({ code: 'INTERNAL', retryable: false })
    await own.app.close()
  })

  const storeError = (retryable: boolean) =>
    Object.assign(new Error(SECRET), { name: 'StoreUnavailable', retryable })

  test('is an overload where the store could not be reached in time, while reading, entering or changing', async () => {
    let isDown = false
    const away = () => Promise.reject(storeError(true))
    const own = await openApi((store) => ({
      ...store,
      listDrops: away,
      credentials: (hashes) => (isDown ? away() : store.credentials(hashes)),
    }))
    const asked = async (query: string) => {
      const { status, headers, body } = await own.call(query)
      expect(JSON.stringify(body)).not.toContain('hunter2')
      expect(body.errors?.[0]?.extensions).toMatchObject({
        code: 'OVERLOADED',
        retryable: true,
        retryAfterMs: 1_000,
      })
      expect(headers['retry-after']).toBe(status === 503 ? '1' : undefined)
      return status
    }
    expect(await asked('{ drops { id } }')).toBe(503)
    isDown = true
    expect(await asked('{ me { id } }')).toBe(503)
    expect(own.ports.log.lines.map(({ level }) => level)).not.toContain('error')
    await own.app.close()
  })

  test('is INTERNAL if the store will not recover by itself', async () => {
    const own = await broken(storeError(false))
    const { status, body } = await own.call('{ drops { id } }')
    expect(status).toBe(200)
    expect(body.errors).toMatchObject([{ message: 'Internal error', extensions: { code: 'INTERNAL' } }])
    await own.app.close()
  })

  test('is logged once if it occurs in many rows', async () => {
    let isDown = false
    const own = await openApi((store) => ({
      ...store,
      users: (ids) => (isDown ? Promise.reject(new Error('down')) : store.users(ids)),
    }))
    for (let n = 0; n < 3; n++) await launchDrop(own)
    isDown = true
    const { body } = await own.call('{ a: drops { creator { id } } b: drops { creator { id } } }')
    expect(body.errors?.length).toBeGreaterThan(0)
    expect(own.ports.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
    await own.app.close()
  })
})

test('if the claim queue is full, the HTTP status says so too', async () => {
  const refusal = { kind: 'overloaded', retryAfterMs: 1_500, message: 'Too many claims are waiting' } as const
  const ports = createTestPorts()
  const dropkit: Dropkit = {
    ...createDropkit(ports),
    claimDrop: async () => err(refusal),
    waitingClaims: () => 0,
  }
  const own = await serve(ports, dropkit)
  const query = 'mutation { claimDrop(input: { dropId: "x", userAddress: "0x1" }) { claim { id } } }'
  const { status, headers, body } = await own.call(query)
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('2')
  expect(body.data).toEqual({ claimDrop: null })
  expect(body.errors).toMatchObject([
    { extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1_500 } },
  ])
  const mixed = await own.call(`${query.slice(0, -1)} deleteDrop(id: "x") }`)
  expect(mixed.status).toBe(200)
  await own.app.close()
})
