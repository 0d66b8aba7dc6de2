import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, launchClaim, launchDrop, openApi, walletOf } from './api.ts'

let api: Api
let other: { readonly id: string; readonly key: string }
beforeAll(async () => {
  api = await openApi()
  other = await api.newUser('other')
})
afterAll(() => api.app.close())

describe('a DRAFT is there for its owner alone', () => {
  let draft = ''
  beforeAll(async () => {
    draft = await launchDrop(api, { status: 'DRAFT', shortcode: 'secret' })
  })

  const drops = '{ drops { id } }'
  test.each([
    ['by id', () => `{ drop(id: "${draft}") { id } }`],
    ['by shortcode', () => '{ dropByShortcode(shortcode: "secret") { id } }'],
    ['in the list', () => drops],
    ['in the list of DRAFTs', () => '{ drops(filter: { status: DRAFT }) { id } }'],
    ['below its creator', () => `{ user(id: "${api.ownerId}") { drops { id } } }`],
    ['below its token', () => '{ tokens { drops { id } } }'],
    [
      'below its creator, below another drop',
      () => '{ me { id } users(limit: 5) { drops(limit: 20) { id creator { drops(limit: 20) { id } } } } }',
    ],
  ])('%s', async (_where, query) => {
    expect(JSON.stringify(await api.data(query()))).toContain(draft)
    const { body } = await api.call(query(), {}, { key: other.key })
    expect(body.errors).toBeUndefined()
    expect(JSON.stringify(body.data)).not.toContain(draft)
  })

  test('in the number of tokens and drops that a creator has made', async () => {
    const query = `{ user(id: "${api.ownerId}") { totalDrops } }`
    const own = (await api.data(query)).user.totalDrops
    expect((await api.data(query, {}, { key: other.key })).user.totalDrops).toBe(own - 1)
  })

  test('also when it is claimed from or asked about', async () => {
    const claim = `mutation { claimDrop(input: { dropId: "${draft}", userAddress: "0x1" }) { claim { id } } }`
    expect((await api.error(claim, {}, { key: other.key })).message).toBe('Drop not found')
    for (const operation of ['checkEligibility', 'checkGatingEligibility']) {
      const query = `{ ${operation}(input: { dropId: "${draft}", walletAddress: "0x1" }) { eligible } }`
      expect((await api.error(query, {}, { key: other.key })).message).toBe('Drop not found')
    }
  })

  test('but a change is refused as forbidden', async () => {
    const query = `mutation { updateDrop(id: "${draft}", input: { title: "Mine" }) { id } }`
    expect((await api.error(query, {}, { key: other.key })).message).toBe('Access denied')
  })
})

test('a deleted drop is not found, and its claims remain visible to their users', async () => {
  const stranger = await api.newUser('stranger')
  const dropId = await launchDrop(api)
  const claimId = await launchClaim(api, dropId, walletOf(7), { key: other.key })
  await api.data(`mutation { deleteDrop(id: "${dropId}") }`)
  expect(await api.data(`{ drop(id: "${dropId}") { id } }`)).toEqual({ drop: null })

  const claim = `{ claim(id: "${claimId}") { id amount drop { id } user { username } } }`
  for (const key of [api.key, other.key]) {
    expect((await api.data(claim, {}, { key })).claim).toEqual({
      id: claimId,
      amount: '10',
      drop: null,
      user: { username: 'other' },
    })
    const list = await api.data('{ claims { id drop { id } } }', {}, { key })
    expect(list.claims).toContainEqual({ id: claimId, drop: null })
  }
  expect(await api.data(claim, {}, { key: stranger.key })).toEqual({ claim: null })

  const below = `{ user(id: "${other.id}") { claims { id } } }`
  expect((await api.data(below)).user.claims).toContainEqual({ id: claimId })
  expect((await api.data(below, {}, { key: stranger.key })).user.claims).toEqual([])
})

test("a user's claims that the caller may not see take no place on a page", async () => {
  const [claimer, stranger] = [await api.newUser('busy'), await api.newUser('reader')]
  const kept = await launchClaim(api, await launchDrop(api), walletOf(1), { key: claimer.key })
  const deleted = await launchDrop(api)
  for (const wallet of [1, 2, 3]) await launchClaim(api, deleted, walletOf(wallet), { key: claimer.key })
  await api.data(`mutation { deleteDrop(id: "${deleted}") }`)
  const query = `{ user(id: "${claimer.id}") { claims(limit: 3) { id } } }`
  expect((await api.data(query, {}, { key: stranger.key })).user.claims).toEqual([{ id: kept }])
  expect((await api.data(query, {}, { key: claimer.key })).user.claims).toHaveLength(3)
})

test('a claim on a deleted drop belongs to the user of its wallet, not to the user who requested it', async () => {
  const holder = await api.newUser('wallet-holder')
  await api.ports.store.changeUser(holder.id as never, (user) => {
    if (!user) throw new Error('no user')
    return { result: null, update: { users: [{ ...user, walletAddress: walletOf(77) as never }] } }
  })
  const dropId = await launchDrop(api)
  const claimId = await launchClaim(api, dropId, walletOf(77))
  await api.data(`mutation { deleteDrop(id: "${dropId}") }`)
  const query = `{ claim(id: "${claimId}") { id drop { id } } claims { id } }`
  expect(await api.data(query, {}, { key: holder.key })).toEqual({
    claim: { id: claimId, drop: null },
    claims: [{ id: claimId }],
  })
  const { claim } = await api.data(query, {}, { key: other.key })
  expect(claim).toBeNull()
})

test('the claims of a drop and their wallets are public', async () => {
  const dropId = await launchDrop(api)
  const claimId = await launchClaim(api, dropId, walletOf(1))
  const query = `{ drop(id: "${dropId}") { claims { id userAddress amount status user { username } } } }`
  expect((await api.data(query, {}, { key: other.key })).drop.claims).toEqual([
    { id: claimId, userAddress: walletOf(1), amount: '10', status: 'PENDING', user: { username: 'owner' } },
  ])
})

test('a claim belongs to the user of its wallet, or else to its creator', async () => {
  const holder = await api.newUser('holder')
  await api.ports.store.changeUser(holder.id as never, (user) => {
    if (!user) throw new Error('no user')
    return { result: null, update: { users: [{ ...user, walletAddress: walletOf(99) as never }] } }
  })
  const dropId = await launchDrop(api)
  await launchClaim(api, dropId, walletOf(99))
  const query = `{ claims(filter: { dropId: "${dropId}" }) { user { username walletAddress } } }`
  expect((await api.data(query)).claims).toEqual([
    { user: { username: 'holder', walletAddress: walletOf(99) } },
  ])
})

test('an e-mail address is shown to its owner alone', async () => {
  await api.ports.store.changeUser(other.id as never, (user) => {
    if (!user) throw new Error('no user')
    return { result: null, update: { users: [{ ...user, email: 'other@example.com' }] } }
  })
  const query = `{ user(id: "${other.id}") { username email } users { email } }`
  expect(await api.data(query, {}, { key: other.key })).toMatchObject({
    user: { email: 'other@example.com' },
  })
  expect(JSON.stringify(await api.data(query))).not.toContain('example.com')
})

test('API keys are listed for their owner, without the secret', async () => {
  const { apiKeys } = await api.data('{ apiKeys { id name preview project requestsPerMinute createdAt } }')
  expect(apiKeys).toHaveLength(1)
  expect(JSON.stringify(apiKeys)).not.toContain(api.key)
  expect(api.key.startsWith(apiKeys[0].preview.slice(0, 8))).toBe(true)
  const foreign = `mutation { revokeApiKey(id: "${apiKeys[0].id}") }`
  expect((await api.error(foreign, {}, { key: other.key })).message).toBe('API key not found')
})
