import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { launchToken, walletOf } from './launch.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.app.close())

const ALL = `id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal
  communityDropsReserve publicSaleReserve creatorReserve creator { username } drops { id }`

test('a new token is PENDING and nowhere yet', async () => {
  const query = `mutation { createToken(input: { name: "Gold", symbol: "GLD", supply: 1000000 }) { ${ALL} } }`
  expect((await api.data(query)).createToken).toEqual({
    id: expect.stringMatching(/^token_/),
    name: 'Gold',
    symbol: 'GLD',
    decimals: 0,
    totalSupply: '1000000',
    description: null,
    imageUrl: null,
    address: null,
    packageId: null,
    coinType: null,
    status: 'PENDING',
    isExternal: false,
    communityDropsReserve: '1000000',
    publicSaleReserve: '0',
    creatorReserve: '0',
    creator: { username: 'owner' },
    drops: [],
  })
})

test.each([
  ['a string', '"18446744073709551615"', '18446744073709551615'],
  ['a long number', '18446744073709551615', '18446744073709551615'],
  ['a short number', '7', '7'],
])('a supply may be written as %s', async (_how, supply, expected) => {
  const query = `mutation { createToken(input: { name: "G", symbol: "G", supply: ${supply} }) { totalSupply } }`
  expect((await api.data(query)).createToken).toEqual({ totalSupply: expected })
})

test.each(['0', '-1', '"1e3"', '" 1"', '"01"', '"18446744073709551616"', '""'])(
  'a supply of %s is refused by name',
  async (supply) => {
    const query = `mutation { createToken(input: { name: "G", symbol: "G", supply: ${supply} }) { id } }`
    expect((await api.error(query)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'supply' })
  },
)

test('a token is published by its owner’s wallet and confirmed by the transaction', async () => {
  const id = await launchToken(api)
  const prepare = `mutation { prepareTokenDeployment(input: { tokenId: "${id}", senderAddress: "0x9" }) { transactionBytes } }`
  const { transactionBytes } = (await api.data(prepare)).prepareTokenDeployment
  const { txHash } = api.ports.memoryChain.wallet.execute(walletOf(9) as never, transactionBytes)
  const confirm = `mutation { confirmTokenDeployment(input: { tokenId: "${id}", txHash: "${txHash}" }) { ${ALL} } }`
  expect((await api.data(confirm)).confirmTokenDeployment).toMatchObject({
    status: 'DEPLOYED',
    address: expect.stringMatching(/^0x/),
    packageId: expect.stringMatching(/^0x/),
    coinType: expect.stringContaining('::'),
  })
  expect((await api.data(`{ token(id: "${id}") { status } }`)).token).toEqual({ status: 'DEPLOYED' })
})

test('a root field that may not be null makes data null when it fails', async () => {
  const query = `mutation { confirmTokenDeployment(input: { tokenId: "x", txHash: "${'1'.repeat(44)}" }) { id } }`
  const { body } = await api.call(query)
  expect(body.data).toBeNull()
  expect(body.errors).toMatchObject([{ message: 'Token not found', path: ['confirmTokenDeployment'] }])
})

test('tokens are listed a page at a time', async () => {
  const own = await openApi()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    own.ports.clock.advance(1)
    ids.unshift(await launchToken(own))
  }
  const first = await own.data('{ tokens(limit: 2) { id } }')
  expect(first.tokens.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  expect(await own.data(`{ tokens(after: "${ids[1]}") { id } }`)).toEqual({ tokens: [{ id: ids[2] }] })
  expect((await own.error('{ tokens(after: "x") { id } }')).extensions).toMatchObject({ field: 'after' })
  expect(await own.data('{ token(id: "x") { id } }')).toEqual({ token: null })
  await own.app.close()
})
