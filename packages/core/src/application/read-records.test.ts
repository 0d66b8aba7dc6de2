import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOfClaim } from '../domain/claim.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import { orConflict } from './chain/chain-refusal.ts'
import { type PageInput, parseLimit, parsePage, parseTxHash } from './parse-input.ts'
import type { ClaimFilterInput } from './read-records.ts'

describe('reading records', () => {
  let service: TestService
  let owner: Caller
  let stranger: Caller

  beforeEach(async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: true } })
    owner = service.owner
    stranger = await service.callerOf('stranger')
  })

  async function claim(caller: Caller, dropId: string, wallet: number): Promise<string> {
    const input = { dropId, userAddress: testWallet(wallet) }
    return idOfClaim(granted(await service.dropkit.claimDrop(caller, input)).claim)
  }

  const claimsFor = async (caller: Caller, filter: ClaimFilterInput = {}) =>
    granted(await service.dropkit.listClaims(caller, filter, {})).map(idOfClaim)

  async function buy(caller: Caller, dropId: string, wallet: number): Promise<string> {
    const input = { dropId, walletAddress: testWallet(wallet), paymentMethod: 'sui' }
    return granted(await service.dropkit.createPaymentIntent(caller, input)).id
  }

  describe('a drop', () => {
    test('is read by its creator, and by others once it is no draft', async () => {
      const { dropkit } = service
      const draft = await service.createDrop({ status: 'DRAFT', shortcode: 'rain' })
      for (const [caller, seen] of [
        [owner, draft.id],
        [stranger, undefined],
      ] as const) {
        expect((await dropkit.readDrop(caller, draft.id))?.id).toBe(seen)
        expect((await dropkit.readDropByShortcode(caller, 'rain'))?.id).toBe(seen)
      }
      granted(await dropkit.updateDrop(owner, draft.id, { status: 'ACTIVE' }))
      expect((await dropkit.readDrop(stranger, draft.id))?.id).toBe(draft.id)
      expect((await dropkit.readDropByShortcode(stranger, 'rain'))?.id).toBe(draft.id)
    })

    test('is not found by a text that is neither an id nor a shortcode', async () => {
      await service.createDrop({ shortcode: 'rain' })
      for (const id of ['', 'rain', owner.user.id])
        expect(await service.dropkit.readDrop(owner, id)).toBeUndefined()
      for (const shortcode of ['', 'rain ', 'hail'])
        expect(await service.dropkit.readDropByShortcode(owner, shortcode)).toBeUndefined()
    })
  })

  describe('drops, tokens and users are listed', () => {
    test('a page at a time, each after the one before', async () => {
      const { dropkit } = service
      for (const title of ['a', 'b', 'c']) await service.createDrop({ title })
      for (const symbol of ['A', 'B']) await dropkit.createToken(owner, { name: symbol, symbol, supply: '9' })
      for (const name of ['ann', 'bob']) await service.callerOf(name)
      const lists: ((page: PageInput) => Promise<Result<readonly { id: string }[], Refusal>>)[] = [
        (page) => dropkit.listDrops(owner, {}, page),
        (page) => dropkit.listTokens(owner, page),
        (page) => dropkit.listUsers(owner, page),
      ]
      for (const list of lists) {
        const all = granted(await list({})).map(({ id }) => id)
        expect(all.length).toBeGreaterThan(2)
        const [first] = granted(await list({ limit: 1 })).map(({ id }) => id)
        const rest = granted(await list({ after: first })).map(({ id }) => id)
        expect([first, ...rest]).toEqual(all)
        for (const page of [{ limit: 0 }, { limit: 201 }, { after: 'nothing' }])
          expect(refusalOf(await list(page))).toBe('bad_user_input')
      }
    })

    test('drops by their creator, token or status, and others see no drafts', async () => {
      const { dropkit } = service
      const drop = await service.createDrop()
      const draft = await service.createDrop({ status: 'DRAFT' })
      const listed = async (caller: Caller, filter: Parameters<typeof dropkit.listDrops>[1]) =>
        granted(await dropkit.listDrops(caller, filter, {})).map(({ id }) => id)
      expect(await listed(owner, {})).toEqual([draft.id, drop.id])
      expect(await listed(stranger, {})).toEqual([drop.id])
      expect(await listed(owner, { status: 'DRAFT' })).toEqual([draft.id])
      expect(await listed(owner, { creatorId: owner.user.id, tokenId: service.tokenId })).toHaveLength(2)
      expect(await listed(owner, { creatorId: stranger.user.id })).toEqual([])
    })

    test('nothing is found by a text that no record can hold', async () => {
      const { dropkit, ports } = service
      const drop = await service.createDrop()
      const asked: unknown[] = []
      ports.store.listDrops = async (filter) => {
        asked.push(filter)
        return [drop]
      }
      for (const filter of [{ creatorId: 'a\u0000' }, { creatorId: owner.user.id, communityId: '\u0000' }])
        expect(await dropkit.listDrops(owner, filter, {})).toEqual({ ok: true, value: [] })
      expect(asked).toEqual([])
      expect(granted(await dropkit.listDrops(owner, { creatorId: 'a' }, {}))).toHaveLength(1)
    })
  })

  describe('claims', () => {
    test('on hidden drops are listed and read by their users only', async () => {
      const { dropkit } = service
      const drop = await service.createDrop()
      const [own, another] = [await claim(stranger, drop.id, 1), await claim(owner, drop.id, 2)]
      const third = await service.callerOf('third')
      expect(await claimsFor(third, { dropId: drop.id })).toEqual([another, own])
      granted(await dropkit.deleteDrop(owner, drop.id))
      expect(await claimsFor(owner, { dropId: drop.id })).toEqual([another, own])
      expect(await claimsFor(stranger, { dropId: drop.id })).toEqual([own])
      expect(await claimsFor(third, { dropId: drop.id })).toEqual([])
      const readBy = async (caller: Caller) => (await dropkit.readClaim(caller, own))?.sequence
      expect([await readBy(owner), await readBy(stranger), await readBy(third)]).toEqual([1, 1, undefined])
    })

    test('are one’s own and those on one’s drops where no drop is named', async () => {
      const [drop, other] = [await service.createDrop(), await service.createDrop()]
      const first = await claim(stranger, drop.id, 1)
      const second = await claim(owner, other.id, 2)
      expect(new Set(await claimsFor(owner))).toEqual(new Set([first, second]))
      expect(await claimsFor(stranger)).toEqual([first])
      expect(await claimsFor(await service.callerOf('third'))).toEqual([])
    })

    test('are listed by wallet and status, as people write an address', async () => {
      const drop = await service.createDrop()
      const first = await claim(stranger, drop.id, 0xa)
      await claim(stranger, drop.id, 0xb)
      expect(await claimsFor(owner, { userAddress: '0XA' })).toEqual([first])
      expect(await claimsFor(owner, { dropId: drop.id, userAddress: '0xA', status: 'PENDING' })).toEqual([
        first,
      ])
      expect(await claimsFor(owner, { dropId: drop.id, status: 'CONFIRMED' })).toEqual([])
      for (const dropId of [drop.id, null])
        expect(await service.dropkit.listClaims(owner, { dropId, userAddress: 'alice' }, {})).toMatchObject({
          error: { kind: 'bad_user_input', field: 'userAddress' },
        })
    })

    test('are empty for an invalid drop id, and a page of them is bounded', async () => {
      const drop = await service.createDrop()
      const id = await claim(owner, drop.id, 1)
      expect(await claimsFor(owner, { dropId: 'nothing' })).toEqual([])
      const { dropkit } = service
      expect(granted(await dropkit.listClaims(owner, { dropId: drop.id }, { after: id }))).toEqual([])
      expect(await dropkit.listClaims(owner, {}, { limit: 0 })).toMatchObject({ error: { field: 'limit' } })
      for (const nothing of ['', 'claim', drop.id])
        expect(await dropkit.readClaim(owner, nothing)).toBeUndefined()
    })

    test('of one drop do not continue after a claim of another', async () => {
      const [drop, other] = [await service.createDrop(), await service.createDrop()]
      await claim(owner, drop.id, 1)
      const after = await claim(owner, other.id, 1)
      expect(await service.dropkit.listClaims(owner, { dropId: drop.id }, { after })).toMatchObject({
        error: { kind: 'bad_user_input', field: 'after' },
      })
    })

    test('are listed for a visitor of a drop that it names', async () => {
      const { dropkit } = service
      const drop = await service.createDrop()
      const id = await claim(owner, drop.id, 1)
      const visitor = granted(dropkit.readVisit(granted(await dropkit.startVisit({})).token)).caller
      expect(await claimsFor(visitor, { dropId: drop.id })).toEqual([id])
      expect(refusalOf(await dropkit.listClaims(visitor, {}, {}))).toBe('forbidden')
    })
  })

  test('purchases are listed for the buyer and the drop’s creator, of one drop where it is named', async () => {
    const { dropkit } = service
    const [drop, other] = [
      await service.createDrop({ price: 1, supply: 10 }),
      await service.createDrop({ price: 1, supply: 10 }),
    ]
    const [first, second] = [await buy(stranger, drop.id, 1), await buy(owner, other.id, 2)]
    const listed = async (caller: Caller, input: Parameters<typeof dropkit.listPaymentIntents>[1] = {}) =>
      granted(await dropkit.listPaymentIntents(caller, input)).map(({ id }) => id)
    expect(await listed(owner)).toEqual([second, first])
    expect(await listed(stranger)).toEqual([first])
    expect(await listed(owner, { dropId: drop.id })).toEqual([first])
    expect(await listed(owner, { dropId: 'nothing' })).toEqual([])
    expect(await listed(owner, { after: second })).toEqual([first])
    expect(await listed(owner, { dropId: drop.id, status: 'PENDING' })).toEqual([first])
    expect(await listed(owner, { dropId: drop.id, status: 'CONFIRMED' })).toEqual([])
    expect(await listed(owner, { status: 'PENDING' })).toEqual([second, first])
    expect(await listed(owner, { status: 'CONFIRMED' })).toEqual([])
    for (const page of [{ limit: 0 }, { after: 'nothing' }])
      expect(refusalOf(await dropkit.listPaymentIntents(owner, page))).toBe('bad_user_input')
  })
})

describe('a page of a list', () => {
  const read = (id: string) => (id === 'known' ? 7 : undefined)

  test('has 50 elements from the first on where nothing is said', () => {
    for (const input of [{}, { limit: null, after: null }])
      expect(parsePage(input, read)).toEqual({ ok: true, value: { limit: 50 } })
    expect(parsePage({}, read, 10)).toEqual({ ok: true, value: { limit: 10 } })
    expect(parsePage({ limit: 5, after: 'known' }, read)).toEqual({ ok: true, value: { limit: 5, after: 7 } })
  })

  test('comes after an element of that list', () => {
    expect(parsePage({ after: 'unknown' }, read)).toMatchObject({ error: { field: 'after' } })
  })

  test('has 1 to 200 elements', () => {
    for (const limit of [1, 200]) expect(parseLimit(limit)).toEqual({ ok: true, value: limit })
    for (const limit of [0, -1, 201, 1.5, Number.NaN]) {
      expect(parseLimit(limit)).toMatchObject({ error: { kind: 'bad_user_input', field: 'limit' } })
      expect(parsePage({ limit }, read)).toMatchObject({ error: { field: 'limit' } })
    }
  })
})

test('the hash of a transaction is 1 to 128 letters, digits or marks', () => {
  expect(parseTxHash(' Ab_1.:- ')).toEqual({ ok: true, value: 'Ab_1.:-' })
  expect(parseTxHash('x'.repeat(128)).ok).toBe(true)
  for (const text of ['', ' ', 'x'.repeat(129), 'a b', 'é', '$a', 'a$'])
    expect(parseTxHash(text)).toMatchObject({ error: { field: 'txHash' } })
})

test('a refusal of the chain is a conflict, and an outage stays an outage', () => {
  expect(orConflict({ ok: true, value: 5 })).toEqual({ ok: true, value: 5 })
  expect(orConflict({ ok: false, error: { kind: 'not_possible', reason: 'no' } })).toEqual({
    ok: false,
    error: { kind: 'conflict', reason: 'CHAIN_REFUSED', message: 'no' },
  })
  const away = { kind: 'chain_unavailable', reason: 'down' } as const
  expect(orConflict({ ok: false, error: away })).toEqual({ ok: false, error: away })
})
