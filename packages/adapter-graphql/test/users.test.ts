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
