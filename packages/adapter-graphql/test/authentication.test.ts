import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.app.close())

const UNAUTHENTICATED = {
  data: null,
  errors: [
    {
      message: 'A valid API key or session is required',
      locations: [],
      path: [],
      extensions: { code: 'UNAUTHENTICATED', retryable: false, requestId: expect.any(String) },
    },
  ],
}

describe('without a good credential the answer is 401 and the same', () => {
  test.each([
    ['a query', '{ me { id } }'],
    ['a mutation', 'mutation { revokeApiKey(id: "x") }'],
    ['introspection', '{ __schema { types { name } } }'],
    ['a query that does not parse', '{{'],
    ['a query that does not validate', '{ nothing }'],
  ])('for every operation: %s', async (_what, query) => {
    const { status, body, headers } = await api.call(query, {}, { key: null })
    expect(status).toBe(401)
    expect(body).toStrictEqual(UNAUTHENTICATED)
    expect(headers['www-authenticate']).toBe('Bearer')
    expect(headers['x-request-id']).toBe(body.errors?.[0]?.extensions.requestId)
  })

  test.each([
    ['nothing after the scheme', 'Bearer '],
    ['another scheme', 'Basic b3duZXI6'],
    ['a key that nobody has', `Bearer dk_${'x'.repeat(36)}`],
    ['two keys', 'Bearer a b'],
    ['no scheme', 'dk_123'],
    ['a very long key', `Bearer ${'x'.repeat(10_000)}`],
  ])('for every error: %s', async (_what, authorization) => {
    const { status, body } = await api.call('{ me { id } }', {}, { key: null, headers: { authorization } })
    expect(status).toBe(401)
    expect(body).toStrictEqual(UNAUTHENTICATED)
  })

  test('even when the body is no request, or far too large', async () => {
    for (const payload of ['no JSON', '', 'x'.repeat(15 * 1024 * 1024)]) {
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload })
      expect(statusCode).toBe(401)
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await api.app.inject({ method, url: '/graphql?query={me{id}}' })).statusCode).toBe(401)
    }
  })
})

test('a key is good until the moment it is revoked', async () => {
  const created = await api.data('mutation { createApiKey(input: { name: "ci" }) { secret apiKey { id } } }')
  const { secret, apiKey } = created.createApiKey
  expect(await api.data('{ me { id } }', {}, { key: secret })).toEqual({ me: { id: api.ownerId } })
  await api.data('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: apiKey.id }, { key: secret })
  expect((await api.call('{ me { id } }', {}, { key: secret })).status).toBe(401)
})

test('the scheme may be written in any case', async () => {
  const headers = { authorization: `bearer ${api.key}` }
  expect((await api.call('{ me { id } }', {}, { key: null, headers })).status).toBe(200)
})

test('when credentials cannot be looked up that is a fault of ours, which may pass', async () => {
  const broken = await openApi((store) => ({
    ...store,
    credentials: () => Promise.reject(new Error('connection to 10.0.0.7 lost')),
  }))
  const { status, body } = await broken.call('{ me { id } }')
  expect(status).toBe(500)
  expect(body.errors).toMatchObject([
    { message: 'Internal error', extensions: { code: 'INTERNAL', retryable: true } },
  ])
  await broken.app.close()
})
