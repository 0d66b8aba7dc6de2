import { expect, test } from 'vitest'
import { openApi } from './api.ts'
import { launchClaim, launchDrop, walletOf } from './launch.ts'

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

test('a key is made with a name, a project and a rate of its own', async () => {
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

test('a key that is limited makes no key that is limited less', async () => {
  const api = await openApi()
  const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
    secret apiKey { requestsPerMinute }
  } }`
  const make = (requestsPerMinute: number | null, key = api.key) =>
    api.data(query, { input: { name: 'ci', requestsPerMinute } }, { key })
  const { secret } = (await make(60)).createApiKey
  expect((await make(60, secret)).createApiKey.apiKey).toEqual({ requestsPerMinute: 60 })
  expect((await make(7, secret)).createApiKey.apiKey).toEqual({ requestsPerMinute: 7 })
  expect((await make(null, secret)).createApiKey.apiKey).toEqual({ requestsPerMinute: 60 })
  const refused = await api.error(query, { input: { name: 'ci', requestsPerMinute: 61 } }, { key: secret })
  expect(refused.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    field: 'requestsPerMinute',
    details: { value: 60, asked: 61 },
  })
  expect((await make(100_000)).createApiKey.apiKey).toEqual({ requestsPerMinute: 100_000 })
  for (const bad of [0, -1]) {
    const { extensions } = await api.error(query, { input: { name: 'ci', requestsPerMinute: bad } })
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'requestsPerMinute' })
  }
  await api.app.close()
})
