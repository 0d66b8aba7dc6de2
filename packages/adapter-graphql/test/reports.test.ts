import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, launchClaim, launchDrop, openApi, walletOf } from './api.ts'

/**
 * These two say that an answer to a query that does not parse or validate SHOULD have no `data` entry. Every answer of
 * this API has one, so that clients need no other case.
 */
const DEVIATIONS: readonly string[] = ['D586', '5E5B']

describe('GraphQL over HTTP, by the audits of graphql-http', () => {
  let api: Api
  let url = ''
  beforeAll(async () => {
    api = await openApi()
    url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/graphql`
  })
  afterAll(() => api.app.close())

  const audits = serverAudits({
    url: () => url,
    fetchFn: (target: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${api.key}`)
      return fetch(target, { ...init, headers })
    },
  })

  test('there are 61 of them', () => {
    expect(audits).toHaveLength(61)
  })

  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn()
      expect(result).toMatchObject({ status: DEVIATIONS.includes(audit.id) ? 'warn' : 'ok' })
    },
  )
})

test('the owner sees its claims over time', async () => {
  const api = await openApi()
  const dropId = await launchDrop(api)
  const from = new Date(api.ports.clock.now()).toISOString()
  for (const wallet of [1, 2]) await launchClaim(api, dropId, walletOf(wallet))
  api.ports.clock.advance(60_000)
  await launchClaim(api, dropId, walletOf(3))
  api.ports.clock.advance(60_000)
  const history = async (input: string) => {
    const query = `{ dropDashboardStats(id: "${dropId}") { totalClaims claimHistory${input} { at claims amount } } }`
    return (await api.data(query)).dropDashboardStats.claimHistory
  }
  expect(await history(`(points: 2, from: "${from}")`)).toEqual([
    { at: from, claims: 2, amount: '20' },
    { at: new Date(Date.parse(from) + 60_000).toISOString(), claims: 1, amount: '10' },
  ])
  expect(await history('')).toHaveLength(48)
  const { extensions } = await api.error(
    `{ dropDashboardStats(id: "${dropId}") { claimHistory(points: 201) { claims } } }`,
  )
  expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'points' })
  await api.app.close()
})

test('the owner sees how many visitors got how far, and why claims were refused', async () => {
  const api = await openApi()
  const dropId = await launchDrop(api)
  await launchClaim(api, dropId, walletOf(1))
  const draw = `mutation { claimRandomDrop(input: { dropId: "${dropId}", userAddress: "${walletOf(2)}" }) { code } }`
  expect((await api.data(draw)).claimRandomDrop.code).toBe('WRONG_OPERATION')
  await api.dropkit.flushCounts()
  const analytics = async (given: string, fields = 'views wallets tries claims conversion') =>
    (await api.data(`{ dropAnalytics(id: "${dropId}"${given}) { ${fields} } }`)).dropAnalytics
  expect(await analytics('')).toEqual({ views: 0, wallets: 0, tries: 2, claims: 1, conversion: null })
  const { refusals, points, interval } = await analytics(
    ', interval: DAY',
    'interval refusals { code count } points { at tries claims }',
  )
  expect(interval).toBe('DAY')
  expect(refusals).toEqual([{ code: 'WRONG_OPERATION', count: 1 }])
  expect(points).toHaveLength(30)
  expect(points.at(-1)).toMatchObject({ tries: 2, claims: 1 })
  const long = `{ dropAnalytics(id: "${dropId}", from: "2020-01-01T00:00:00Z") { views } }`
  expect((await api.error(long)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'from' })
  await api.app.close()
})

test.each([
  ['TOKEN', '2.5 PEP'],
  ['NFT', '25 pieces'],
])('recent activity of a drop of type %s is described for people', async (type, amount) => {
  const api = await openApi()
  const token = await api.data(
    'mutation { createToken(input: { name: "P", symbol: "PEP", supply: "1000", decimals: 1 }) { id } }',
  )
  const drop = await api.data(
    `mutation ($token: String!) { createDrop(input: { title: "A", type: ${type}, claimType: REGULAR,
      maxAmount: "100", tokenAmount: "25", existingTokenId: $token }) { id } }`,
    { token: token.createToken.id },
  )
  const { id } = drop.createDrop
  const wallet = `0xca40${'0'.repeat(56)}0001`
  await api.data('mutation ($input: ClaimDropInput!) { claimDrop(input: $input) { claim { id } } }', {
    input: { dropId: id, userAddress: wallet },
  })
  const stats = await api.data(
    'query ($id: ID!) { dropDashboardStats(id: $id) { recentActivity { type description } } }',
    { id },
  )
  expect(stats.dropDashboardStats.recentActivity).toEqual([
    { type: 'drop.claimed', description: `Drop claimed: ${amount} by 0xca40…0001` },
    { type: 'drop.created', description: 'Drop created' },
  ])
  await api.app.close()
})
