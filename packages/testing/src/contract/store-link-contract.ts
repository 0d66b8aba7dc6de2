import { amountOf, type ClaimLink, type ClaimLinkId, type Drop } from '@dropkit/core'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { put, putDrop, SAMPLE_NOW, sampleClaim, sampleDrop } from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const idNumber = (n: number) => `${String(n).padStart(42, '0')}A` as ClaimLinkId

const linkOn = (drop: Drop, n: number, more: Partial<ClaimLink> = {}): ClaimLink => ({
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
    const claimLinks = Array.from({ length: 2_501 }, (_, place) => linkOn(drop, place + 1))
    const count = async () => {
      let [total, after]: [number, ClaimLinkId | null] = [0, null]
      for (;;) {
        const page = await store.listClaimLinks(drop.id, { limit: 1_000, ...(after ? { after } : {}) })
        const last = page.at(-1)
        if (!last) return total
        total += page.length
        after = last.link.id
      }
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
    const [plain, whole] = [linkOn(drop, 1), linkOn(drop, 2, full)]
    await store.create({ insert: { claimLinks: [plain, whole] } })
    const claim = sampleClaim(drop, 1)
    const used = { ...plain, sequence: 1 }
    await store.changeDrop(drop.id, {}, () => ({
      result: undefined,
      insert: { claims: [claim] },
      update: { claimLinks: [used] },
    }))
    const query = { linkIds: [plain.id, whole.id, idNumber(3)] }
    const dropState = await store.dropState(drop.id, query)
    assertEqual([...(dropState?.links ?? [])].sort(), [
      [plain.id, { link: used, claim }],
      [whole.id, { link: whole, claim: null }],
    ])
    const locked = await store.changeDrop(drop.id, query, (held) => ({ result: held?.links.size }))
    assertEqual(locked, { ok: true, value: 2 })
    assertEqual((await store.dropState(drop.id, {}))?.links.size, 0, 'none are asked for')
  })

  test('leaves a link alone that the drop has already, and keeps the drops apart', async ({ store }) => {
    const { drop, token } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const link = linkOn(drop, 1, { expiresAt: SAMPLE_NOW + 5 })
    await store.create({ insert: { claimLinks: [link] } })
    const again = [linkOn(drop, 1), linkOn(drop, 2), linkOn(other, 1)]
    assertEqual((await store.create({ insert: { claimLinks: again } })).ok, true)
    const idsOf = async (of: Drop) =>
      (await store.listClaimLinks(of.id, { limit: 9 })).map((used) => used.link)
    assertEqual(await idsOf(drop), [linkOn(drop, 2), link])
    assertEqual(await idsOf(other), [linkOn(other, 1)])
  })

  test('lists the links of a drop newest first, a page at a time', async ({ store }) => {
    const { drop } = await putDrop(store)
    const links = [1, 2, 3, 4, 5].map((n) => linkOn(drop, n, { createdAt: SAMPLE_NOW + (n > 2 ? 1 : 0) }))
    await store.create({ insert: { claimLinks: links } })
    const listed = async (after?: ClaimLinkId) =>
      (await store.listClaimLinks(drop.id, { limit: 2, after })).map((used) => used.link.id)
    const newest = [5, 4, 3, 2, 1].map(idNumber)
    assertEqual(await listed(), newest.slice(0, 2))
    assertEqual(await listed(newest[1]), newest.slice(2, 4))
    assertEqual(await listed(newest[3]), newest.slice(4))
    assertEqual(await listed(idNumber(99)), [], 'no such link')
  })
}
