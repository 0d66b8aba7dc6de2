import {
  type Address,
  amountOf,
  type Claim,
  type ClaimFilter,
  type ClaimLink,
  type ClaimLinkId,
  type Drop,
  type Page,
  type User,
  type UserId,
} from '@dropkit/core'
import { assertEqual, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  confirmed,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleUser,
} from './sample-records.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'
import { readAll } from './store-list-contract.ts'

const placeOf = ({ dropId, sequence }: Claim) => ({ dropId, sequence })
const shortPlaces = (claims: readonly Claim[] | undefined) =>
  (claims ?? []).map(({ dropId, sequence }) => `${dropId.slice(-1)}:${sequence}`)

const WALLET = sampleAddress(0xaa)

/** Stores claims on two drops of two creators. Several were made in the same millisecond. */
async function putClaims({ store }: OpenedStore) {
  const { owner, drop } = await putDrop(store)
  const rival = sampleUser(2)
  const caller = sampleUser(3, { walletAddress: WALLET })
  const rivalToken = sampleToken(rival, 2)
  const other = sampleDrop(rivalToken, 2)
  const claims = [
    sampleClaim(drop, 1, { createdAt: SAMPLE_NOW }),
    sampleClaim(other, 1, { createdAt: SAMPLE_NOW, claimer: WALLET }),
    sampleClaim(other, 2, { createdAt: SAMPLE_NOW, callerId: caller.id, state: confirmed() }),
    sampleClaim(drop, 2, { createdAt: SAMPLE_NOW, callerId: caller.id, claimer: WALLET }),
    sampleClaim(drop, 3, { createdAt: SAMPLE_NOW + 2 }),
    sampleClaim(other, 3, { createdAt: SAMPLE_NOW + 1 }),
  ]
  await put(store, { users: [rival, caller], tokens: [rivalToken], drops: [other], claims })
  return { owner, rival, caller, drop, other }
}

const NEWEST_FIRST = ['1:3', '2:3', '2:2', '2:1', '1:2', '1:1']

export function storeClaimListContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('lists claims newest first by time, then by drop and sequence', async (opened) => {
    await putClaims(opened)
    assertEqual(shortPlaces(await opened.store.listClaims({}, { limit: 200 })), NEWEST_FIRST)
  })

  test('pages through claims without gap or double while claims are added', async (opened) => {
    const { drop } = await putClaims(opened)
    for (const limit of [1, 2, 5]) {
      let sequence = 100 * limit
      const read = await readAll(
        (page) => opened.store.listClaims({}, page),
        placeOf,
        limit,
        () => {
          sequence++
          return put(opened.store, {
            claims: [sampleClaim(drop, sequence, { createdAt: SAMPLE_NOW + sequence })],
          })
        },
      )
      assertEqual(shortPlaces(read).slice(-6), NEWEST_FIRST, `by ${limit}`)
      assertEqual(new Set(shortPlaces(read)).size, read.length, 'doubles')
    }
  })

  test('lists the claims that match every part of a filter', async (opened) => {
    const { owner, rival, caller, drop, other } = await putClaims(opened)
    const chosen = async (filter: ClaimFilter) =>
      shortPlaces(await opened.store.listClaims(filter, { limit: 200 }))
    assertEqual(await chosen({ dropId: drop.id }), ['1:3', '1:2', '1:1'])
    assertEqual(await chosen({ status: 'CONFIRMED' }), ['2:2'])
    assertEqual(await chosen({ status: 'EXPIRED' }), [])
    assertEqual(await chosen({ claimer: WALLET }), ['2:1', '1:2'])
    assertEqual(await chosen({ claimer: WALLET, dropId: other.id }), ['2:1'])
    const ofWallet = async (userId: UserId, wallet: Address | null) =>
      chosen({ claimer: WALLET, concerning: { userId, wallet } })
    assertEqual(await ofWallet(caller.id, WALLET), ['2:1', '1:2'], 'its own wallet')
    assertEqual(await ofWallet(caller.id, null), ['1:2'], 'those it made')
    assertEqual(await ofWallet(rival.id, null), ['2:1'], 'those on its drops')
    assertEqual(await chosen({ concerning: { userId: caller.id, wallet: WALLET } }), ['2:2', '2:1', '1:2'])
    assertEqual(await chosen({ concerning: { userId: caller.id, wallet: null } }), ['2:2', '1:2'])
    assertEqual(await chosen({ concerning: { userId: rival.id, wallet: null } }), ['2:3', '2:2', '2:1'])
    assertEqual(await chosen({ concerning: { userId: owner.id, wallet: null }, status: 'PENDING' }), [
      '1:3',
      '1:2',
      '1:1',
    ])
  })

  test('pages through a filtered list', async (opened) => {
    const { caller } = await putClaims(opened)
    const filter = { concerning: { userId: caller.id, wallet: WALLET } }
    const read = await readAll((page) => opened.store.listClaims(filter, page), placeOf, 1)
    assertEqual(shortPlaces(read), ['2:2', '2:1', '1:2'])
  })

  test('lists the claims of several drops newest first, each with its own page', async (opened) => {
    const { drop, other } = await putClaims(opened)
    const byDrop = await opened.store.claimsOfDrops([drop.id, other.id], { limit: 2 })
    assertEqual(shortPlaces(byDrop.get(drop.id)), ['1:3', '1:2'])
    assertEqual(shortPlaces(byDrop.get(other.id)), ['2:3', '2:2'])
    const paged = await readAll(
      async (page) => (await opened.store.claimsOfDrops([drop.id], page)).get(drop.id) ?? [],
      placeOf,
      1,
    )
    assertEqual(shortPlaces(paged), ['1:3', '1:2', '1:1'])
  })

  test('lists the claims that users made or their wallets got, once each', async (opened) => {
    const { caller, rival, drop } = await putClaims(opened)
    const { store } = opened
    const byUser = await store.claimsOfUsers([caller, rival], rival, { limit: 2 })
    assertEqual(shortPlaces(byUser.get(caller.id)), ['2:2', '2:1'])
    assertEqual(shortPlaces(byUser.get(rival.id)), ['2:3', '2:1'])
    const paged = await readAll(
      async (page) => (await store.claimsOfUsers([caller], rival, page)).get(caller.id) ?? [],
      placeOf,
      1,
    )
    assertEqual(shortPlaces(paged), ['2:2', '2:1', '1:2'])
    const unknown = { dropId: drop.id, sequence: 99 }
    const afterUnknown = await store.claimsOfUsers([caller], rival, { after: unknown, limit: 9 })
    assertEqual(afterUnknown.get(caller.id), [], 'after a claim that does not exist')
    const walletless = { ...caller, walletAddress: null }
    const ofWalletless = await store.claimsOfUsers([walletless], walletless, { limit: 9 })
    assertEqual(shortPlaces(ofWalletless.get(caller.id)), ['2:2', '1:2'])
  })

  test("fills each page of a user's claims with those that the reader may see", async (opened) => {
    const { store } = opened
    const { token, drop } = await putDrop(store)
    const caller = sampleUser(3, { walletAddress: WALLET })
    const friend = sampleUser(4, { walletAddress: sampleAddress(0xbb) })
    const deleted = sampleDrop(token, 2, { deletedAt: SAMPLE_NOW })
    const draft = sampleDrop(token, 3, { status: 'DRAFT' })
    const made = { callerId: caller.id }
    const claims = [
      sampleClaim(drop, 1, { ...made, createdAt: SAMPLE_NOW }),
      sampleClaim(drop, 2, { claimer: WALLET, createdAt: SAMPLE_NOW + 1 }),
      sampleClaim(deleted, 1, { ...made, claimer: sampleAddress(0xbb), createdAt: SAMPLE_NOW + 2 }),
      sampleClaim(deleted, 2, { callerId: friend.id, claimer: WALLET, createdAt: SAMPLE_NOW + 3 }),
      sampleClaim(deleted, 3, { ...made, createdAt: SAMPLE_NOW + 4 }),
      sampleClaim(deleted, 4, { claimer: WALLET, createdAt: SAMPLE_NOW + 5 }),
      sampleClaim(draft, 1, { ...made, createdAt: SAMPLE_NOW + 6 }),
    ]
    await put(store, { users: [caller, friend], drops: [deleted, draft], claims })
    const seenBy = async (reader: User, limit: number) =>
      shortPlaces(
        await readAll(
          async (page) => (await store.claimsOfUsers([caller], reader, page)).get(caller.id) ?? [],
          placeOf,
          limit,
        ),
      )
    const all = ['3:1', '2:4', '2:3', '2:2', '2:1', '1:2', '1:1']
    for (const limit of [1, 2, 9]) {
      assertEqual(await seenBy(sampleUser(5), limit), ['1:2', '1:1'], 'a stranger')
      assertEqual(await seenBy(friend, limit), ['2:2', '2:1', '1:2', '1:1'], 'who made one and got one')
      assertEqual(await seenBy(caller, limit), all, 'the user')
      assertEqual(await seenBy(sampleUser(1), limit), all, "the drops' owner")
    }
  })
}

const idNumber = (n: number, last = 'A') => `${String(n).padStart(42, '0')}${last}` as ClaimLinkId

/** A claim link of a drop that was not used. */
export const sampleLink = (drop: Drop, n: number, more: Partial<ClaimLink> = {}): ClaimLink => ({
  id: idNumber(n),
  dropId: drop.id,
  amount: null,
  expiresAt: null,
  sequence: null,
  revokedAt: null,
  createdAt: SAMPLE_NOW + n,
  ...more,
})

/** The contract of a `Store` for claim links. Each belongs to one drop and stores the claim that it was used for. */
export function storeLinkContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('stores all links of a change or none, with its other records', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const claimLinks = Array.from({ length: 2_501 }, (_, place) => sampleLink(drop, place + 1))
    const count = async () => {
      const read = (page: Page<ClaimLinkId>) => store.listClaimLinks(drop.id, page)
      return (await readAll(read, ({ link }) => link.id, 200)).length
    }
    const taken = sampleDrop(token, 9, { shortcode: drop.shortcode })
    assertEqual((await store.create({ insert: { claimLinks, drops: [taken] } })).ok, false)
    assertEqual(await count(), 0)
    await put(store, { claimLinks })
    assertEqual(await count(), 2_501)
  })

  test('gives links back as they were, with the claims that they were used for', async ({ store }) => {
    const { drop } = await putDrop(store)
    const full = {
      amount: amountOf(18_446_744_073_709_551_615n),
      expiresAt: SAMPLE_NOW + 9,
      revokedAt: SAMPLE_NOW,
    }
    const [plain, whole] = [sampleLink(drop, 1), sampleLink(drop, 2, full)]
    await store.create({ insert: { claimLinks: [plain, whole] } })
    const claim = sampleClaim(drop, 1)
    const used = { ...plain, sequence: 1 }
    await store.changeDrop(drop.id, {}, () => ({
      result: undefined,
      insert: { claims: [claim] },
      update: { claimLinks: [used] },
    }))
    const query = { linkIds: [plain.id, whole.id, idNumber(3)] }
    const dropState = await stateOf(store, drop.id, query)
    assertEqual([...(dropState?.links ?? [])].sort(), [
      [plain.id, { link: used, claim }],
      [whole.id, { link: whole, claim: null }],
    ])
    assertEqual((await stateOf(store, drop.id, {}))?.links.size, 0, 'none are asked for')
  })

  test('leaves a link alone that the drop has already, and keeps the drops apart', async ({ store }) => {
    const { drop, token } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const link = sampleLink(drop, 1, { expiresAt: SAMPLE_NOW + 5 })
    await store.create({ insert: { claimLinks: [link] } })
    const again = [sampleLink(drop, 1), sampleLink(drop, 2), sampleLink(other, 1)]
    assertEqual((await store.create({ insert: { claimLinks: again } })).ok, true)
    const idsOf = async (of: Drop) =>
      (await store.listClaimLinks(of.id, { limit: 9 })).map((used) => used.link)
    assertEqual(await idsOf(drop), [sampleLink(drop, 2), link])
    assertEqual(await idsOf(other), [sampleLink(other, 1)])
  })

  test('keeps links apart whose ids differ in the case of a letter', async ({ store }) => {
    const { drop } = await putDrop(store)
    const [upper, lower] = ['A', 'a'].map((letter) => sampleLink(drop, 1, { id: idNumber(1, letter) }))
    await put(store, { claimLinks: [present(upper), present(lower)] })
    const linkIds = [present(lower).id]
    const state = await stateOf(store, drop.id, { linkIds })
    assertEqual(state?.links, new Map([[present(lower).id, { link: present(lower), claim: null }]]))
    assertEqual((await store.listClaimLinks(drop.id, { limit: 9 })).length, 2)
  })

  test('lists the links of a drop newest first, a page at a time', async ({ store }) => {
    const { drop } = await putDrop(store)
    const links = [1, 2, 3, 4, 5].map((n) => sampleLink(drop, n, { createdAt: SAMPLE_NOW + (n > 2 ? 1 : 0) }))
    await store.create({ insert: { claimLinks: links } })
    const listed = async (after?: ClaimLinkId) =>
      (await store.listClaimLinks(drop.id, { limit: 2, after })).map((used) => used.link.id)
    const newest = [5, 4, 3, 2, 1].map((n) => idNumber(n))
    assertEqual(await listed(), newest.slice(0, 2))
    assertEqual(await listed(newest[1]), newest.slice(2, 4))
    assertEqual(await listed(newest[3]), newest.slice(4))
    assertEqual(await listed(idNumber(99)), [], 'no such link')
  })
}
