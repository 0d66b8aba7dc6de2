import { expect, test } from 'vitest'
import { createExecutableSchema, launchClaim, launchDrop, noting, openApi, walletOf } from './api.ts'
import { eventually, openSocketApi } from './web-sockets.ts'

async function openCounted() {
  const calls: string[] = []
  const api = await openApi(noting(calls))
  const callsOf = async (query: string, variables?: object) => {
    calls.length = 0
    const data = await api.data(query, variables)
    return { data, calls: [...calls].filter((name) => name !== 'credentials').sort() }
  }
  return { api, callsOf }
}

test('a nested list asks the store once a level, however many rows there are', async () => {
  const { api, callsOf } = await openCounted()
  const NESTED =
    '{ drops { token { symbol } creator { username } claims(limit: 10) { user { username } drop { token { name } } } } }'
  const grow = async (drops: number) => {
    for (let n = 0; n < drops; n++) {
      const id = await launchDrop(api)
      for (let wallet = 1; wallet <= 4; wallet++) await launchClaim(api, id, walletOf(wallet))
    }
  }
  await grow(2)
  const few = await callsOf(NESTED)
  await grow(10)
  const many = await callsOf(NESTED)
  expect(few.data.drops).toHaveLength(2)
  expect(many.data.drops).toHaveLength(12)
  expect(many.data.drops[0].claims).toHaveLength(4)
  expect(many.calls).toEqual(few.calls)
  expect(many.calls).toEqual(['briefDrops', 'claimsOfDrops', 'listDrops', 'tokens', 'users', 'usersByWallet'])
  await api.app.close()
})

test('lists below users and tokens, and counts, are read together too', async () => {
  const { api, callsOf } = await openCounted()
  for (const name of ['ann', 'bob', 'cid']) {
    const { key } = await api.newUser(name)
    await launchClaim(api, await launchDrop(api, {}, { key }), walletOf(1), { key })
  }
  const query = `{
    users(limit: 9) { totalDrops totalClaims drops { id } tokens { drops(limit: 9) { id } } claims { id } }
    tokens { drops(limit: 3) { tokenBalance } creator { username } }
  }`
  const { calls, data } = await callsOf(query)
  expect(data.users).toHaveLength(4)
  expect(calls).toEqual([
    'claimsOfUsers',
    'countsOfUsers',
    'dropsOfTokens',
    'dropsOfTokens',
    'dropsOfUsers',
    'listTokens',
    'listUsers',
    'tokensOfUsers',
    'users',
  ])
  await api.app.close()
})

test('the public keys of a list of drops are read with the drops', async () => {
  const { api, callsOf } = await openCounted()
  for (let n = 0; n < 3; n++) await launchDrop(api)
  const { calls, data } = await callsOf('{ drops { publicKeys hasAllPublicKeys } }')
  expect(calls).toEqual(['listDrops'])
  expect(data.drops).toEqual(
    Array.from({ length: 3 }, () => ({ publicKeys: [expect.any(String)], hasAllPublicKeys: true })),
  )
  await api.app.close()
})

test('a claim costs the store its transaction and nothing else', async () => {
  const { api, callsOf } = await openCounted()
  const dropId = await launchDrop(api)
  const query = `mutation ($input: ClaimDropInput!) { claimDrop(input: $input) {
    claim { id amount status drop { title claimedAmount } } claimParams { signature } dropInfo { coinType }
  } }`
  const { calls } = await callsOf(query, { input: { dropId, userAddress: '0x1' } })
  expect(calls).toEqual(['changeDrop'])
  await api.app.close()
})

test('the vaults of a list are read in one request to the chain, which is marked as one for a user', async () => {
  const { api } = await openCounted()
  for (let n = 0; n < 5; n++) await launchDrop(api)
  const { chain } = api.ports
  const requests: unknown[] = []
  const vaults = chain.vaults.bind(chain)
  chain.vaults = (ids, options) => {
    requests.push(options)
    return vaults(ids, options)
  }
  const { drops } = await api.data('{ drops { tokenBalance } }')
  expect(drops).toEqual(Array.from({ length: 5 }, () => ({ tokenBalance: '1000' })))
  expect(requests).toEqual([{ isForUser: true }])
  await api.app.close()
})

test('every operation of the schema has its own resolver', () => {
  const schema = createExecutableSchema()
  const answering = new Map<unknown, string>()
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    const fields = Object.values(type?.getFields() ?? {})
    expect(fields.length).toBeGreaterThan(3)
    for (const field of fields) {
      const resolver = type?.name === 'Subscription' ? field.subscribe : field.resolve
      expect(resolver, field.name).toBeTypeOf('function')
      // One function behind two names would be a stub.
      expect(answering.get(resolver), field.name).toBeUndefined()
      answering.set(resolver, field.name)
    }
  }
})

const SUBSCRIBERS = 2_000
const PER_SOCKET = 4
const CLAIMS = 10

test(`${SUBSCRIBERS} subscribers hear of a drop's claims, and the store is asked no more for all than for one`, async () => {
  let reads = 0
  const api = await openSocketApi((store) => ({
    ...store,
    dropForSettlement(id) {
      reads++
      return store.dropForSettlement(id)
    },
  }))
  const dropId = await launchDrop(api)
  const query = `subscription { dropUpdates(dropId: "${dropId}") { id type drop { id status claimCount claimedAmount } } }`
  const clients = await Promise.all(Array.from({ length: SUBSCRIBERS / PER_SOCKET }, () => api.admitted()))
  for (const client of clients) {
    for (let n = 0; n < PER_SOCKET; n++) client.send({ id: `${n}`, type: 'subscribe', payload: { query } })
  }
  await eventually(() => api.dropkit.eventFollowers() === SUBSCRIBERS)

  const claimedAt: number[] = []
  const delays: number[] = []
  const last = new Map<string, number>()
  const reading = clients.map(async (client, socket) => {
    for (let message = await client.next(); message; message = await client.next()) {
      const { claimCount } = message.payload.data.dropUpdates.drop
      delays.push(performance.now() - (claimedAt[claimCount] ?? 0))
      last.set(`${socket} ${message.id}`, claimCount)
    }
  })
  reads = 0
  for (let n = 1; n <= CLAIMS; n++) {
    claimedAt[n] = performance.now()
    await launchClaim(api, dropId, walletOf(n))
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  const haveAllUpdates = () =>
    last.size === SUBSCRIBERS && [...last.values()].every((count) => count === CLAIMS)
  await eventually(haveAllUpdates)
  delays.sort((left, right) => left - right)
  const percentile = (share: number) => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)
  const spread = `p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, last ${percentile(0.9999)} ms`
  process.stdout.write(
    `${delays.length} updates to ${SUBSCRIBERS} subscribers: ${spread}; ${reads} reads of the drop\n`,
  )
  expect(Number(percentile(0.99))).toBeLessThan(5_000)
  expect(reads).toBeLessThanOrEqual(CLAIMS)

  for (const client of clients) client.close()
  await eventually(() => api.dropkit.eventFollowers() === 0)
  await api.app.close()
  await Promise.all(reading)
})
