import {
  type BriefDrop,
  type Drop,
  type DropFilter,
  type DropId,
  type DropStatus,
  type Instant,
  statusAt,
  type Token,
  type TokenId,
  type User,
  type UserId,
} from '@dropkit/core'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  confirmed,
  expired,
  put,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleUser,
} from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

/** Reads all pages of a list. Calls `between` after each page, for example to insert a record. */
export async function readAll<R, After>(
  read: (page: { readonly limit: number; readonly after?: After }) => Promise<readonly R[]>,
  placeOf: (record: R) => After,
  limit: number,
  between: () => Promise<void> = async () => undefined,
): Promise<R[]> {
  const all: R[] = []
  for (let pages = 0; pages < 1_000; pages++) {
    const last = all.at(-1)
    const page = await read(last === undefined ? { limit } : { limit, after: placeOf(last) })
    assertTrue(page.length <= limit, `a page has ${page.length} rows, more than ${limit}`)
    if (page.length === 0) return all
    all.push(...page)
    await between()
  }
  throw new Error('the list has no end')
}

const ids = (records: readonly { readonly id: string }[] | undefined) => (records ?? []).map(({ id }) => id)
const idOf = <Id>(record: { readonly id: Id }): Id => record.id

/** Stores two creators with a token each, and `count` drops that alternate between them. */
async function putDrops(
  { store }: OpenedStore,
  count: number,
  more: (n: number) => Partial<Drop> = () => ({}),
) {
  const [one, other] = [sampleUser(1), sampleUser(2)] as const
  const [first, second] = [sampleToken(one, 1), sampleToken(other, 2)] as const
  const drops = Array.from({ length: count }, (_, n) => sampleDrop(n % 2 ? second : first, n, more(n)))
  await put(store, { users: [one, other], tokens: [first, second], drops })
  return { one, other, first, second, drops, newestFirst: drops.toReversed() }
}

export function storeListContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('lists drops newest first, in pages without gap or double while drops are added', async (opened) => {
    const { one, first, newestFirst } = await putDrops(opened, 7)
    let added = 100
    const read = await readAll<BriefDrop, DropId>(
      (page) => opened.store.listDrops({}, one.id, page),
      idOf,
      2,
      () => put(opened.store, { drops: [sampleDrop(first, added++)] }),
    )
    assertEqual(read, newestFirst)
  })

  test('lists tokens and users newest first, in pages', async (opened) => {
    const users = Array.from({ length: 5 }, (_, n) => sampleUser(n))
    const owner = users[0] ?? sampleUser(0)
    const tokens = Array.from({ length: 5 }, (_, n) => sampleToken(owner, n))
    await put(opened.store, { users, tokens })
    const { store } = opened
    assertEqual(await readAll<User, UserId>((page) => store.listUsers(page), idOf, 2), users.toReversed())
    assertEqual(await readAll<Token, TokenId>((page) => store.listTokens(page), idOf, 3), tokens.toReversed())
  })

  test('lists the drops that match every part of a filter', async (opened) => {
    const { one, other, second, drops } = await putDrops(opened, 6, (n) => ({
      status: n < 3 ? 'ACTIVE' : 'PAUSED',
      type: n === 0 ? 'NFT' : 'TOKEN',
      claimType: n === 1 ? 'STREAK' : 'REGULAR',
      communityId: n === 2 ? 'ours' : null,
    }))
    const chosen = async (filter: DropFilter) =>
      (await opened.store.listDrops(filter, one.id, { limit: 200 })).map((drop) =>
        drops.findIndex(({ id }) => id === drop.id),
      )
    assertEqual(await chosen({ status: { is: 'PAUSED', at: 0 } }), [5, 4, 3])
    assertEqual(await chosen({ type: 'NFT' }), [0])
    assertEqual(await chosen({ claimType: 'STREAK' }), [1])
    assertEqual(await chosen({ communityId: 'ours' }), [2])
    assertEqual(await chosen({ creatorId: other.id }), [5, 3, 1])
    assertEqual(await chosen({ tokenId: second.id, status: { is: 'ACTIVE', at: 0 } }), [1])
    assertEqual(await chosen({ creatorId: 'nobody' }), [])
    assertEqual(await chosen({ tokenId: "' OR 1=1 --" }), [])
  })

  test('lists drops by their status at an instant, before the change is written', async (opened) => {
    const { one, drops } = await putDrops(opened, 7, (n) => ({
      status: n < 2 ? 'SCHEDULED' : n === 6 ? 'SOLD_OUT' : 'ACTIVE',
      startsAt: n < 2 ? 1_000 : null,
      claimDeadline: n === 1 || n === 3 || n === 6 ? 2_000 : null,
      award: n === 6 ? { kind: 'random', commitment: '00', seed: 'sealed', beacon: null } : { kind: 'open' },
    }))
    const listed = async (is: DropStatus, at: Instant) =>
      (await opened.store.listDrops({ status: { is, at } }, one.id, { limit: 200 })).map((drop) =>
        drops.findIndex(({ id }) => id === drop.id),
      )
    for (const at of [0, 999, 1_000, 1_999, 2_000, 3_000]) {
      for (const is of ['SCHEDULED', 'ACTIVE', 'SOLD_OUT', 'ENDED'] as const) {
        const expected = drops.flatMap((drop, n) => (statusAt(drop, at) === is ? [n] : [])).toReversed()
        assertEqual(await listed(is, at), expected, `${is} at ${at}`)
      }
    }
  })

  test('lists only the public drops of a creator', async (opened) => {
    const { one, drops } = await putDrops(opened, 14, (n) => ({
      claimAccess: n === 0 ? 'OWNER' : n === 2 ? 'WALLET' : 'OPEN',
      isLinkOnly: n === 4,
      deletedAt: n === 6 ? 1 : null,
      status: n === 8 ? 'DRAFT' : n === 10 ? 'CANCELLED' : n === 12 ? 'SCHEDULED' : 'ACTIVE',
      startsAt: n === 12 ? 1_000 : null,
    }))
    const listed = async (filter: DropFilter) =>
      (
        await opened.store.listDrops({ creatorId: one.id, isPublic: true, ...filter }, one.id, { limit: 9 })
      ).map((drop) => drops.findIndex(({ id }) => id === drop.id))
    assertEqual(await listed({}), [12, 2])
    assertEqual(await listed({ status: { is: 'ACTIVE', at: 0 } }), [2])
    assertEqual(await listed({ status: { is: 'ACTIVE', at: 1_000 } }), [12, 2])
    assertEqual(await listed({ status: { is: 'DRAFT', at: 0 } }), [])
    assertEqual(await listed({ status: { is: 'CANCELLED', at: 0 } }), [])
  })

  test('shows a DRAFT to its owner alone', async (opened) => {
    const { one, other, first, drops } = await putDrops(opened, 4, (n) => ({
      status: n < 2 ? 'DRAFT' : 'ACTIVE',
    }))
    const [mine, theirs, ...public_] = drops
    const { store } = opened
    const page = { limit: 10 }
    assertEqual(
      ids(await store.listDrops({}, one.id, page)),
      ids([...public_.toReversed(), mine ?? []].flat()),
    )
    assertEqual(
      ids(await store.listDrops({ status: { is: 'DRAFT', at: 0 } }, other.id, page)),
      ids([theirs ?? []].flat()),
    )
    assertEqual((await store.dropsOfTokens([first.id], other.id, page)).get(first.id)?.length, 1)
    assertEqual((await store.dropsOfTokens([first.id], one.id, page)).get(first.id)?.length, 2)
    assertEqual((await store.dropsOfUsers([one.id], other.id, page)).get(one.id)?.length, 1)
    const counts = await store.countsOfUsers([one, other], other.id)
    assertEqual(counts.get(one.id)?.drops, 1, 'counted for another')
    assertEqual(counts.get(other.id)?.drops, 2, 'counted for the owner')
    // Reads by id return everything. The caller checks who may see it.
    assertEqual((await store.drops(ids(drops) as Drop['id'][])).size, 4)
  })

  test('lists the drops of several tokens and users, each with its own page', async (opened) => {
    const { one, other, first, second, drops } = await putDrops(opened, 10)
    const { store } = opened
    const odd = drops.filter((_, n) => n % 2 === 1).toReversed()
    const even = drops.filter((_, n) => n % 2 === 0).toReversed()
    const byToken = await store.dropsOfTokens([first.id, second.id], one.id, { limit: 3 })
    assertEqual(ids(byToken.get(first.id)), ids(even.slice(0, 3)))
    assertEqual(ids(byToken.get(second.id)), ids(odd.slice(0, 3)))
    const byUser = await store.dropsOfUsers([one.id, other.id, sampleUser(9).id], one.id, { limit: 2 })
    assertEqual(ids(byUser.get(one.id)), ids(even.slice(0, 2)))
    assertEqual(ids(byUser.get(other.id)), ids(odd.slice(0, 2)))
    assertEqual(byUser.get(sampleUser(9).id) ?? [], [])

    const paged = await readAll<BriefDrop, DropId>(
      async (page) => (await store.dropsOfTokens([second.id], one.id, page)).get(second.id) ?? [],
      idOf,
      2,
    )
    assertEqual(paged, odd)
    const pagedByUser = await readAll<BriefDrop, DropId>(
      async (page) => (await store.dropsOfUsers([one.id], one.id, page)).get(one.id) ?? [],
      idOf,
      2,
    )
    assertEqual(pagedByUser, even)
  })

  test('lists the tokens of several users, each with its own page', async ({ store }) => {
    const [one, other] = [sampleUser(1), sampleUser(2)] as const
    const tokens = Array.from({ length: 6 }, (_, n) => sampleToken(n % 2 ? other : one, n))
    await put(store, { users: [one, other], tokens })
    const byUser = await store.tokensOfUsers([one.id, other.id], { limit: 2 })
    assertEqual(ids(byUser.get(one.id)), ids([tokens[4] ?? one, tokens[2] ?? one]))
    assertEqual(ids(byUser.get(other.id)), ids([tokens[5] ?? one, tokens[3] ?? one]))
    const paged = await readAll<Token, TokenId>(
      async (page) => (await store.tokensOfUsers([one.id], page)).get(one.id) ?? [],
      idOf,
      1,
    )
    assertEqual(ids(paged), ids([tokens[4] ?? one, tokens[2] ?? one, tokens[0] ?? one]))
  })

  test('counts the drops of users and the claims of their wallets, once', async (opened) => {
    const { one, drops } = await putDrops(opened, 4)
    const { store } = opened
    const wallet = sampleAddress(0xcc)
    const claimant = sampleUser(3, { walletAddress: wallet })
    const drop = drops[0] ?? sampleDrop(sampleToken(one, 1), 0)
    await put(store, {
      users: [claimant],
      claims: [
        sampleClaim(drop, 1, { callerId: claimant.id, claimer: wallet, slot: 1 }),
        sampleClaim(drop, 2, { callerId: claimant.id, state: confirmed() }),
        sampleClaim(drop, 3, { claimer: wallet, slot: 2 }),
        sampleClaim(drop, 4),
      ],
    })
    const counts = await store.countsOfUsers([claimant, one], one.id)
    assertEqual(counts.get(claimant.id), { drops: 0, claims: 3 })
    assertEqual(counts.get(one.id), { drops: 2, claims: 2 })
    // More claims on several drops, in one change and in separate ones.
    const more = drops.flatMap((each) => [5, 6].map((n) => sampleClaim(each, n, { callerId: claimant.id })))
    await put(store, { claims: more })
    const released = { ...sampleClaim(drop, 7, { callerId: claimant.id, slot: -7 }), state: expired() }
    await put(store, { claims: [released] })
    assertEqual((await store.countsOfUsers([claimant], one.id)).get(claimant.id)?.claims, 4 + more.length)
  })
}
