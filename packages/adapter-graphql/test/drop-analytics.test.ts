import { expect, test } from 'vitest'
import { openApi } from './api.ts'
import { launchClaim, launchDrop, walletOf } from './launch.ts'

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
