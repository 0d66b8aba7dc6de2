import { createDropkit } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Api, launchClaim, launchDrop, openApi, serve, walletOf } from './api.ts'

const api = await openApi()
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
    ['an unknown key', `Bearer dk_${'x'.repeat(36)}`],
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

test('the scheme may be written in any case', async () => {
  const headers = { authorization: `bearer ${api.key}` }
  expect((await api.call('{ me { id } }', {}, { key: null, headers })).status).toBe(200)
})

test('a failed look-up of credentials is an error of the service, which may pass', async () => {
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

test('a token that cannot be verified right now may be sent again', async () => {
  const away = Object.assign(new Error('The keys cannot be read'), { statusCode: 503 })
  const ports = createTestPorts({ openId: { verify: () => Promise.reject(away) } })
  const own = await serve(ports, createDropkit(ports))
  const { status, headers, body } = await own.call('{ me { id } }', {}, { key: 'a.b.c' })
  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect(body).toMatchObject({
    data: null,
    errors: [{ message: 'The keys cannot be read', extensions: { code: 'OVERLOADED', retryable: true } }],
  })
  await own.app.close()
})

describe('service', () => {
  let api: Api
  afterEach(() => api.app.close())

  const ASKED = '{ service { chain network now currencies { code coinType decimals usdRate } version } }'

  test('returns the chain, the currencies and the version', async () => {
    api = await openApi()
    const { chain, prices, clock } = api.ports
    expect((await api.data(ASKED)).service).toEqual({
      chain: chain.name,
      network: null,
      now: new Date(clock.now()).toISOString(),
      currencies: prices.currencies().map((one) => ({ ...one, usdRate: prices.usdRate(one.code) })),
      version: '1.2.3',
    })
  })

  test('returns the network if there is one', async () => {
    api = await openApi(undefined, { network: 'testnet' })
    expect((await api.data('{ service { network } }')).service).toEqual({ network: 'testnet' })
  })

  test('returns the time of the service clock', async () => {
    api = await openApi()
    const before = (await api.data('{ service { now } }')).service.now
    api.ports.clock.advance(3_600_000)
    const after = (await api.data('{ service { now } }')).service.now
    expect(Date.parse(after) - Date.parse(before)).toBe(3_600_000)
  })

  test('gives the place of the newest event, from which a subscription receives all later ones', async () => {
    api = await openApi()
    const cursor = async () => (await api.data('{ service { eventCursor } }')).service.eventCursor
    expect(await cursor()).toBe('event_0')
    const token = 'mutation { createToken(input: { name: "P", symbol: "P", supply: "1000" }) { id } }'
    await api.data(token)
    const { events } = await api.data('{ events(limit: 1) { id } }')
    expect(await cursor()).toBe(events[0].id)
  })
})

test('a user with all that belongs to it', async () => {
  const api = await openApi()
  const dropId = await launchDrop(api)
  const claimId = await launchClaim(api, dropId, walletOf(1))
  const fields = `id username displayName email bio avatarUrl avatar identityProviderId walletAddress
    drops { id } tokens { symbol } claims { id } totalDrops totalClaims createdAt`
  const { me, user } = await api.data(`query ($id: ID!) { me { ${fields} } user(id: $id) { ${fields} } }`, {
    id: api.ownerId,
  })
  expect(me).toEqual({
    id: api.ownerId,
    username: 'owner',
    displayName: null,
    email: null,
    bio: null,
    avatarUrl: null,
    avatar: null,
    identityProviderId: 'local:owner',
    walletAddress: null,
    drops: [{ id: dropId }],
    tokens: [{ symbol: 'GLD' }],
    claims: [{ id: claimId }],
    totalDrops: 1,
    totalClaims: 1,
    createdAt: '2026-01-02T03:04:05.678Z',
  })
  expect(user).toEqual(me)
  expect(await api.data('{ user(id: "x") { id } users { username } }')).toEqual({
    user: null,
    users: [{ username: 'owner' }],
  })
  await api.app.close()
})

test('a key has its own name, project and rate', async () => {
  const api = await openApi()
  const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
    secret apiKey { id name project preview requestsPerMinute lastUsedAt createdAt }
  } }`
  const input = { name: 'ci', project: 'shop', requestsPerMinute: 60 }
  const { secret, apiKey } = (await api.data(query, { input })).createApiKey
  expect(apiKey).toMatchObject({ name: 'ci', project: 'shop', requestsPerMinute: 60, lastUsedAt: null })
  expect(secret).toMatch(/^dk_/)
  expect((await api.data('{ apiKeys { id } }')).apiKeys).toContainEqual({ id: apiKey.id })
  expect((await api.error(query, { input: { name: '' } })).extensions).toMatchObject({ field: 'name' })
  await api.app.close()
})

test('a limited key creates no other key, and invalid limits are refused', async () => {
  const api = await openApi()
  const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
    secret apiKey { requestsPerMinute }
  } }`
  const make = (requestsPerMinute: number | null) =>
    api.data(query, { input: { name: 'ci', requestsPerMinute } })
  const { secret } = (await make(60)).createApiKey
  for (const requestsPerMinute of [null, 1, 60, 61]) {
    const input = { name: 'ci', requestsPerMinute }
    expect((await api.error(query, { input }, { key: secret })).extensions).toMatchObject({
      code: 'CONFLICT',
      details: { limit: 'requestsPerMinute', value: 60 },
    })
  }
  expect((await make(100_000)).createApiKey.apiKey).toEqual({ requestsPerMinute: 100_000 })
  for (const bad of [0, -1]) {
    const { extensions } = await api.error(query, { input: { name: 'ci', requestsPerMinute: bad } })
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'requestsPerMinute' })
  }
  await api.app.close()
})
