import { type DropState, type FactRequest, factKey, STORE_SOURCES, type StoreSource } from '@dropkit/core'
import { DAY_MS, idOf } from '@dropkit/core/internal'
import { assertEqual, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleExemption } from './sample-accounts.ts'
import {
  confirmed,
  expired,
  pending,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleUser,
  submitted,
  uniquePart,
} from './sample-records.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

const ONE = sampleAddress(0xaa)
const OTHER = sampleAddress(0xbb)
const NOBODY = sampleAddress(0xcc)
const WALLETS = [ONE, OTHER, NOBODY]

const HERE: FactRequest<StoreSource> = { source: 'confirmed_claims', subject: '' }
const AGE: FactRequest<StoreSource> = { source: 'account_age_days', subject: '' }

/** The facts of the three wallets, in order. */
const row = (facts: DropState['facts'], request: FactRequest) =>
  WALLETS.map((wallet) => facts.get(factKey(request))?.get(wallet))

export function storeFactContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  const factsOf = async (
    { store }: OpenedStore,
    dropId: DropState['drop']['id'],
    requests: readonly FactRequest<StoreSource>[],
    now = SAMPLE_NOW,
  ): Promise<DropState['facts']> => {
    const query = { wallets: WALLETS, facts: { requests, now } }
    return present(await stateOf(store, dropId, query)).facts
  }

  test('counts the confirmed claims of wallets on the drop', async (opened) => {
    const { token, drop } = await putDrop(opened.store, { maxPerWallet: 9 })
    const other = sampleDrop(token, 2)
    const by = (sequence: number, claimer: typeof ONE, state = confirmed(), on = drop) =>
      sampleClaim(on, sequence, { claimer, state, slot: state.kind === 'EXPIRED' ? -sequence : sequence })
    await put(opened.store, {
      drops: [other],
      claims: [
        by(1, ONE),
        by(2, ONE),
        by(3, ONE, pending(SAMPLE_NOW)),
        by(4, ONE, submitted()),
        by(5, ONE, expired()),
        by(6, OTHER),
        by(1, ONE, confirmed(), other),
      ],
    })
    assertEqual(row(await factsOf(opened, drop.id, [HERE]), HERE), [2n, 1n, 0n])
    const there: FactRequest<StoreSource> = { source: 'claims_on_drop', subject: other.id }
    assertEqual(row(await factsOf(opened, drop.id, [there]), there), [1n, 0n, 0n])
    const nowhere: FactRequest<StoreSource> = {
      source: 'claims_on_drop',
      subject: idOf('drop', uniquePart(99)),
    }
    assertEqual(row(await factsOf(opened, drop.id, [nowhere]), nowhere), [0n, 0n, 0n])
  })

  test('remembers claims on a drop that was deleted since', async (opened) => {
    const { token, drop } = await putDrop(opened.store)
    const gone = sampleDrop(token, 2, { deletedAt: SAMPLE_NOW })
    const claim = sampleClaim(gone, 1, { claimer: ONE, state: confirmed() })
    await put(opened.store, { drops: [gone], claims: [claim] })
    const request: FactRequest<StoreSource> = { source: 'claims_on_drop', subject: gone.id }
    assertEqual(row(await factsOf(opened, drop.id, [request]), request), [1n, 0n, 0n])
  })

  test('returns the age of a wallet’s account in whole days, and 0 without an account', async (opened) => {
    const { drop } = await putDrop(opened.store)
    await put(opened.store, {
      users: [
        sampleUser(5, { walletAddress: ONE, createdAt: SAMPLE_NOW - 3 * DAY_MS }),
        sampleUser(6, { walletAddress: OTHER, createdAt: SAMPLE_NOW - 2 * DAY_MS + 1 }),
      ],
    })
    assertEqual(row(await factsOf(opened, drop.id, [AGE]), AGE), [3n, 1n, 0n])
    assertEqual(row(await factsOf(opened, drop.id, [AGE], SAMPLE_NOW + 1), AGE), [3n, 2n, 0n])
    assertEqual(
      row(await factsOf(opened, drop.id, [AGE], SAMPLE_NOW - 9 * DAY_MS), AGE),
      [0n, 0n, 0n],
      'never less than none',
    )
  })

  test('returns the wallets on an uploaded list', async (opened) => {
    const { drop } = await putDrop(opened.store)
    const [fileId, other] = [idOf('file', uniquePart(1)), idOf('file', uniquePart(2))]
    const listed = (subject: string): FactRequest<StoreSource> => ({ source: 'listed', subject })
    assertEqual(await opened.store.hasWalletList(fileId), false)
    const wallets = Array.from({ length: 1_000 }, (_, n) => sampleAddress(0x10000 + n))
    await opened.store.keepWalletList(fileId, [wallets, [ONE, ONE]])
    await opened.store.keepWalletList(fileId, [wallets, [ONE]])
    await opened.store.keepWalletList(other, [[OTHER]])
    assertEqual(
      [await opened.store.hasWalletList(fileId), await opened.store.hasWalletList(other)],
      [true, true],
    )
    const requests = [listed(fileId), listed(other), listed(idOf('file', uniquePart(3)))]
    const facts = await factsOf(opened, drop.id, requests)
    assertEqual(
      requests.map((request) => row(facts, request)),
      [
        [1n, 0n, 0n],
        [0n, 1n, 0n],
        [0n, 0n, 0n],
      ],
    )
    const query = { wallets, facts: { requests: [listed(fileId)], now: SAMPLE_NOW } }
    const all = present(await stateOf(opened.store, drop.id, query)).facts.get(factKey(listed(fileId)))
    assertEqual([all?.size, [...(all?.values() ?? [])].every((fact) => fact === 1n)], [1_000, true])
  })

  test('keeps an empty list without wallets', async (opened) => {
    const { drop } = await putDrop(opened.store)
    const fileId = idOf('file', uniquePart(1))
    await opened.store.keepWalletList(fileId, [])
    assertEqual(await opened.store.hasWalletList(fileId), true)
    const request: FactRequest<StoreSource> = { source: 'listed', subject: fileId }
    assertEqual(row(await factsOf(opened, drop.id, [request]), request), [0n, 0n, 0n])
  })

  test('answers all questions about all wallets at once', async (opened) => {
    const { drop } = await putDrop(opened.store, { maxPerWallet: 9 })
    const fileId = idOf('file', uniquePart(1))
    await opened.store.keepWalletList(fileId, [[OTHER]])
    await put(opened.store, {
      users: [sampleUser(5, { walletAddress: ONE, createdAt: SAMPLE_NOW - DAY_MS })],
      claims: [sampleClaim(drop, 1, { claimer: ONE, slot: 1, state: confirmed() })],
      exemptions: [sampleExemption(drop, 1, { wallet: OTHER })],
    })
    const expected: Record<StoreSource, { readonly subject: string; readonly row: readonly bigint[] }> = {
      confirmed_claims: { subject: '', row: [1n, 0n, 0n] },
      account_age_days: { subject: '', row: [1n, 0n, 0n] },
      listed: { subject: fileId, row: [0n, 1n, 0n] },
      claims_on_drop: { subject: drop.id, row: [1n, 0n, 0n] },
      exempted: { subject: '', row: [0n, 1n, 0n] },
    }
    const requests = STORE_SOURCES.map((source) => ({ source, subject: expected[source].subject }))
    const facts = await factsOf(opened, drop.id, requests)
    for (const request of requests)
      assertEqual(row(facts, request), expected[request.source].row, request.source)
    assertEqual(facts.size, requests.length)
  })
}
