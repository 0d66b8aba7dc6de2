import type { Vault } from '@dropkit/core'
import { MAX_AMOUNT, ZERO } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  pending,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleTransaction,
} from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const VAULT_ID = sampleAddress(0xf00)
const VAULT: Vault = {
  kind: 'open',
  objectId: VAULT_ID,
  packageId: sampleAddress(0xf01),
  coinType: `${sampleAddress(2)}::sui::SUI`,
  deposited: MAX_AMOUNT,
  alarm: null,
  missing: ZERO,
}

/** Stores a drop with two claims and an open transaction, and deletes it. */
async function putDeleted({ store }: OpenedStore) {
  const { owner, token, drop } = await putDrop(store, { vault: VAULT })
  const claims = [sampleClaim(drop, 1), sampleClaim(drop, 2, { state: pending(null) })]
  const sent = sampleTransaction(drop, 1)
  await put(store, { claims, chainTransactions: [sent] })
  const deleted = { ...drop, deletedAt: SAMPLE_NOW + 5 }
  await store.changeDrop(drop.id, {}, () => ({ update: { drops: [deleted] }, result: undefined }))
  return { owner, token, deleted, claims, sent }
}

export function storeDeletionContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('shows a deleted drop in no read', async (opened) => {
    const { owner, token, deleted } = await putDeleted(opened)
    const { store } = opened
    const page = { limit: 10 }
    assertEqual(await store.drops([deleted.id]), new Map())
    assertEqual(await store.dropByShortcode(deleted.shortcode), undefined)
    assertEqual(await store.listDrops({}, owner.id, page), [])
    assertEqual(await store.listDrops({ creatorId: owner.id }, owner.id, page), [])
    assertEqual((await store.dropsOfTokens([token.id], owner.id, page)).get(token.id) ?? [], [])
    assertEqual((await store.dropsOfUsers([owner.id], owner.id, page)).get(owner.id) ?? [], [])
    assertEqual((await store.countsOfUsers([owner], owner.id)).get(owner.id)?.drops, 0)
  })

  test('keeps the claims of a deleted drop readable', async (opened) => {
    const { owner, deleted, claims } = await putDeleted(opened)
    const { store } = opened
    const newestFirst = claims.toReversed()
    assertEqual((await store.claims(claims)).size, 2)
    const concerning = { userId: owner.id, wallet: null }
    assertEqual(await store.listClaims({ concerning }, { limit: 10 }), newestFirst)
    assertEqual(await store.listClaims({ dropId: deleted.id }, { limit: 10 }), newestFirst)
    assertEqual((await store.claimsOfUsers([owner], { limit: 10 })).get(owner.id), newestFirst)
    assertEqual((await store.countsOfUsers([owner], owner.id)).get(owner.id)?.claims, 2)
  })

  test('keeps a deleted drop changeable until it is settled', async (opened) => {
    const { deleted, claims, sent } = await putDeleted(opened)
    const { store } = opened
    assertEqual(await store.dropForSettlement(deleted.id), deleted)
    assertEqual(await store.dropsByVault([VAULT_ID]), new Map([[VAULT_ID, deleted]]))
    assertEqual(await store.openChainTransactions(deleted.id), [sent])
    assertEqual(await store.undeliveredClaims(deleted.id, 10), claims.slice(1))
    assertEqual(await store.expiredVouchers(deleted.id, SAMPLE_NOW + 10_000_000, 10), claims.slice(0, 1))
    const answer = await store.changeDrop(deleted.id, { allClaims: true }, (dropState) => ({
      result: dropState,
    }))
    assertEqual(answer.ok && answer.value?.drop, deleted, 'locked')
    assertEqual(answer.ok && answer.value?.claims.size, 2, 'its claims')
    const looked = await store.dropState(deleted.id, {})
    assertEqual(looked?.drop, deleted)
  })
}
