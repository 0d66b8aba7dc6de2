import { afterAll, expect, test } from 'vitest'
import { launchClaim, launchDrop, openApi, walletOf } from './api.ts'

const api = await openApi()
const other = await api.newUser('other')
afterAll(() => api.app.close())

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
