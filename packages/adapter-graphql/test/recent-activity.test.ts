import { expect, test } from 'vitest'
import { openApi } from './api.ts'

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
