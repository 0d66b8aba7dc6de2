import {
  type Address,
  amountOf,
  type Drop,
  type IntentState,
  MOST_FITTING,
  type Page,
  type PaymentIntent,
  type PaymentIntentId,
  type PaymentIntentStatus,
  type PayoutId,
  type Receipt,
  statusOf,
  type UserId,
} from '@dropkit/core'
import { HOUR_MS, idOf } from '@dropkit/core/internal'
import { assertEqual, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  paidBy,
  SAMPLE_BUYER,
  SAMPLE_COIN,
  sampleIntent,
  samplePayout,
  sampleReceipt,
  sampleRefund,
} from './sample-accounts.ts'
import {
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleDrop,
  sampleToken,
  sampleUser,
} from './sample-records.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'
import { readAll } from './store-list-contract.ts'

const numbers = (intents: readonly Pick<PaymentIntent, 'id'>[]) =>
  intents.map(({ id }) => Number.parseInt(id.slice('intent_'.length), 16))

const PAYMENT_INTENT_STATUSES: readonly PaymentIntentStatus[] = [
  'PENDING',
  'PROCESSING',
  'CONFIRMED',
  'REQUIRES_REVIEW',
  'EXPIRED',
  'CANCELLED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
]

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
      numbers(await store.listPaymentIntents(user.id, { limit }, { dropId: id }))
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

  test('lists intents by status, as the API shows it, newest first', async ({ store }) => {
    const { token, owner, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const states: readonly Partial<PaymentIntent>[] = [
      { state: PENDING },
      { state: processing('two') },
      { state: expired(), held: 0 },
      { state: cancelled(), held: 0 },
      { state: paidBy(5) },
      { state: inReview(6), held: 0 },
      { state: paidBy(7), refunding: 1n, refunded: 1n },
      { state: paidBy(8), refunding: 100n, refunded: 100n, held: 0 },
      { state: inReview(9), refunding: 100n, refunded: 100n, held: 0 },
      { state: inReview(10), refunding: 1n, refunded: 1n, held: 0 },
      { state: paidBy(11), refunding: 1n, refunded: 0n },
      { state: paidBy(12), payerId: owner.id },
    ]
    const intents = states.map((state, place) => sampleIntent(drop, place + 1, state))
    await put(store, {
      drops: [other],
      paymentIntents: [...intents, sampleIntent(other, 20, { state: paidBy(20) })],
    })
    const listed = async (status: PaymentIntentStatus, more: Partial<Page<PaymentIntentId>> = {}) =>
      numbers(await store.listPaymentIntents(owner.id, { limit: 20, ...more }, { dropId: drop.id, status }))
    for (const status of PAYMENT_INTENT_STATUSES) {
      const expected = numbers(intents.filter((intent) => statusOf(intent) === status).toReversed())
      assertEqual(await listed(status), expected, status)
      const onAllDrops = numbers(await store.listPaymentIntents(owner.id, { limit: 20 }, { status }))
      assertEqual(onAllDrops, status === 'CONFIRMED' ? [20, ...expected] : expected, `${status} on all drops`)
    }
    assertEqual(await listed('CONFIRMED', { limit: 2 }), [12, 11])
    assertEqual(await listed('CONFIRMED', { after: intents[10]?.id }), [5])
    const buyer = present(intents[0]).payerId
    const bought = { dropId: drop.id, status: 'REFUNDED' } as const
    assertEqual(numbers(await store.listPaymentIntents(buyer, { limit: 1 }, bought)), [9])
  })

  test('finds the intents that a transfer fits, by wallet, coin and outstanding amount', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const day = 24 * HOUR_MS
    const later = { at: SAMPLE_NOW + 1_000 }
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 1, { state: PENDING }),
        sampleIntent(other, 2, { state: processing('tx') }),
        sampleIntent(drop, 3, { state: expired(), held: 0 }),
        sampleIntent(drop, 4, { state: cancelled(), held: 0 }),
        sampleIntent(drop, 5, { state: paidBy(5) }),
        sampleIntent(drop, 6, { state: paidBy(6, later) }),
        sampleIntent(drop, 7, { wallet: sampleAddress(0xc0c) }),
        sampleIntent(drop, 8, { state: expired(), expiresAt: SAMPLE_NOW - 2 * day, held: 0 }),
        sampleIntent(drop, 9, { state: inReview(10, { isCounted: false }), held: 0 }),
        sampleIntent(drop, 10, { quantity: 3 }),
        sampleIntent(drop, 11, { coinType: `${SAMPLE_COIN}2` }),
      ],
    })
    const due = 100n
    const fitting = async (
      more: { from?: Address; amount?: bigint; coinType?: string; at?: number } = {},
    ) => {
      const { amount = due, at = SAMPLE_NOW + 500, ...rest } = more
      const transfer = { from: SAMPLE_BUYER, coinType: SAMPLE_COIN, ...rest, amount: amountOf(amount), at }
      const found = await store.fittingIntents({ transfer, since: at - day })
      assertEqual(found.hasMore, false)
      const dropState = present(await stateOf(store, drop.id, { fitting: { transfer, since: at - day } }))
      const byId = (intents: readonly PaymentIntent[]) => numbers(intents).toSorted((one, two) => one - two)
      assertEqual(byId(dropState.fitting.intents), byId(found.intents), 'the same under the lock')
      return byId(found.intents)
    }
    assertEqual(await fitting(), [1, 2, 3, 4, 6, 9])
    assertEqual(await fitting({ at: later.at }), [1, 2, 3, 4, 6, 9], 'one was paid at that time')
    assertEqual(await fitting({ at: later.at + 1 }), [1, 2, 3, 4, 9], 'one was paid just before')
    assertEqual(
      await fitting({ at: SAMPLE_NOW + 5_000 }),
      [1, 2, 3, 4, 9],
      'no more those that were paid before',
    )
    assertEqual(await fitting({ amount: 150n }), [10])
    assertEqual(await fitting({ amount: due + 1n }), [])
    assertEqual(await fitting({ coinType: `${SAMPLE_COIN}2` }), [11])
    assertEqual(await fitting({ from: sampleAddress(0xc0c) }), [7])
    assertEqual(await fitting({ at: SAMPLE_NOW + 3 * day }), [])
    const { expiresAt } = sampleIntent(drop, 9)
    assertEqual(await fitting({ at: expiresAt + day }), [9], 'expires at that time')
    assertEqual(await fitting({ at: expiresAt + 1 + day }), [], 'expired before')
    assertEqual((await stateOf(store, drop.id, {}))?.fitting, { intents: [], hasMore: false })
  })

  test('finds an intent by the missing amount', async ({ store }) => {
    const { drop } = await putDrop(store)
    const short = sampleIntent(drop, 1, { state: inReview(1, { amount: amountOf(60n) }), held: 0 })
    await put(store, { paymentIntents: [short] })
    const fitting = async (amount: bigint) => {
      const transfer = {
        from: SAMPLE_BUYER,
        coinType: SAMPLE_COIN,
        amount: amountOf(amount),
        at: SAMPLE_NOW + 9,
      }
      return numbers((await store.fittingIntents({ transfer, since: 0 })).intents)
    }
    assertEqual([await fitting(40n), await fitting(100n)], [[1], []])
    await store.changeDrop(drop.id, {}, () => ({
      result: undefined,
      update: { paymentIntents: [{ ...short, refunding: 10n }] },
    }))
    assertEqual([await fitting(40n), await fitting(50n)], [[], [1]])
  })

  test('says when more intents fit than it loads, and needs no more for CANCELLED ones', async ({
    store,
  }) => {
    const { drop } = await putDrop(store)
    const many = (state: IntentState, first: number) =>
      Array.from({ length: MOST_FITTING + 1 }, (_, n) => sampleIntent(drop, first + n, { state, held: 0 }))
    const transfer = {
      from: SAMPLE_BUYER,
      coinType: SAMPLE_COIN,
      amount: amountOf(100n),
      at: SAMPLE_NOW + 9_000,
    }
    await put(store, { paymentIntents: many({ kind: 'CANCELLED', candidate: null, at: SAMPLE_NOW }, 1) })
    const cancelledOnly = await store.fittingIntents({ transfer, since: 0 })
    assertEqual([cancelledOnly.intents.length, cancelledOnly.hasMore], [MOST_FITTING, false])
    await put(store, { paymentIntents: many({ kind: 'EXPIRED', candidate: null }, 100) })
    assertEqual((await store.fittingIntents({ transfer, since: 0 })).hasMore, true)
  })

  test('finds the users that a transfer of any amount could be for', async ({ store }) => {
    const { drop } = await putDrop(store)
    const users = [1, 2, 3, 4, 5].map((n) => sampleUser(n + 50))
    const [one, two, three, four, five] = users.map(({ id }) => id) as UserId[]
    if (!one || !two || !three || !four || !five) throw new Error('five users')
    await put(store, {
      paymentIntents: [
        sampleIntent(drop, 1, { payerId: one, quantity: 7 }),
        sampleIntent(drop, 2, { payerId: two, state: expired(), held: 0 }),
        sampleIntent(drop, 3, { payerId: three, state: cancelled(), held: 0 }),
        sampleIntent(drop, 4, { payerId: four, state: paidBy(4) }),
        sampleIntent(drop, 5, { payerId: five, wallet: sampleAddress(0xc0c) }),
        sampleIntent(drop, 6, { payerId: five, createdAt: SAMPLE_NOW + 5_000 }),
      ],
    })
    const found = await store.usersWaitingFor(SAMPLE_BUYER, { at: SAMPLE_NOW + 100, since: SAMPLE_NOW })
    assertEqual(
      { ...found, userIds: found.userIds.toSorted() },
      { userIds: [one, two].toSorted(), hasMore: false },
    )
    const waiting = async (at: number, since: number) =>
      (await store.usersWaitingFor(SAMPLE_BUYER, { at, since })).userIds
    const { createdAt, expiresAt } = sampleIntent(drop, 1)
    assertEqual(await waiting(createdAt, SAMPLE_NOW), [one], 'made at that time')
    assertEqual(await waiting(createdAt - 1, SAMPLE_NOW), [], 'made later')
    assertEqual(await waiting(createdAt, expiresAt), [one], 'expires at that time')
    assertEqual(await waiting(createdAt, expiresAt + 1), [], 'expired before')
  })

  test('finds the intents with a named transaction that is not final, on any drop', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    // Three expire in the same millisecond, in the middle of a page.
    const { expiresAt } = sampleIntent(drop, 2)
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 1),
        sampleIntent(drop, 2, { state: processing('two'), expiresAt, createdAt: SAMPLE_NOW + 50 }),
        sampleIntent(other, 3, { state: expired('three'), expiresAt }),
        sampleIntent(drop, 4, { state: cancelled('four'), expiresAt }),
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
    assertEqual(await named(expiresAt), [2, 3, 4, 9], 'those that expire at that time are among them')
    assertEqual(await named(expiresAt + 1), [9])
    for (const since of [SAMPLE_NOW - 10 * HOUR_MS, SAMPLE_NOW]) {
      const read = await readAll<PaymentIntent, PaymentIntent>(
        (page) => store.intentsWithCandidate(since, page),
        (intent) => intent,
        2,
      )
      assertEqual(numbers(read), await named(since), 'page by page')
    }
    const { payerId } = sampleIntent(drop, 1)
    assertEqual(numbers(await store.intentsWithCandidate(SAMPLE_NOW, { payerId, limit: 9 })), [2, 3, 4, 9])
    const ofOther = { payerId: sampleUser(9).id, limit: 9 }
    assertEqual(numbers(await store.intentsWithCandidate(SAMPLE_NOW, ofOther)), [], 'of another user')
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
        sampleIntent(drop, 1, { state, earned: 100n, refunding: 100n, createdAt: SAMPLE_NOW + 50 }),
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
    const { id, expiresAt } = sampleIntent(drop, 1)
    assertEqual(await store.openIntents(drop.id, 1), [{ id, expiresAt, candidateSince: SAMPLE_NOW }])
    await store.create({ update: { drops: [{ ...drop, deletedAt: SAMPLE_NOW }] } })
    assertEqual(numbers(await store.openIntents(drop.id, 9)), [1, 5], 'also of a deleted drop')
  })

  test('finds the intents of a drop that wait for a named transaction, the longest waiting first', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const since = (second: number) => ({ ...processing('named'), since: SAMPLE_NOW + 1_000 * second })
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 1, { state: since(3) }),
        sampleIntent(drop, 2, { state: since(1) }),
        sampleIntent(drop, 3),
        sampleIntent(drop, 4, { state: { kind: 'PENDING', candidate: 'given up' } }),
        sampleIntent(drop, 5, { state: since(2), createdAt: SAMPLE_NOW - 1 }),
        sampleIntent(drop, 6, { state: paidBy(6) }),
        sampleIntent(drop, 7, { state: since(1) }),
        sampleIntent(other, 8, { state: since(0) }),
      ],
    })
    assertEqual(numbers(await store.processingIntents(drop.id, 9)), [2, 7, 5, 1])
    assertEqual(numbers(await store.processingIntents(drop.id, 1)), [2])
  })

  test('pages through the intents that have money, in the order of their ids', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const refunded = { refunding: 100n, refunded: 100n, held: 0 }
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 6, { state: paidBy(6), refunding: 99n, refunded: 40n, held: 0 }),
        sampleIntent(drop, 1, { state: paidBy(1), createdAt: SAMPLE_NOW + 50 }),
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

  test('tells whether an intent of a drop has money that is not refunded yet', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const [refunding, refunded] = [sampleDrop(token, 2), sampleDrop(token, 3)]
    const all = { refunding: 100n, held: 0 }
    await put(store, {
      drops: [refunding, refunded],
      paymentIntents: [
        sampleIntent(drop, 1),
        sampleIntent(refunding, 2, { state: inReview(2), ...all }),
        sampleIntent(refunding, 4),
        sampleIntent(refunded, 3, { state: inReview(3), ...all, refunded: 100n }),
        sampleIntent(refunded, 5),
      ],
    })
    const hasMoney = async ({ id }: Drop) => (await stateOf(store, id, { hasMoney: true }))?.hasMoney
    assertEqual(await Promise.all([drop, refunding, refunded].map(hasMoney)), [false, true, false])
    assertEqual((await stateOf(store, refunding.id, {}))?.hasMoney, false, 'unless it is requested')
  })

  test('finds intents that are in review with a transfer that does not count for them', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const inReviewWith = (n: number, more: Partial<Receipt>, on = drop) => {
      const receipt = sampleReceipt(1, { isCounted: false, ...more })
      const state: IntentState = { kind: 'IN_REVIEW', receipt, reason: 'WRONG_SENDER' }
      return sampleIntent(on, n, { held: 0, state, createdAt: SAMPLE_NOW - n })
    }
    const place = { txHash: 'shared', index: 1 }
    const [first, second, third] = [
      inReviewWith(1, place),
      inReviewWith(2, place, other),
      inReviewWith(3, { ...place, index: 0 }),
    ]
    await put(store, {
      drops: [other],
      paymentIntents: [
        second,
        first,
        third,
        inReviewWith(4, { txHash: 'another' }),
        inReviewWith(5, { ...place, isCounted: true }),
      ],
    })
    assertEqual(await store.intentsInReviewWith(place, 9), [first, second])
    assertEqual(await store.intentsInReviewWith(place, 1), [first])
    assertEqual(await store.intentsInReviewWith({ txHash: 'shared', index: 0 }, 9), [third])
    assertEqual(await store.intentsInReviewWith({ txHash: 'none', index: 0 }, 9), [])
  })

  test('lists the refunds of several intents, oldest first', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intents = [1, 2, 3].map((n) => sampleIntent(drop, n, { state: paidBy(n) }))
    const [first, second, third] = intents
    if (!first || !second || !third) return
    const refunds = [sampleRefund(first, 1), sampleRefund(second, 2), sampleRefund(first, 3)]
    await put(store, { paymentIntents: intents, refunds })
    const found = await store.refundsOfIntents([first.id, second.id, third.id])
    assertEqual([found.get(first.id), found.get(second.id)], [[refunds[0], refunds[2]], [refunds[1]]])
    assertEqual(found.get(third.id) ?? [], [])
    assertEqual(await store.refundsOfIntents([]), new Map())
    const newest = await store.newestRefunds([first.id, third.id, second.id])
    assertEqual([newest.get(first.id), newest.get(second.id)], [refunds[2], refunds[1]])
    assertEqual(newest.size, 2)
    assertEqual(await store.newestRefunds([]), new Map())
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
    const due = (afterMs: number, limit = 9) => store.dueTransfers(drop.id, SAMPLE_NOW + afterMs, limit)
    assertEqual(await due(9), [{ refund: early }, { payout }, { refund: late }])
    assertEqual(await due(9, 1), [{ refund: early }])
    assertEqual(await due(3), [{ refund: early }])
    assertEqual(await due(2), [])
    assertEqual(await store.nextTransferAt(drop.id), SAMPLE_NOW + 3)
    const tried = { ...early, attempts: 4, nextAttemptAt: SAMPLE_NOW + 7, lastError: 'no funds' }
    const paid = { ...payout, state: { kind: 'SUCCEEDED', txHash: 'tx' }, nextAttemptAt: null } as const
    await store.create({ update: { refunds: [tried], payouts: [paid] } })
    assertEqual(await due(9), [{ refund: late }, { refund: tried }])
    assertEqual(await store.nextTransferAt(drop.id), SAMPLE_NOW + 5)
    assertEqual(await store.refunds([early.id, idOf('refund', '0'.repeat(32))]), new Map([[early.id, tried]]))
    assertEqual(await store.payouts([payout.id]), new Map([[payout.id, paid]]))
    const newer = samplePayout(drop, 8, { state: { kind: 'FAILED', reason: 'no' } })
    await put(store, { payouts: [newer] })
    const listed = (creatorId: UserId, page: Page<PayoutId>) => store.listPayouts(creatorId, drop.id, page)
    const newestFirst = await listed(drop.creatorId, { limit: 9 })
    assertEqual(newestFirst.map(({ id }) => id).slice(-1), [payout.id])
    assertEqual(newestFirst[0], newer)
    assertEqual(await listed(drop.creatorId, { limit: 1, after: newer.id }), newestFirst.slice(1, 2))
    assertEqual(await listed(idOf('user', '0'.repeat(32)), { limit: 9 }), [])
    assertEqual(await store.listPayouts(drop.creatorId, other.id, { limit: 9 }), [])
    const ended = [tried, late].map((refund) => ({ ...refund, state: paid.state, nextAttemptAt: null }))
    await store.create({ update: { refunds: ended } })
    assertEqual(await store.nextTransferAt(drop.id), null)
  })
}
