import { amountOf, type ChangeSet, type Store, transferKey } from '@dropkit/core'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  sampleChallenge,
  sampleExemption,
  sampleFile,
  sampleIntent,
  samplePayout,
  sampleRefund,
  sampleSession,
  sampleUnmatched,
  sampleWebhook,
} from './sample-accounts.ts'
import {
  put,
  SAMPLE_NOW,
  sampleAddress,
  sampleApiKey,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleTransaction,
  sampleUser,
  uniquePart,
} from './sample-records.ts'
import { CHANGES, openTransactionsOf, putChangeable } from './store-changes.ts'
import { sampleLink } from './store-claim-list-contract.ts'
import type { OpenedStore } from './store-contract.ts'
import { sampleEntry } from './store-lottery-contract.ts'

type Inserts = Required<NonNullable<ChangeSet['insert']>>
type Updates = Required<NonNullable<ChangeSet['update']>>

/** One record of each kind that a change updates, on a drop of its own. */
export function updatable(n: number) {
  const user = sampleUser(n)
  const token = sampleToken(user, n)
  const drop = sampleDrop(token, n)
  const intent = sampleIntent(drop, n)
  return {
    users: [user],
    apiKeys: [sampleApiKey(user, n)],
    tokens: [token],
    drops: [drop],
    claims: [sampleClaim(drop, 1)],
    chainTransactions: [sampleTransaction(drop, n)],
    paymentIntents: [intent],
    refunds: [sampleRefund(intent, n)],
    payouts: [samplePayout(drop, n)],
    exemptions: [sampleExemption(drop, n)],
    lotteryEntries: [sampleEntry(drop, n, { orderKey: uniquePart(n).repeat(2) })],
    claimLinks: [sampleLink(drop, n)],
    unmatchedPayments: [sampleUnmatched(n)],
  } as const satisfies Updates
}

/** One record of each kind that a change inserts. */
export function insertable(n: number) {
  const records = updatable(n)
  const [[user], [drop], [intent], [entry]] = [
    records.users,
    records.drops,
    records.paymentIntents,
    records.lotteryEntries,
  ]
  return {
    ...records,
    rankPages: [{ dropId: drop.id, firstRank: 1, keys: [entry.orderKey ?? ''] }],
    webhooks: [sampleWebhook(user, n)],
    sessions: [sampleSession(user, n)],
    challenges: [sampleChallenge(sampleAddress(n), n)],
    files: [sampleFile(user, n)],
    usedPayments: [{ txHash: `used-${n}`, index: 0, intentId: intent.id }],
  } as const satisfies Inserts
}

/** The records with one change in each. */
function changed(records: ReturnType<typeof updatable>) {
  const title = 'Changed'
  const updatedAt = SAMPLE_NOW + 1_000
  return {
    users: records.users.map((user) => ({ ...user, displayName: title })),
    apiKeys: records.apiKeys.map((key) => ({ ...key, name: title })),
    tokens: records.tokens.map((token) => ({ ...token, name: title })),
    drops: records.drops.map((drop) => ({ ...drop, title })),
    claims: records.claims.map((claim) => ({ ...claim, amount: amountOf(11n) })),
    chainTransactions: records.chainTransactions.map((sent) => ({ ...sent, bytes: 'Yg==' })),
    paymentIntents: records.paymentIntents.map((intent) => ({ ...intent, updatedAt })),
    refunds: records.refunds.map((refund) => ({ ...refund, lastError: title })),
    payouts: records.payouts.map((payout) => ({ ...payout, lastError: title })),
    exemptions: records.exemptions.map((exemption) => ({
      ...exemption,
      revokedBy: exemption.grantedBy,
      revokedAt: updatedAt,
    })),
    lotteryEntries: records.lotteryEntries.map((entry) => ({ ...entry, chunkRoot: 'ab'.repeat(32) })),
    claimLinks: records.claimLinks.map((link) => ({ ...link, revokedAt: updatedAt })),
    unmatchedPayments: records.unmatchedPayments.map((payment) => ({ ...payment, updatedAt })),
  } satisfies Updates
}

/** Returns the stored records among these, as they are now. */
async function stored(store: Store, of: Partial<Inserts>): Promise<{ [Kind in keyof Inserts]: unknown }> {
  async function found<R>(records: readonly R[] | undefined, read: (record: R) => Promise<unknown>) {
    const answers = await Promise.all((records ?? []).map(read))
    return answers.filter((answer) => answer !== undefined)
  }
  return {
    users: await found(of.users, async ({ id }) => (await store.users([id])).get(id)),
    apiKeys: await found(of.apiKeys, ({ id }) => store.apiKey(id)),
    tokens: await found(of.tokens, async ({ id }) => (await store.tokens([id])).get(id)),
    drops: await found(of.drops, async ({ id }) => (await store.drops([id])).get(id)),
    claims: await found(of.claims, async (place) => [...(await store.claims([place])).values()][0]),
    chainTransactions: await found(
      of.chainTransactions,
      async ({ dropId, purpose }) => (await openTransactionsOf(store, dropId, [purpose]))[0],
    ),
    paymentIntents: await found(of.paymentIntents, async ({ id }) =>
      (await store.paymentIntents([id])).get(id),
    ),
    refunds: await found(of.refunds, async ({ id }) => (await store.refunds([id])).get(id)),
    payouts: await found(of.payouts, async ({ id }) => (await store.payouts([id])).get(id)),
    exemptions: await found(of.exemptions, async ({ id }) => (await store.exemptions([id])).get(id)),
    lotteryEntries: await found(
      of.lotteryEntries,
      async ({ dropId, wallet }) => (await store.entriesByWallet(dropId, { from: wallet, limit: 1 }))[0],
    ),
    claimLinks: await found(
      of.claimLinks,
      async ({ dropId }) => (await store.listClaimLinks(dropId, { limit: 1 }))[0]?.link,
    ),
    unmatchedPayments: await found(of.unmatchedPayments, async ({ id }) =>
      (await store.unmatchedPayments([id])).get(id),
    ),
    // A page of ranks shows in the rank of its drop's entry.
    rankPages: await found(of.rankPages, async (page) => {
      const [entry] = await store.entriesByWallet(page.dropId, { limit: 1 })
      const ranked = entry && (await store.lotteryEntry(page.dropId, entry.wallet))
      return ranked?.rank === page.firstRank ? page : undefined
    }),
    webhooks: await found(of.webhooks, async ({ id }) => (await store.webhooks([id])).get(id)),
    sessions: await found(of.sessions, async (session) =>
      (await store.credentials([session.secretHash])).has(session.secretHash) ? session : undefined,
    ),
    challenges: await found(
      of.challenges,
      async ({ address }) => (await store.liveChallenges(address, { now: SAMPLE_NOW, limit: 1 }))[0],
    ),
    files: await found(of.files, async ({ id }) => (await store.files([id])).get(id)),
    usedPayments: await found(of.usedPayments, async (place) => {
      const intentId = (await store.usesOf([place])).get(transferKey(place))
      return intentId === undefined ? undefined : { ...place, intentId }
    }),
  }
}

/** Each change method of a `Store` must write every kind of record. */
export function storeKindContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  async function assertStored(store: Store, records: Partial<Inserts>, how: string): Promise<void> {
    for (const [kind, now] of Object.entries(await stored(store, records))) {
      assertEqual(now, new Map<string, unknown>(Object.entries(records)).get(kind) ?? [], `${how}.${kind}`)
    }
  }

  for (const [method, change] of Object.entries(CHANGES)) {
    test(`inserts and updates every kind of record with ${method}`, async ({ store }) => {
      const locked = await putChangeable(store)
      const before = updatable(0x10)
      await put(store, before)
      const [insert, update] = [insertable(0x20), changed(before)]
      assertEqual((await change(store, locked, () => ({ insert, update }))).ok, true)
      await assertStored(store, insert, 'insert')
      await assertStored(store, update, 'update')
    })
  }
}
