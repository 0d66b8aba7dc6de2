import { expect, test } from 'vitest'
import { openApi } from './api.ts'
import { launchClaim, launchDrop, walletOf } from './launch.ts'

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
