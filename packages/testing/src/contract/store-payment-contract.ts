import {
  amountOf,
  type IntentState,
  mostPaidLoaded,
  type PaymentIntent,
  type StatusReason,
  type Store,
  type TransferState,
} from '@dropkit/core'
import { MAX_AMOUNT, NO_HOLDS, NO_PAYMENTS } from '@dropkit/core/internal'
import { assertEqual, assertNothingLogged, assertTrue, present, rejection } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
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
  sampleEvent,
  sampleUser,
} from './sample-records.ts'
import { TEXT } from './sample-unions.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

const intentUsing = async (store: Store, txHash: string) =>
  (await store.usesOf([{ txHash, index: 0 }])).get(txHash)

const REASONS: readonly StatusReason[] = [
  'UNDERPAID',
  'OVERPAID',
  'PAID_LATE',
  'WRONG_SENDER',
  'WRONG_COIN',
  'SOLD_OUT',
]

const INTENT_STATES: readonly IntentState[] = [
  { kind: 'PENDING' },
  { kind: 'PENDING', candidate: 'candidate' },
  { kind: 'PROCESSING', candidate: 'candidate', since: SAMPLE_NOW },
  { kind: 'PAID', receipt: sampleReceipt(1, { amount: MAX_AMOUNT }), price: MAX_AMOUNT, reason: null },
  ...REASONS.map((reason, n): IntentState => {
    const price = amountOf(BigInt(n + 1))
    return { kind: 'PAID', receipt: sampleReceipt(n + 2), price, reason }
  }),
  ...REASONS.map(
    (reason, n): IntentState => ({
      kind: 'IN_REVIEW',
      receipt: sampleReceipt(n + 10, { isCounted: false, from: sampleAddress(0xbad), coinType: TEXT }),
      reason,
    }),
  ),
  { kind: 'EXPIRED', candidate: null },
  { kind: 'EXPIRED', candidate: 'candidate' },
  { kind: 'CANCELLED', candidate: null, at: SAMPLE_NOW },
  { kind: 'CANCELLED', candidate: 'candidate', at: SAMPLE_NOW + 1 },
]

const TRANSFER_STATES: readonly TransferState[] = [
  { kind: 'PENDING' },
  { kind: 'SUCCEEDED', txHash: 'digest' },
  { kind: 'FAILED', reason: TEXT },
]

const FULL_INTENT: Partial<PaymentIntent> = {
  payerId: sampleUser(7).id,
  paymentMethod: TEXT,
  quantity: 2_147_483_647,
  unitPrice: MAX_AMOUNT,
  currency: 'USDC',
  held: 2_000_000_000,
  spent: 147_483_647,
  expiresAt: 253_402_300_799_999,
}

/** Everything that was received has been earned and is being refunded, and all but the last unit has been refunded. */
const fateOf = (state: IntentState): Pick<PaymentIntent, 'earned' | 'refunding' | 'refunded'> => {
  const refunding = 'receipt' in state ? state.receipt.amount : 0n
  return { earned: refunding, refunding, refunded: refunding > 0n ? refunding - 1n : 0n }
}

export function storePaymentContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('gives payment intents back in every state, whole', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intents = INTENT_STATES.map((state, n) =>
      sampleIntent(drop, n + 1, { ...(n % 2 === 0 ? {} : { ...FULL_INTENT, ...fateOf(state) }), state }),
    )
    await put(store, { users: [sampleUser(7)], paymentIntents: intents })
    const ids = intents.map(({ id }) => id)
    const byId = new Map(intents.map((intent) => [intent.id, intent]))
    assertEqual(await store.paymentIntents([...ids, sampleIntent(drop, 999).id]), byId)
    const last = present(intents.at(-1))
    assertEqual(await store.paymentIntentByExternalId(last.externalId), last)
    assertEqual(await store.paymentIntentByExternalId(last.id), undefined, 'the inner id is another')
    assertEqual(await store.paymentIntents([]), new Map())
  })

  test('rewrites a payment intent from any state into any other', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1)
    await put(store, { users: [sampleUser(7)], paymentIntents: [intent] })
    for (const [n, state] of [...INTENT_STATES, ...INTENT_STATES.toReversed()].entries()) {
      const { payerId, expiresAt, ...full } = FULL_INTENT
      const filled = n % 3 === 0 ? {} : { ...full, ...fateOf(state) }
      const next = { ...intent, ...filled, state, updatedAt: SAMPLE_NOW + n }
      const seen = await store.changeDrop(drop.id, { intentIds: [intent.id] }, () => ({
        update: { paymentIntents: [next] },
        result: undefined,
      }))
      assertEqual(seen.ok, true)
      const dropState = await stateOf(store, drop.id, { intentIds: [intent.id] })
      assertEqual(dropState?.intents.get(intent.id), next, `state ${n} under the lock`)
      assertEqual((await store.paymentIntents([intent.id])).get(intent.id), next, `state ${n}`)
    }
  })

  test('gives refunds and payouts back in every state', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1, { state: paidBy(1) })
    const refunds = TRANSFER_STATES.map((state, n) =>
      sampleRefund(intent, n + 1, { state, amount: MAX_AMOUNT, reason: n === 0 ? null : TEXT }),
    )
    const payouts = TRANSFER_STATES.map((state, n) =>
      samplePayout(drop, n + 1, {
        state,
        amount: MAX_AMOUNT,
        currency: 'USDC',
        intentId: n === 0 ? null : intent.id,
      }),
    )
    await put(store, { paymentIntents: [intent], refunds, payouts })
    const refundIds = refunds.map(({ id }) => id)
    const payoutIds = payouts.map(({ id }) => id)
    const dropState = present(await stateOf(store, drop.id, { refundIds, payoutIds }))
    assertEqual(dropState.refunds, new Map(refunds.map((refund) => [refund.id, refund])))
    assertEqual(dropState.payouts, new Map(payouts.map((payout) => [payout.id, payout])))

    const nextRefunds = refunds.map((refund, n) => ({ ...refund, ...stateAfter(n) }))
    const nextPayouts = payouts.map((payout, n) => ({ ...payout, ...stateAfter(n) }))
    await store.create({ update: { refunds: nextRefunds, payouts: nextPayouts } })
    const after = present(await stateOf(store, drop.id, { refundIds, payoutIds }))
    assertEqual([...after.refunds.values()], nextRefunds)
    assertEqual([...after.payouts.values()], nextPayouts)
    assertEqual((await store.refundsOfIntents([intent.id])).get(intent.id), nextRefunds, 'oldest first')
  })

  test('returns the requested records of this drop only, under the lock', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const [mine, second, theirs] = [sampleIntent(drop, 1), sampleIntent(drop, 2), sampleIntent(other, 3)]
    const [refund, alien] = [sampleRefund(mine, 1), sampleRefund(theirs, 2)]
    const [payout, alienPayout] = [samplePayout(drop, 1), samplePayout(other, 2)]
    await put(store, {
      drops: [other],
      paymentIntents: [mine, second, theirs],
      refunds: [refund, alien],
      payouts: [payout, alienPayout],
    })
    const none = present(await stateOf(store, drop.id, {}))
    assertEqual(
      [none.intents, none.refunds, none.payouts, none.paid, none.openIntents, none.facts],
      [new Map(), new Map(), new Map(), new Map(), 0, new Map()],
    )
    const query = {
      intentIds: [mine.id, theirs.id],
      refundIds: [refund.id, alien.id],
      payoutIds: [payout.id, alienPayout.id],
    }
    const dropState = present(await stateOf(store, drop.id, query))
    assertEqual(dropState.intents, new Map([[mine.id, mine]]))
    assertEqual(dropState.refunds, new Map([[refund.id, refund]]))
    assertEqual(dropState.payouts, new Map([[payout.id, payout]]))
    const withIntents = { refundIds: [refund.id], intentIds: [second.id], intentsOfTransfers: true }
    const more = present(await stateOf(store, drop.id, withIntents))
    assertEqual(
      more.intents,
      new Map([
        [mine.id, mine],
        [second.id, second],
      ]),
    )
  })

  test('shows under the lock the intents that payouts are paid from', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1, { state: paidBy(1) })
    const [apart, ofDrop] = [samplePayout(drop, 1, { intentId: intent.id }), samplePayout(drop, 2)]
    await put(store, { paymentIntents: [intent], payouts: [apart, ofDrop] })
    const payoutIds = [apart.id, ofDrop.id]
    const dropState = present(await stateOf(store, drop.id, { payoutIds, intentsOfTransfers: true }))
    assertEqual(dropState.intents, new Map([[intent.id, intent]]))
    assertEqual(present(await stateOf(store, drop.id, { payoutIds })).intents, new Map())
  })

  test('counts the open intents of one user on the drop', async ({ store }) => {
    const { owner, token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const buyer = sampleUser(7)
    const by = (n: number, state: IntentState, more: Partial<PaymentIntent> = {}) =>
      sampleIntent(drop, n, { payerId: buyer.id, state, ...more })
    await put(store, {
      users: [buyer],
      drops: [other],
      paymentIntents: [
        ...INTENT_STATES.map((state, n) => by(n + 1, state)),
        by(50, { kind: 'PENDING' }, { payerId: owner.id }),
        by(51, { kind: 'PENDING' }, { dropId: other.id }),
      ],
    })
    const openOf = async (openIntentsOf: typeof buyer.id) =>
      (await stateOf(store, drop.id, { openIntentsOf }))?.openIntents
    assertEqual(await openOf(buyer.id), 3, 'PENDING and PROCESSING')
    assertEqual(await openOf(owner.id), 1)
    assertEqual(await openOf(sampleUser(8).id), 0)
  })

  test('counts the items that a wallet’s intents hold on the drop, paid or not', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const rival = sampleAddress(0xc0c)
    await put(store, {
      drops: [other],
      paymentIntents: [
        sampleIntent(drop, 1, { quantity: 2_000_000_000, held: 2_000_000_000 }),
        sampleIntent(drop, 2, { quantity: 2_000_000_000, held: 1_000_000_000, state: paidBy(2) }),
        sampleIntent(drop, 3, { held: 0, state: { kind: 'EXPIRED', candidate: null } }),
        sampleIntent(drop, 4, { wallet: rival }),
        sampleIntent(other, 5),
      ],
    })
    const heldBy = async (wallet?: typeof rival) =>
      (await stateOf(store, drop.id, wallet ? { heldItemsOf: wallet } : {}))?.heldItems
    assertEqual(await heldBy(SAMPLE_BUYER), 3_000_000_000)
    assertEqual(await heldBy(rival), 2)
    assertEqual([await heldBy(sampleAddress(0xd0d)), await heldBy()], [0, 0])
  })

  test('counts the unpaid items of a wallet and a user, and their lapsed intents', async ({ store }) => {
    const { owner, token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const [buyer, rival] = [sampleUser(7), sampleUser(8)]
    const by = (n: number, state: IntentState, more: Partial<PaymentIntent> = {}) =>
      sampleIntent(drop, n, { payerId: buyer.id, state, ...more })
    const expired: IntentState = { kind: 'EXPIRED', candidate: null }
    const cancelled: IntentState = { kind: 'CANCELLED', candidate: null, at: SAMPLE_NOW }
    const at = { held: 0, expiresAt: SAMPLE_NOW }
    const rivalWallet = sampleAddress(0xc0c)
    await put(store, {
      users: [buyer, rival],
      drops: [other],
      paymentIntents: [
        by(1, { kind: 'PENDING' }),
        by(2, { kind: 'PROCESSING', candidate: 'candidate', since: SAMPLE_NOW }),
        by(3, paidBy(3)),
        by(4, expired, { ...at, expiresAt: SAMPLE_NOW - 3 }),
        by(5, cancelled, at),
        by(6, expired, { ...at, expiresAt: SAMPLE_NOW - 5 }),
        by(7, { kind: 'PENDING' }, { dropId: other.id }),
        by(8, { kind: 'PENDING' }, { wallet: rivalWallet, quantity: 2_000_000_000, held: 2_000_000_000 }),
        by(9, { kind: 'PENDING' }, { payerId: rival.id }),
        by(10, expired, { ...at, payerId: rival.id }),
      ],
    })
    const unpaid = async (wallet: typeof rivalWallet, payer: typeof owner.id) => {
      const dropState = await stateOf(store, drop.id, { unpaidOf: { wallet, payer, since: SAMPLE_NOW - 5 } })
      return dropState && [dropState.unpaidOfWallet, dropState.unpaidOfPayer]
    }
    assertEqual(await unpaid(SAMPLE_BUYER, buyer.id), [
      { items: 6, lapses: 3, lastLapseAt: SAMPLE_NOW },
      { items: 2_000_000_004, lapses: 2, lastLapseAt: SAMPLE_NOW },
    ])
    assertEqual(await unpaid(rivalWallet, rival.id), [
      { items: 2_000_000_000, lapses: 0, lastLapseAt: null },
      { items: 2, lapses: 1, lastLapseAt: SAMPLE_NOW },
    ])
    const unasked = await stateOf(store, drop.id, {})
    assertEqual([unasked?.unpaidOfWallet, unasked?.unpaidOfPayer], [NO_HOLDS, NO_HOLDS])
  })

  test('shows the oldest open intents of the drop, as many as are wanted', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const open = [3, 1, 2].map((n) => sampleIntent(drop, n))
    const named: IntentState = { kind: 'PROCESSING', candidate: 'candidate', since: SAMPLE_NOW }
    const paid = sampleIntent(drop, 6, { state: paidBy(6) })
    await put(store, {
      drops: [other],
      paymentIntents: [...open, sampleIntent(drop, 4, { state: named }), sampleIntent(other, 5), paid],
    })
    const shown = async (openIntentsAtMost: number, intentIds: readonly PaymentIntent['id'][] = []) => {
      const dropState = await stateOf(store, drop.id, { openIntentsAtMost, intentIds })
      return [...present(dropState).intents.keys()].sort()
    }
    const idsOf = (...numbers: number[]) => numbers.map((n) => sampleIntent(drop, n).id)
    assertEqual(await shown(3), idsOf(1, 2, 3))
    assertEqual(await shown(20), idsOf(1, 2, 3, 4))
    assertEqual(await shown(2, [paid.id, ...idsOf(2)]), idsOf(1, 2, 6))
  })

  test('shows the paid intents of buyers that hold items still, oldest first', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const rival = sampleAddress(0xc0c)
    const intents = [
      sampleIntent(drop, 1, { state: paidBy(1) }),
      sampleIntent(drop, 2, { state: paidBy(2), held: 0, spent: 2 }),
      sampleIntent(drop, 3),
      sampleIntent(drop, 4, { state: paidBy(4, { amount: amountOf(101n) }) }),
      sampleIntent(drop, 5, {
        state: { kind: 'IN_REVIEW', receipt: sampleReceipt(5), reason: 'UNDERPAID' },
        held: 0,
      }),
      sampleIntent(other, 6, { state: paidBy(6) }),
      sampleIntent(drop, 7, { state: paidBy(7), wallet: rival, held: 1, spent: 1 }),
    ]
    await put(store, { drops: [other], paymentIntents: intents.toReversed() })
    const paidOf = async (...wallets: (typeof rival)[]) => {
      const buyers = wallets.map((wallet) => ({ wallet, items: 1 }))
      return (await stateOf(store, drop.id, { buyers }))?.paid
    }
    const mine = await paidOf(SAMPLE_BUYER)
    assertEqual(mine, new Map([[SAMPLE_BUYER, [intents[0], intents[3]]]]))
    const both = present(await paidOf(rival, SAMPLE_BUYER, sampleAddress(0xd0d)))
    assertEqual([both.get(rival), both.get(SAMPLE_BUYER)?.length], [[intents[6]], 2])
    assertEqual(both.get(sampleAddress(0xd0d)) ?? [], [])
  })

  test('shows of many paid intents those that the claims can spend', async ({ store }) => {
    const { drop } = await putDrop(store)
    const most = mostPaidLoaded([])
    // The more recent an intent, the fewer items it holds.
    const intents = Array.from({ length: 2 * most + 5 }, (_, n) =>
      sampleIntent(drop, n + 1, { state: paidBy(n + 1), quantity: 100, held: 100 - n }),
    )
    await put(store, { paymentIntents: intents })
    const shown = async (...items: number[]) => {
      const buyers = items.map((one) => ({ wallet: SAMPLE_BUYER, items: one }))
      return (await stateOf(store, drop.id, { buyers }))?.paid.get(SAMPLE_BUYER)
    }
    assertEqual(await shown(1), intents.slice(0, most))
    const least = 100 - most - 1
    assertEqual(await shown(least), intents.slice(0, most + 2))
    assertEqual(await shown(1, least), intents.slice(0, most + 2))
    assertEqual(await shown(101), intents.slice(0, most))
    assertEqual(await shown(...Array.from({ length: most + 3 }, () => 1)), intents.slice(0, most + 3))
  })

  test('uses a transfer once, permanently', async ({ store }) => {
    const { drop } = await putDrop(store)
    const [first, second] = [sampleIntent(drop, 1), sampleIntent(drop, 2)]
    await put(store, { paymentIntents: [first, second] })
    const use = (intent: PaymentIntent, txHash: string) =>
      store.changeDrop(drop.id, { intentIds: [intent.id] }, () => ({
        insert: { usedPayments: [{ txHash, index: 0, intentId: intent.id }] },
        update: { paymentIntents: [{ ...intent, state: paidBy(1, { txHash }) }] },
        events: [sampleEvent(drop)],
        result: 'used',
      }))
    const conflict = { ok: false, error: { kind: 'unique_conflict', field: 'txHash' } }
    assertEqual(await intentUsing(store, 'one'), undefined)
    const conflicting = await Promise.all([use(first, 'one'), use(second, 'one')])
    const refused = conflicting.filter((answer) => !answer.ok)
    assertEqual(refused, [conflict], 'one of two at once')
    const user = present(await intentUsing(store, 'one'))
    const loser = user === first.id ? second : first
    assertEqual(await use(loser, 'one'), conflict, 'again')
    assertEqual(await use(user === first.id ? first : second, 'one'), conflict, 'even for the same intent')
    assertEqual((await store.paymentIntents([loser.id])).get(loser.id), loser, 'nothing was written')
    assertEqual((await use(loser, 'other')).ok, true)
    assertEqual(await intentUsing(store, 'other'), loser.id)
    assertEqual(await intentUsing(store, 'ONE'), undefined, 'a hash has one spelling')
  })

  test('writes nothing of a payment that a transaction cannot pay for', async ({ store, jobs }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1)
    await put(store, {
      paymentIntents: [intent],
      usedPayments: [{ txHash: 'used', index: 0, intentId: intent.id }],
    })
    const refund = sampleRefund(intent, 1)
    const answer = await store.changeDrop(drop.id, {}, () => ({
      insert: {
        paymentIntents: [sampleIntent(drop, 2)],
        refunds: [refund],
        payouts: [samplePayout(drop, 1)],
        usedPayments: [
          { txHash: 'fresh', index: 0, intentId: intent.id },
          { txHash: 'used', index: 0, intentId: intent.id },
        ],
      },
      update: { drops: [{ ...drop, title: 'Changed' }] },
      events: [sampleEvent(drop)],
      jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: SAMPLE_NOW }],
      result: undefined,
    }))
    assertEqual(answer.ok, false)
    assertEqual((await store.drops([drop.id])).get(drop.id), drop)
    assertEqual((await store.listPaymentIntents(drop.creatorId, { limit: 9 })).length, 1)
    assertEqual(await store.dueTransfers(drop.id, SAMPLE_NOW + 9, 9), [])
    assertEqual(await intentUsing(store, 'fresh'), undefined)
    assertEqual((await jobs.backlog(SAMPLE_NOW)).due, 0)
    await assertNothingLogged(store, drop)
  })

  test('refuses payment records that are there already, and updates of none', async ({ store }) => {
    const { drop } = await putDrop(store)
    const intent = sampleIntent(drop, 1)
    const [refund, payout] = [sampleRefund(intent, 1), samplePayout(drop, 1)]
    for (const update of [{ paymentIntents: [intent] }, { refunds: [refund] }, { payouts: [payout] }]) {
      await rejection(() => store.create({ update }), Object.keys(update)[0])
    }
    await put(store, { paymentIntents: [intent], refunds: [refund], payouts: [payout] })
    const again = { ...sampleIntent(drop, 2), externalId: intent.externalId }
    for (const paymentIntent of [intent, again]) {
      await rejection(() => store.create({ insert: { paymentIntents: [paymentIntent] } }), 'an intent')
    }
    await rejection(() => store.create({ insert: { refunds: [refund] } }), 'a refund')
    await rejection(() => store.create({ insert: { payouts: [payout] } }), 'a payout')
  })

  testAtOnce(run, open)(
    'loses none of many refunds that are made of one intent at once',
    async ({ store }, turn) => {
      const { drop } = await putDrop(store, { payments: { ...NO_PAYMENTS, received: 100n, owed: 100n } })
      const intent = sampleIntent(drop, 1, { state: paidBy(1, { amount: amountOf(100n) }) })
      await put(store, { paymentIntents: [intent] })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          turn().store.changeDrop(drop.id, { intentIds: [intent.id] }, (dropState) => {
            const current = present(dropState?.intents.get(intent.id))
            assertTrue(dropState !== null, 'the drop is there')
            if (current.refunding + 10n > 100n) return { result: false }
            const { refunded, owed } = dropState.drop.payments
            const totals = { ...dropState.drop.payments, refunded: refunded + 10n, owed: owed - 10n }
            return {
              insert: { refunds: [sampleRefund(intent, n + 1, { amount: amountOf(10n) })] },
              update: {
                drops: [{ ...dropState.drop, payments: totals }],
                paymentIntents: [{ ...current, refunding: current.refunding + 10n }],
              },
              result: true,
            }
          }),
        ),
      )
      assertEqual(answers.filter((answer) => answer.ok && answer.value).length, 10)
      assertEqual((await store.paymentIntents([intent.id])).get(intent.id)?.refunding, 100n)
      assertEqual((await store.drops([drop.id])).get(drop.id)?.payments.refunded, 100n)
      assertEqual((await store.refundsOfIntents([intent.id])).get(intent.id)?.length, 10)
    },
  )

  test('keeps the received coin apart from the requested coin', async ({ store }) => {
    const { drop } = await putDrop(store)
    const coinType = `${sampleAddress(9)}::other::OTHER`
    const state: IntentState = {
      kind: 'IN_REVIEW',
      receipt: sampleReceipt(1, { coinType }),
      reason: 'WRONG_COIN',
    }
    const intent = sampleIntent(drop, 1, { state })
    const refund = sampleRefund(intent, 1, { coinType })
    await put(store, { paymentIntents: [intent], refunds: [refund] })
    const stored = (await store.paymentIntents([intent.id])).get(intent.id)
    assertEqual([stored?.coinType, stored?.state], [SAMPLE_COIN, state])
    assertEqual(await store.dueTransfers(drop.id, SAMPLE_NOW + 9, 9), [{ refund }])
  })
}

/** A state other than the n-th one, and another number of attempts. */
function stateAfter(n: number) {
  const state = TRANSFER_STATES[(n + 1) % TRANSFER_STATES.length] ?? ({ kind: 'PENDING' } as const)
  const nextAttemptAt = state.kind === 'PENDING' ? SAMPLE_NOW + 1_000 : null
  return { state, attempts: n + 3, nextAttemptAt, lastError: n === 0 ? null : TEXT }
}
