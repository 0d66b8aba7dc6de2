import {
  amountOf,
  type DeliveryQueue,
  type PaymentIntent,
  RETENTION_KINDS,
  STORE_SOURCES,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import {
  SAMPLE_NOW as NOW,
  paidBy,
  put,
  sampleAddress,
  sampleApiKey,
  sampleChallenge,
  sampleClaim,
  sampleDelivery,
  sampleDrop,
  sampleEvent,
  sampleFile,
  sampleIntent,
  sampleRefund,
  sampleToken,
  sampleTransaction,
  sampleUser,
  sampleWebhook,
  uniquePart,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { type Beside, expectFewRows, plansOf } from '../../test/query-plans.ts'
import type { SqlStorage } from '../open-sql-storage.ts'

const MANY = 3_000

/** The maximum number of rows for any plan step: a page, or the failed deliveries that are compared for one webhook. */
const FEW = 400

const OWNER = sampleUser(1, { walletAddress: sampleAddress(0x5000) })
const TOKEN = sampleToken(OWNER, 1)
const GATING = {
  id: idOf('gating', uniquePart(1)),
  ownerId: OWNER.id,
  isActive: true,
  rules: [],
  version: 1,
  updatedAt: NOW,
}
const HOT = sampleDrop(TOKEN, 1, { gating: GATING })
/** A program that buys for many buyers, on two drops. */
const SHOP = sampleUser(9_999)
const OTHER = sampleDrop(TOKEN, 2)
const HOOKS = [1, 2].map((n) => sampleWebhook(OWNER, n))
const LIST = sampleFile(OWNER, 1)
const WALLETS = Array.from({ length: 10 }, (_, n) => sampleAddress(0x9000 + n))
const numbers = Array.from({ length: MANY }, (_, n) => n + 1)

/** A drop with many purchases. Its webhooks have many waiting, delivered and failed deliveries. */
async function fill({ store, deliveries }: SqlStorage, beside: Beside): Promise<PaymentIntent> {
  await put(store, { users: [OWNER], tokens: [TOKEN], drops: [HOT, OTHER], webhooks: HOOKS, files: [LIST] })
  const states = [
    { state: { kind: 'PENDING' } },
    { state: { kind: 'EXPIRED', candidate: 'candidate' }, held: 0, expiresAt: NOW - 1_000 },
  ] as const
  const intents = numbers.map((n) =>
    sampleIntent(HOT, n, {
      wallet: sampleAddress(n),
      payerId: sampleUser(n).id,
      ...(n % 3 === 0 ? { state: paidBy(n) } : states[n % 2]),
    }),
  )
  const [first] = intents as [PaymentIntent]
  // The newest are paid on the other drop, those before on this one are expired, and one before these is paid.
  const ofShop = Array.from({ length: 2 * MANY }, (_, n) => {
    const state = n === 0 || n > MANY ? { state: paidBy(MANY + n) } : states[1]
    const terms = { wallet: sampleAddress(MANY + n + 1), payerId: SHOP.id, ...state }
    return sampleIntent(n > MANY ? OTHER : HOT, MANY + n + 1, terms)
  })
  await put(store, { paymentIntents: ofShop })
  await put(store, {
    paymentIntents: intents,
    refunds: intents.filter((_, n) => n % 3 === 2).map((intent, n) => sampleRefund(intent, n + 1)),
    claims: numbers.map((n) => sampleClaim(HOT, n, { claimer: sampleAddress(n), intentId: first.id })),
    chainTransactions: numbers.map((n) => sampleTransaction(HOT, n)),
  })
  await put(store, { apiKeys: numbers.map((n) => ({ ...sampleApiKey(OWNER, n), revokedAt: NOW })) })
  await store.keepWalletList(LIST.id, [numbers.map(sampleAddress)])
  await store.create({ events: numbers.map(() => sampleEvent(HOT)) })
  await expect.poll(() => store.events({ limit: 1, after: MANY + 1 })).toHaveLength(1)
  await expect.poll(async () => (await store.events({ limit: 1 }))[0]?.position).toBe(MANY)
  const waits = (position: number) =>
    position % 2 === 0
      ? { attempts: 1, state: { kind: 'waiting', nextAttemptAt: NOW + 1_000 * position } as const }
      : {}
  while (
    (await deliveries.dispatch(500, (event, webhooks) =>
      webhooks.map((hook) => sampleDelivery(hook, event, waits(event.position))),
    )) > 0
  );
  // No server writes thousands of records at once.
  beside.forgetAsked()
  return first
}

/** Runs all common reads of payments and deliveries. */
async function askEverything(
  { store, deliveries, idempotency, retention }: SqlStorage,
  intent: PaymentIntent,
) {
  const requests = STORE_SOURCES.map((source) => ({ source, subject: subjectOf(source) }))
  const refundIds = [1, 2].map((n) => idOf('refund', uniquePart(n)))
  await store.changeDrop(
    HOT.id,
    {
      wallets: WALLETS,
      buyers: WALLETS.flatMap((wallet) => [1, 2].map((items) => ({ wallet, items }))),
      facts: { requests, now: NOW },
      intentIds: [intent.id],
      openIntentsOf: intent.payerId,
      allOpenIntentsOf: { userId: intent.payerId, most: 20 },
      heldItemsOf: intent.wallet,
      unpaidOf: { wallet: intent.wallet, payer: intent.payerId, since: NOW - 10_000 },
      openIntentsAtMost: 20,
      hasMoney: true,
      refundIds,
      intentsOfTransfers: true,
      openTransactions: true,
      payoutIds: [idOf('payout', uniquePart(1))],
    },
    () => ({ result: 0 }),
  )
  const page = { limit: 20 }
  await store.paymentIntents([intent.id])
  await store.paymentIntentByExternalId(intent.externalId)
  await store.listPaymentIntents(OWNER.id, page)
  await store.listPaymentIntents(OWNER.id, { ...page, after: intent.id })
  for (const after of [undefined, intent.id]) {
    for (const userId of [OWNER.id, intent.payerId, SHOP.id])
      for (const status of [undefined, 'CONFIRMED', 'REFUNDED'] as const)
        for (const dropId of [undefined, HOT.id])
          await store.listPaymentIntents(userId, { ...page, after }, { dropId, status })
  }
  await store.refundsOfIntents([intent.id])
  await store.newestRefunds([intent.id])
  await store.intentsInReviewWith({ txHash: 'payment', index: 1 }, 20)
  const { wallet: from, coinType } = intent
  await store.fittingIntents({
    transfer: { from, coinType, amount: amountOf(100n), at: NOW },
    since: NOW - 10,
  })
  await store.usersWaitingFor(from, { at: NOW, since: NOW - 10 })
  await store.intentsWithCandidate(NOW, { after: intent, limit: 20 })
  await store.intentsWithCandidate(NOW, { payerId: intent.payerId, after: intent, limit: 20 })
  await store.openIntents(HOT.id, 20)
  await store.processingIntents(HOT.id, 20)
  await store.intentsWithMoney(HOT.id, page)
  await store.intentsWithMoney(HOT.id, { ...page, after: intent.id })
  await store.intentsEarningApart(HOT.id, page)
  await store.usesOf([{ txHash: 'payment', index: 1 }])
  await store.unmatchedAt([{ txHash: 'payment', index: 1 }])
  await store.listUnmatchedPayments('OPEN', page)
  await store.countUnmatchedPayments()
  await store.listPayouts(OWNER.id, HOT.id, page)
  for (const of of ['webhooks', 'apiKeys', 'vaults'] as const)
    await store.changeUser(OWNER.id, () => ({ result: 0 }), { of, most: 20 })
  await store.dueTransfers(HOT.id, NOW, 20)
  await store.nextTransferAt(HOT.id)
  await store.undeliveredClaims(HOT.id, 20)
  await store.refunds([idOf('refund', '1'.repeat(32))])
  await store.payouts([idOf('payout', '1'.repeat(32))])
  await store.listWebhooks(OWNER.id, page)
  await store.credentials(['a', 'b'])
  await store.apiKeys(OWNER.id)
  await store.apiKey(sampleApiKey(OWNER, 1).id)
  await store.liveChallenges(intent.wallet, { now: NOW, limit: 8 })
  await store.liveChallenges(intent.wallet, { now: NOW, limit: 8, requester: 'here' })
  await store.dropChallenges(['nonce'])
  await store.useChallenge(sampleChallenge(intent.wallet, 1), NOW)
  await store.userByIdentity('local:creator')
  await store.files([LIST.id])
  await store.changeFile(LIST, () => ({ result: 0 }))
  await store.hasWalletList(LIST.id)
  await store.claimsSince(HOT.id, NOW)
  await store.claimsInOrder(HOT.id, 1_000, 20)
  await store.gatingConfig(GATING.id)
  await store.events({ intentId: intent.id, limit: 20 })
  await askQueues({ deliveries })
  const key = { userId: OWNER.id, key: 'key' }
  const begun = await idempotency.begin(key, 'one', { now: NOW, leaseMs: 1, expiresAt: NOW + 1 })
  if (begun.kind === 'begun') await idempotency.answer(begun.lease, 'answer')
  for (const kind of RETENTION_KINDS) await retention.deleteExpired(kind, NOW, 20)
}

async function askQueues({ deliveries }: { readonly deliveries: DeliveryQueue }): Promise<void> {
  await deliveries.dispatch(20, () => [])
  const terms = { now: NOW + 2_000, leaseMs: 1, limit: 20, limitPerWebhook: 10, underWay: new Map() }
  const [due] = await deliveries.take(terms)
  if (!due) throw new Error('nothing is due')
  const { delivery } = due
  await deliveries.finish(due, (webhook) => ({
    delivery: { ...delivery, attempts: 1, state: { kind: 'delivered', at: NOW } },
    webhook: { ...webhook, failingSince: null },
    events: [],
  }))
  await deliveries.delivery(delivery.id)
  for (const state of [undefined, 'waiting', 'given_up'] as const)
    await deliveries.deliveriesOf(
      HOOKS.map(({ id }) => id),
      20,
      state,
    )
  await deliveries.requeue(delivery.id, NOW)
}

const subjectOf = (source: (typeof STORE_SOURCES)[number]): string => {
  if (source === 'claims_on_drop') return HOT.id
  return source === 'listed' ? LIST.id : ''
}

describe('what is asked of purchases and deliveries', () => {
  test('is looked up by an index on SQLite', () =>
    plansOf({ fill, ask: askEverything }, ({ plans, steps: all }) => {
      for (const [text, steps] of plans) {
        const scans = steps.filter((step) =>
          /^SCAN (?!delivery_cursor|webhook_backlogs|json_each|fresh|again|page|stored|counted|CONSTANT|\(subquery|made|sold)/.test(
            step,
          ),
        )
        expect(scans, text).toEqual([])
      }
      for (const index of [
        'payment_intents_unspent (wallet=? AND drop_id=?)',
        'payment_intents_open (drop_id=?)',
        'payment_intents_processing (drop_id=?)',
        'payment_intents_drop_payer_status (drop_id=? AND payer_id=? AND <expr>=? AND id<?)',
        'payment_intents_money (drop_id=?',
        'payment_intents_waiting_with (tx_hash=?',
        'payment_intents_unpaid (wallet=? AND expires_at>?)',
        'payment_intents_waiting (wallet=? AND coin_type=? AND outstanding=? AND expires_at>?)',
        'payment_intents_waited (wallet=? AND coin_type=? AND outstanding=? AND waited_until>?)',
        'payment_intents_cancelled (wallet=? AND coin_type=? AND outstanding=? AND expires_at>?)',
        'unmatched_payments_state (state=?',
        'chain_transactions_lane (drop_id=? AND <expr>=?)',
        'webhook_deliveries_fresh (webhook_id=?)',
        'webhook_deliveries_again (webhook_id=? AND next_attempt_at<?)',
        'webhook_deliveries_ended (ended_at<?)',
        'sessions_expiry (expires_at<?)',
      ]) {
        expect(all.join('\n')).toContain(index)
      }
      // This index also has revoked keys, and a user may have very many of them.
      expect(all.join('\n')).not.toContain('api_keys_user ')
    }))

  const STATISTICS = {
    'never analyzed': [],
    analyzed: ['analyze'],
    // For example, a receiver fails after a long time of successful deliveries.
    'analyzed while no delivery waited': [
      'create temp table waiting as select id, next_attempt_at from webhook_deliveries',
      "update webhook_deliveries set state = 'delivered', next_attempt_at = null, ended_at = 1",
      'analyze',
      `update webhook_deliveries set state = 'waiting', next_attempt_at = waiting.next_attempt_at, ended_at = null
        from waiting where waiting.id = webhook_deliveries.id`,
    ],
  }
  test.each(Object.entries(STATISTICS))('takes few rows on Postgres, %s', (_, statistics) =>
    expectFewRows(
      {
        async fill(storage, beside) {
          const intent = await fill(storage, beside)
          await beside.run(statistics)
          return intent
        },
        ask: askEverything,
      },
      FEW,
    ),
  )
})
