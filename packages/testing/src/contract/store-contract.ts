import { factKey, type JobQueue, type Store, type Vault } from '@dropkit/core'
import { EXEMPTED, MAX_AMOUNT, ZERO } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleExemption } from './sample-accounts.ts'
import {
  pending,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleTransaction,
} from './sample-records.ts'
import { storeAccountContract } from './store-account-contract.ts'
import { storeChangeContract } from './store-change-contract.ts'
import { openTransactionsOf, stateOf } from './store-changes.ts'
import { storeClaimListContract, storeLinkContract } from './store-claim-list-contract.ts'
import { storeConcurrencyContract, storeConflictContract } from './store-concurrency-contract.ts'
import { storeEventContract } from './store-event-contract.ts'
import { storeFactContract } from './store-fact-contract.ts'
import { storeKindContract } from './store-kind-contract.ts'
import { storeListContract } from './store-list-contract.ts'
import { storeLotteryContract } from './store-lottery-contract.ts'
import { storePaymentContract } from './store-payment-contract.ts'
import { storePaymentListContract } from './store-payment-list-contract.ts'
import { storeReportContract } from './store-report-contract.ts'
import { storeRoundTripContract } from './store-round-trip-contract.ts'
import { storeSettlementContract } from './store-settlement-contract.ts'
import { storeUnmatchedContract } from './store-unmatched-contract.ts'
import { storeWalletStateContract } from './store-wallet-state-contract.ts'

/** A store, and the queue of the jobs that its changes request, on the same data. */
export interface OpenedStore {
  readonly store: Store
  readonly jobs: JobQueue
}

/**
 * The contract of every `Store`. `open` returns an empty one each time. The duration of the suite depends mostly on the
 * speed of `open`.
 */
export function storeContract(run: TestRunner, open: Open<OpenedStore>): void {
  run.describe('as a store', () => {
    run.describe('keeping records', () => storeRoundTripContract(run, open))
    run.describe('changing records', () => storeChangeContract(run, open))
    run.describe('changing every kind of record', () => storeKindContract(run, open))
    run.describe('changing records at once', () => storeConcurrencyContract(run, open))
    run.describe('keeping values unique', () => storeConflictContract(run, open))
    run.describe('the state of a wallet', () => storeWalletStateContract(run, open))
    run.describe('telling facts about wallets', () => storeFactContract(run, open))
    run.describe('keeping exemptions', () => storeExemptionContract(run, open))
    run.describe('keeping payments', () => storePaymentContract(run, open))
    run.describe('finding payments', () => storePaymentListContract(run, open))
    run.describe('unmatched payments', () => storeUnmatchedContract(run, open))
    run.describe('keeping accounts', () => storeAccountContract(run, open))
    run.describe('reporting', () => storeReportContract(run, open))
    run.describe('listing records', () => storeListContract(run, open))
    run.describe('keeping claim links', () => storeLinkContract(run, open))
    run.describe('keeping lotteries', () => storeLotteryContract(run, open))
    run.describe('listing claims', () => storeClaimListContract(run, open))
    run.describe('hiding deleted drops', () => storeDeletionContract(run, open))
    run.describe('settling with the chain', () => storeSettlementContract(run, open))
    run.describe('logging events', () => storeEventContract(run, open))
  })
}

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

function storeDeletionContract(run: TestRunner, open: Open<OpenedStore>): void {
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
    assertEqual((await store.claimsOfUsers([owner], owner, { limit: 10 })).get(owner.id), newestFirst)
    assertEqual((await store.countsOfUsers([owner], owner.id)).get(owner.id)?.claims, 2)
  })

  test('keeps a deleted drop changeable until it is settled', async (opened) => {
    const { deleted, claims, sent } = await putDeleted(opened)
    const { store } = opened
    assertEqual(await store.dropForSettlement(deleted.id), deleted)
    assertEqual(await store.dropsByVault([VAULT_ID]), new Map([[VAULT_ID, deleted]]))
    assertEqual(await openTransactionsOf(store, deleted.id, [sent.purpose]), [sent])
    assertEqual(await store.undeliveredClaims(deleted.id, 10), claims.slice(1))
    assertEqual(await store.expiredVouchers(deleted.id, SAMPLE_NOW + 10_000_000, 10), claims.slice(0, 1))
    const state = await stateOf(store, deleted.id, { allClaims: true })
    assertEqual(state?.drop, deleted)
    assertEqual(state?.claims.size, 2, 'its claims')
  })
}

const [ONE, OTHER] = [sampleAddress(0xaa), sampleAddress(0xbb)]

function storeExemptionContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('gives exemptions back as they were written and rewritten, newest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const elsewhere = sampleDrop(token, 2)
    const revoked = { revokedBy: drop.creatorId, revokedAt: SAMPLE_NOW + 9 }
    const [first, second] = [sampleExemption(drop, 1), sampleExemption(drop, 2, { wallet: OTHER })]
    const foreign = sampleExemption(elsewhere, 3)
    await put(store, { drops: [elsewhere], exemptions: [first, second, foreign] })
    const ended = { ...first, ...revoked }
    await store.changeDrop(drop.id, {}, () => ({ update: { exemptions: [ended] }, result: undefined }))
    assertEqual(
      await store.exemptions([second.id, first.id, sampleExemption(drop, 9).id]),
      new Map([
        [second.id, second],
        [first.id, ended],
      ]),
    )
    assertEqual(await store.listExemptions(drop.id, { limit: 9 }), [second, ended])
    assertEqual(await store.listExemptions(drop.id, { limit: 1 }), [second])
    assertEqual(await store.listExemptions(drop.id, { limit: 9, after: second.id }), [ended])
  })

  test('returns the valid exemption of a wallet', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const elsewhere = sampleDrop(token, 2)
    const active = sampleExemption(drop, 2)
    await put(store, {
      drops: [elsewhere],
      exemptions: [
        sampleExemption(drop, 1, { revokedBy: drop.creatorId, revokedAt: SAMPLE_NOW }),
        active,
        sampleExemption(elsewhere, 3, { wallet: OTHER }),
      ],
    })
    const query = {
      wallets: [ONE, OTHER],
      exemptionsOf: [ONE, OTHER],
      facts: { requests: [EXEMPTED], now: SAMPLE_NOW },
    }
    const state = await stateOf(store, drop.id, query)
    assertEqual(state?.exemptions, new Map([[ONE, active]]))
    assertEqual(
      state?.facts.get(factKey(EXEMPTED)),
      new Map([
        [ONE, 1n],
        [OTHER, 0n],
      ]),
    )
  })

  test('keeps at most one exemption of a wallet that counts', async ({ store }) => {
    const { drop } = await putDrop(store)
    await put(store, { exemptions: [sampleExemption(drop, 1)] })
    const second = store.create({ insert: { exemptions: [sampleExemption(drop, 2)] } })
    assertEqual(
      await second.then(
        () => 'written',
        () => 'failed',
      ),
      'failed',
    )
  })
}
