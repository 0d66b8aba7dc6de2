import { amountOf } from '../../domain/amount.ts'
import type { PaymentIntentId } from '../../domain/ids.ts'
import type { IntentState, PaymentIntent, Receipt } from '../../domain/payment/payment-intent.ts'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { readAll } from './paging.ts'
import {
  paidBy,
  SAMPLE_BUYER,
  sampleIntent,
  samplePayout,
  sampleReceipt,
  sampleRefund,
} from './sample-payments.ts'
import {
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleDrop,
  sampleToken,
  sampleUser,
} from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const HOUR_MS = 3_600_000
const numbers = (intents: readonly PaymentIntent[]) =>
  intents.map(({ id }) => Number.parseInt(id.slice('intent_'.length), 16))

const PENDING: IntentState = { kind: 'PENDING' }
const processing = (candidate: string): IntentState => ({ kind: 'PROCESSING', candidate, since: SAMPLE_NOW })
const expired = (candidate: string | null = null): IntentState => ({ kind: 'EXPIRED', candidate })
const cancelled = (candidate: string | null = null): IntentState => ({
  kind: 'CANCELLED',
  candidate,
  at: SAMPLE_NOW,
})
const inReview = (n: number, more: Partial<Receipt> = {}): IntentState => ({
  kind: 'IN_REVIEW',
  receipt: sampleReceipt(n, more),
  reason: 'UNDERPAID',
})

export function storePaymentListContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('lists the intents that a user made and those on its drops, newest first', async ({ store }) => {
    const { owner, drop } = await putDrop(store)
    const [buyer, rival] = [sampleUser(2), sampleUser(3)]
    const rivalToken = sampleToken(rival, 2)
    const other = sampleDrop(rivalToken, 2)
    await put(store, { users: [buyer, rival], tokens: [rivalToken], drops: [other] })
    await put(store, {
      paymentIntents: [
        sampleIntent(drop, 1, { payerId: buyer.id }),
        sampleIntent(other, 2, { payerId: buyer.id }),
        sampleIntent(drop, 3, { payerId: rival.id }),
        sampleIntent(other, 4, { payerId: rival.id }),
        sampleIntent(drop, 5, { payerId: owner.id }),
      ],
    })
    const listed = async (user: typeof owner, limit = 9) =>
      numbers(await store.listPaymentIntents(user.id, { limit }))
    assertEqual(await listed(owner), [5, 3, 1])
    assertEqual(await listed(buyer), [2, 1])
    assertEqual(await listed(rival), [4, 3, 2], 'once each')
    assertEqual(await listed(rival, 2), [4, 3])
    const onDrop = async (user: typeof owner, { id }: typeof drop, limit = 9) =>
      numbers(await store.listPaymentIntents(user.id, { limit }, id))
    assertEqual(
      [await onDrop(owner, drop), await onDrop(owner, drop, 2)],
      [
        [5, 3, 1],
        [5, 3],
      ],
      'on its own drop',
    )
    assertEqual([await onDrop(buyer, drop), await onDrop(rival, drop)], [[1], [3]], 'those it made')
    assertEqual(await onDrop(rival, other), [4, 2], 'both, once each')
    assertEqual(await onDrop(owner, other), [])
    let n = 10
    const read = await readAll<PaymentIntent, PaymentIntentId>(
      (page) => store.listPaymentIntents(rival.id, page),
      ({ id }) => id,
      1,
      () => put(store, { paymentIntents: [sampleIntent(drop, ++n, { payerId: rival.id })] }),
    )
    assertEqual(numbers(read).slice(-3), [4, 3, 2], 'while others are added')
    await store.create({ update: { drops: [{ ...drop, deletedAt: SAMPLE_NOW }] } })
    assertEqual(await listed(owner), numbers(await store.listPaymentIntents(owner.id, { limit: 9 })))
    assertEqual((await listed(owner)).includes(1), true, 'money is not forgotten with the drop')
  })

  test('finds the intents that a payment of a wallet could be for, oldest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const day = 24 * HOUR_MS
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 1, { state: PENDING }),
        sampleIntent(other, 2, { state: processing('tx') }),
        sampleIntent(drop, 3, { state: expired(), held: 0 }),
        sampleIntent(drop, 4, { state: cancelled(), held: 0 }),
        sampleIntent(drop, 5, { state: paidBy(5) }),
        sampleIntent(drop, 6, { state: inReview(6) }),
        sampleIntent(drop, 7, { wallet: sampleAddress(0xc0c) }),
        sampleIntent(drop, 8, {
          state: expired(),
          createdAt: SAMPLE_NOW - 3 * day,
          expiresAt: SAMPLE_NOW - 2 * day,
        }),
        sampleIntent(drop, 9, {
          state: expired(),
          createdAt: SAMPLE_NOW - 2 * day,
          expiresAt: SAMPLE_NOW - HOUR_MS,
        }),
        sampleIntent(drop, 10, { state: inReview(10, { isCounted: false }), held: 0 }),
      ],
    })
    const unpaid = async (since: number) => numbers(await store.unpaidIntents(SAMPLE_BUYER, since))
    assertEqual(await unpaid(SAMPLE_NOW - day), [9, 1, 2, 3, 4, 10], 'by when they were made')
    assertEqual(await unpaid(0), [8, 9, 1, 2, 3, 4, 10])
    assertEqual(await unpaid(SAMPLE_NOW + day), [])
    assertEqual(numbers(await store.unpaidIntents(sampleAddress(0xc0c), 0)), [7])
  })

  test('finds the intents that a wallet has paid for and that count, whoever they are for', async ({
    store,
  }) => {
    const { drop } = await putDrop(store)
    const rival = sampleAddress(0xc0c)
    await put(store, {
      paymentIntents: [
        sampleIntent(drop, 1),
        sampleIntent(drop, 2, { state: paidBy(2), refunding: 100n, refunded: 100n, held: 0 }),
        sampleIntent(drop, 3, { state: inReview(3), held: 0 }),
        sampleIntent(drop, 4, { state: inReview(4, { isCounted: false }), held: 0 }),
        sampleIntent(drop, 5, { state: paidBy(5, { from: rival }) }),
        sampleIntent(drop, 6, { state: paidBy(6), wallet: rival }),
        sampleIntent(drop, 7, { state: paidBy(7), expiresAt: SAMPLE_NOW - HOUR_MS, createdAt: SAMPLE_NOW }),
      ],
    })
    const paid = async (since: number) => numbers(await store.intentsPaidBy(SAMPLE_BUYER, since))
    assertEqual(await paid(SAMPLE_NOW), [2, 3, 6])
    assertEqual(await paid(0), [7, 2, 3, 6])
    assertEqual(numbers(await store.intentsPaidBy(rival, 0)), [5])
  })

  test('finds the intents with a named transaction that is not final, on any drop', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 1),
        sampleIntent(drop, 2, { state: processing('two') }),
        sampleIntent(other, 3, { state: expired('three') }),
        sampleIntent(drop, 4, { state: cancelled('four') }),
        sampleIntent(drop, 5, { state: expired() }),
        sampleIntent(drop, 6, { state: paidBy(6) }),
        sampleIntent(drop, 7, { state: inReview(7) }),
        sampleIntent(drop, 8, {
          state: expired('eight'),
          createdAt: SAMPLE_NOW - 9 * HOUR_MS,
          expiresAt: SAMPLE_NOW - 8 * HOUR_MS,
        }),
        sampleIntent(drop, 9, { state: { kind: 'PENDING', candidate: 'nine' } }),
      ],
    })
    const named = async (since: number, limit = 9) =>
      numbers(await store.intentsWithCandidate(since, { limit }))
    assertEqual(await named(SAMPLE_NOW), [2, 3, 4, 9])
    assertEqual(await named(SAMPLE_NOW - 10 * HOUR_MS), [8, 2, 3, 4, 9], 'by when they expire')
    assertEqual(await named(SAMPLE_NOW, 2), [2, 3])
    for (const since of [SAMPLE_NOW - 10 * HOUR_MS, SAMPLE_NOW]) {
      const seen: number[] = []
      let after: PaymentIntent | undefined
      do {
        const page: readonly PaymentIntent[] = await store.intentsWithCandidate(since, { after, limit: 2 })
        seen.push(...numbers(page))
        after = page.at(-1)
      } while (after)
      assertEqual(seen, await named(since), 'page by page')
    }
    const older = sampleIntent(drop, 8, { expiresAt: SAMPLE_NOW - 8 * HOUR_MS })
    const late = await store.intentsWithCandidate(SAMPLE_NOW, { after: older, limit: 9 })
    assertEqual(numbers(late), [2, 3, 4, 9], 'on from one that is too old')
  })

  test('finds the intents that earned more in another coin than was paid out, in order of id', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const state = paidBy(1, { coinType: `${sampleAddress(9)}::other::OTHER` })
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 3, { state, earned: 50n, paidOut: 49n }),
        sampleIntent(drop, 1, { state, earned: 100n, refunding: 100n }),
        sampleIntent(drop, 2, { state: paidBy(2), earned: 50n }),
        sampleIntent(drop, 4, { state, earned: 50n, paidOut: 50n }),
        sampleIntent(drop, 5, { state }),
        sampleIntent(other, 6, { state, earned: 50n }),
        sampleIntent(drop, 7, { state, earned: 9n }),
      ],
    })
    const all = await store.intentsEarningApart(drop.id, { limit: 9 })
    assertEqual(numbers(all), [1, 3, 7])
    const after = all[0]?.id
    assertEqual(numbers(await store.intentsEarningApart(drop.id, { after, limit: 1 })), [3])
  })

  test('finds the open intents of a drop, oldest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 5),
        sampleIntent(drop, 1, { state: processing('one') }),
        sampleIntent(drop, 2, { state: paidBy(2) }),
        sampleIntent(drop, 3, { state: expired() }),
        sampleIntent(drop, 4, { state: cancelled() }),
        sampleIntent(other, 6),
        sampleIntent(drop, 7, { state: inReview(7) }),
      ],
    })
    assertEqual(numbers(await store.openIntents(drop.id, 9)), [1, 5])
    assertEqual(numbers(await store.openIntents(drop.id, 1)), [1])
    await store.create({ update: { drops: [{ ...drop, deletedAt: SAMPLE_NOW }] } })
    assertEqual(numbers(await store.openIntents(drop.id, 9)), [1, 5], 'also of a deleted drop')
  })

  test('pages through the intents that have money, in the order of their ids', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const refunded = { refunding: 100n, refunded: 100n, held: 0 }
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 6, { state: paidBy(6), refunding: 99n, refunded: 40n, held: 0 }),
        sampleIntent(drop, 1, { state: paidBy(1) }),
        sampleIntent(drop, 2),
        sampleIntent(drop, 3, { state: inReview(3), held: 0 }),
        sampleIntent(drop, 4, { state: paidBy(4), ...refunded }),
        sampleIntent(drop, 5, { state: expired(), held: 0 }),
        sampleIntent(other, 7, { state: paidBy(7) }),
        sampleIntent(drop, 8, { state: inReview(8), ...refunded }),
      ],
    })
    assertEqual(numbers(await store.intentsWithMoney(drop.id, { limit: 9 })), [1, 3, 6])
    for (const limit of [1, 2]) {
      const read = await readAll<PaymentIntent, PaymentIntentId>(
        (page) => store.intentsWithMoney(drop.id, page),
        ({ id }) => id,
        limit,
      )
      assertEqual(numbers(read), [1, 3, 6], `by ${limit}`)
    }
  })

  test('lists the refunds of several intents, oldest first', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intents = [1, 2, 3].map((n) => sampleIntent(drop, n, { state: paidBy(n) }))
    const [first, second, third] = intents
    if (!first || !second || !third) return
    const refunds = [sampleRefund(first, 1), sampleRefund(second, 2), sampleRefund(first, 3)]
    await put(store, { paymentIntents: intents, refunds: refunds.toReversed() })
    const found = await store.refundsOfIntents([first.id, second.id, third.id])
    assertEqual([found.get(first.id), found.get(second.id)], [[refunds[0], refunds[2]], [refunds[1]]])
    assertEqual(found.get(third.id) ?? [], [])
    assertEqual(await store.refundsOfIntents([]), new Map())
  })

  test('finds the refunds and payouts that are to be sent, oldest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const intent = sampleIntent(drop, 1, { state: paidBy(1) })
    const theirs = sampleIntent(other, 2, { state: paidBy(2) })
    const late = sampleRefund(intent, 5, { amount: amountOf(1n) })
    const payout = samplePayout(drop, 4)
    const early = sampleRefund(intent, 3)
    await put(store, {
      drops: [other],
      paymentIntents: [intent, theirs],
      refunds: [
        late,
        early,
        sampleRefund(intent, 1, { state: { kind: 'SUCCEEDED', txHash: 'tx' } }),
        sampleRefund(theirs, 2),
      ],
      payouts: [payout, samplePayout(drop, 6, { state: { kind: 'FAILED', reason: 'no' } })],
    })
    assertEqual(await store.pendingTransfers(drop.id, 9), [{ refund: early }, { payout }, { refund: late }])
    assertEqual(await store.pendingTransfers(drop.id, 1), [{ refund: early }])
  })
}
