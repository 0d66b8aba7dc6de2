import {
  OWNER,
  paidBy,
  sampleDrop,
  sampleIntent,
  sampleReceipt,
  sampleRefund,
  sampleToken,
  sampleUser,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf, MAX_AMOUNT } from '../amount.ts'
import type { Drop } from '../drop.ts'
import { assertPaymentTotals, NO_PAYMENTS, type PaymentTotals, withdrawable } from './drop-totals.ts'
import { intentEvent, refundEvent } from './payment-event.ts'
import {
  type IntentState,
  type PaymentIntent,
  type Receipt,
  refuseIfChanged,
  type SeenPayment,
} from './payment-intent.ts'
import {
  addPayment,
  approve,
  canAdd,
  holdMissingItems,
  itemsMissing,
  type Payment,
  takePayment,
} from './take-payment.ts'

describe('taking a payment', () => {
  const NOW = 2_000_000_000_000
  const JUDGING = { now: NOW, walletRoom: 5 }
  const EXPIRES = NOW - 1_000
  const base = sampleDrop(sampleToken(OWNER, 1), 1, {
    award: { kind: 'fixed', amount: amountOf(10n) },
    pool: amountOf(100n),
    price: { atomic: 50n, currency: 'SUI' },
  })
  const drop: Drop = { ...base, tally: { ...base.tally, heldItems: 2, heldAmount: amountOf(20n) } }
  const taken = (received: bigint): Drop => ({
    ...drop,
    tally: base.tally,
    payments: { ...drop.payments, received, owed: received },
  })
  /** Two items for 100. */
  const intent = (more: Partial<PaymentIntent> = {}) => sampleIntent(drop, 1, { expiresAt: EXPIRES, ...more })
  const payment = (amount = 100n, more: Partial<Payment> = {}): Payment => {
    const { isCounted: _, ...found } = sampleReceipt(1, { amount: amountOf(amount), at: EXPIRES, ...more })
    return found
  }
  const outcome = (state: IntentState) => ('reason' in state ? [state.kind, state.reason] : [state.kind])
  const taking = (of: PaymentIntent, found: Payment, from: Drop = drop) =>
    outcome(takePayment(of, from, found, JUDGING).intent.state)

  describe('a payment', () => {
    const cancelled = (at: number) => intent({ held: 0, state: { kind: 'CANCELLED', candidate: null, at } })
    const free: Drop = { ...drop, tally: base.tally }

    test('makes its intent paid when it is enough, in time, and from its buyer', () => {
      expect(taking(intent(), payment())).toEqual(['PAID', null])
      expect(taking(intent(), payment(101n))).toEqual(['PAID', 'OVERPAID'])
      expect(taking(intent(), payment(99n))).toEqual(['IN_REVIEW', 'UNDERPAID'])
      expect(taking(intent(), payment(100n, { coinType: 'x' }))).toEqual(['IN_REVIEW', 'WRONG_COIN'])
      expect(taking(intent(), payment(100n, { from: drop.id as never }))).toEqual([
        'IN_REVIEW',
        'WRONG_SENDER',
      ])
    })

    test('is late if its intent has expired or was cancelled', () => {
      expect(taking(intent(), payment(100n, { at: EXPIRES + 1 }))).toEqual(['PAID', 'PAID_LATE'])
      expect(taking(cancelled(EXPIRES), payment(), free)).toEqual(['PAID', null])
      expect(taking(cancelled(EXPIRES - 1), payment(), free)).toEqual(['PAID', 'PAID_LATE'])
      expect(taking(intent(), payment(100n, { at: EXPIRES - 5 }))).toEqual(['PAID', null])
    })

    test('for items that are gone goes to review', () => {
      const expired = intent({ held: 0, state: { kind: 'EXPIRED', candidate: null } })
      expect(taking(expired, payment(), { ...free, pool: amountOf(20n) })).toEqual(['PAID', null])
      expect(taking(expired, payment(), { ...free, pool: amountOf(19n) })).toEqual(['IN_REVIEW', 'SOLD_OUT'])
      for (const gone of [{ deletedAt: 1 }, { status: 'ENDED' }, { status: 'CANCELLED' }] as const)
        expect(taking(expired, payment(), { ...free, ...gone })).toEqual(['IN_REVIEW', 'SOLD_OUT'])
      expect(taking(expired, payment(), { ...free, price: null })).toEqual(['IN_REVIEW', 'SOLD_OUT'])
      const full = { now: NOW, walletRoom: 1 }
      expect(takePayment(expired, free, payment(), full).intent.state.kind).toBe('IN_REVIEW')
      expect(takePayment(intent(), drop, payment(), full).intent.state.kind).toBe('PAID')
      // Items that are held still are not.
      expect(taking(intent(), payment(), { ...drop, status: 'ENDED' })).toEqual(['PAID', null])
    })

    test('in review holds nothing, and counts unless another wallet sent it', () => {
      const { intent: reviewed, drop: after, events } = takePayment(intent(), drop, payment(99n), JUDGING)
      expect(reviewed).toMatchObject({
        held: 0,
        updatedAt: NOW,
        state: { receipt: { isCounted: true, amount: 99n } },
      })
      expect(after).toMatchObject({
        tally: { heldItems: 0, heldAmount: 0n },
        payments: { received: 99n, owed: 99n },
      })
      expect(events).toMatchObject([{ type: 'payment.requires_review', at: NOW }])
      const strange = takePayment(intent(), drop, payment(100n, { from: drop.id as never }), JUDGING)
      expect(strange).toMatchObject({
        intent: { state: { receipt: { isCounted: false } } },
        drop: { payments: { received: 0n } },
      })
    })

    test('that is approved is the price of all items, as far as it is no more than that', () => {
      const priceOf = (receipt: Receipt) => approve(intent(), drop, receipt, NOW).intent.state
      const counted = (amount: bigint, more: Partial<Receipt> = {}) =>
        sampleReceipt(1, { amount: amountOf(amount), isCounted: false, ...more })
      expect(priceOf(counted(40n))).toMatchObject({ kind: 'PAID', price: 40n, reason: null })
      expect(priceOf(counted(100n))).toMatchObject({ price: 100n })
      expect(priceOf(counted(150n))).toMatchObject({ price: 100n })
      expect(priceOf(counted(150n, { coinType: 'x' }))).toMatchObject({ price: 150n })
      // It buys all items with what was not refunded before.
      const refunded = approve(intent({ refunding: 10n, held: 0 }), drop, counted(40n), NOW).intent
      expect(refunded).toMatchObject({ held: 2, state: { price: 30n } })
      const inPart = approve(intent({ refunding: 50n, held: 0 }), drop, counted(100n), NOW).intent
      expect(inPart).toMatchObject({ held: 2, state: { price: 50n } })
      const whole = intent({ refunding: 40n, held: 0 })
      expect(() => approve(whole, drop, counted(40n), NOW)).toThrow(
        'a part of the accepted money is not refunded',
      )
    })
  })

  describe('a further payment', () => {
    const paid = intent({ held: 2, state: paidBy(1, { at: EXPIRES }) })

    test('can be added to a counted one, of the same wallet and coin, up to the maximum of a coin', () => {
      const { amount, ...more } = payment(1n)
      expect(canAdd(paid, { amount, ...more })).toBe(true)
      expect(canAdd(intent(), payment(1n))).toBe(false)
      expect(canAdd(intent({ state: paidBy(1, { isCounted: false }) }), payment(1n))).toBe(false)
      expect(canAdd(paid, payment(1n, { coinType: 'x' }))).toBe(false)
      expect(canAdd(paid, payment(1n, { from: drop.id as never }))).toBe(false)
      expect(canAdd(paid, payment(MAX_AMOUNT - 100n))).toBe(true)
      expect(canAdd(paid, payment(MAX_AMOUNT - 99n))).toBe(false)
      expect(() => addPayment(intent(), drop, payment(1n), JUDGING)).toThrow('invariant broken')
    })

    test('is overpaid if the intent is paid in full', () => {
      const held = { ...taken(100n), tally: drop.tally }
      const { intent: richer, drop: after } = addPayment(paid, held, payment(7n, { at: NOW }), JUDGING)
      expect(richer).toMatchObject({
        held: 2,
        updatedAt: NOW,
        state: { kind: 'PAID', reason: 'OVERPAID', receipt: { amount: 107n, at: NOW } },
      })
      expect(after.payments).toMatchObject({ received: 107n, owed: 107n })
    })

    test('restores items whose money was refunded, and is not overpaid then', () => {
      const back = { ...paid, held: 0, refunding: 100n }
      const given: Drop = { ...taken(100n), payments: { ...drop.payments, received: 100n, refunded: 100n } }
      const half = addPayment(back, given, payment(50n), JUDGING)
      expect(half).toMatchObject({
        intent: { held: 1, state: { reason: null } },
        drop: { tally: { heldItems: 1 } },
      })
      const whole = addPayment(back, given, payment(100n), JUDGING)
      expect(whole).toMatchObject({ intent: { held: 2, state: { reason: null } } })
      const tight = addPayment(back, { ...given, pool: amountOf(10n) }, payment(100n), JUDGING)
      expect(tight.intent).toMatchObject({ held: 0, state: { kind: 'IN_REVIEW', reason: 'SOLD_OUT' } })
      expect(tight.events).toMatchObject([{ type: 'payment.requires_review' }])
      const late = addPayment(back, { ...given, pool: amountOf(10n) }, payment(100n, { at: NOW }), JUDGING)
      expect(outcome(late.intent.state)).toEqual(['IN_REVIEW', 'PAID_LATE'])
      const ofFullWallet = addPayment(back, given, payment(100n), { now: NOW, walletRoom: 0 })
      expect(outcome(ofFullWallet.intent.state)).toEqual(['IN_REVIEW', 'SOLD_OUT'])
      const over = addPayment(back, { ...given, status: 'ENDED' }, payment(100n), JUDGING)
      expect(outcome(over.intent.state)).toEqual(['IN_REVIEW', 'SOLD_OUT'])
      // An intent with other items keeps them.
      for (const kept of [{ held: 1 }, { spent: 1 }]) {
        const part = { ...back, ...kept, refunding: 50n }
        const added = addPayment(part, { ...given, pool: amountOf(0n) }, payment(50n), JUDGING).intent
        expect(added).toMatchObject({ ...kept, state: { kind: 'PAID', reason: 'OVERPAID' } })
      }
    })

    test('holds the items that did not fit as soon as they fit', () => {
      const state = { ...paidBy(1, { at: EXPIRES }), reason: 'OVERPAID' } as IntentState
      const missing = intent({ held: 0, state })
      const held = holdMissingItems(missing, taken(100n), JUDGING)
      expect(held).toMatchObject({
        intent: { held: 2, state: { reason: null } },
        drop: { tally: { heldItems: 2 } },
      })
      expect(held.events).toMatchObject([{ type: 'payment.confirmed' }])
      const one = holdMissingItems(missing, { ...taken(100n), pool: amountOf(10n) }, JUDGING)
      expect(one.intent).toMatchObject({ held: 1, state: { reason: 'OVERPAID' } })
      const none = { ...taken(100n), pool: amountOf(0n) }
      expect(holdMissingItems(missing, none, JUDGING)).toEqual({ intent: missing, drop: none, events: [] })
      expect(itemsMissing(missing)).toBe(2)
      expect(itemsMissing(held.intent)).toBe(0)
    })

    test('completes an underpaid one', () => {
      const state: IntentState = {
        kind: 'IN_REVIEW',
        receipt: sampleReceipt(1, { amount: amountOf(40n), at: EXPIRES }),
        reason: 'UNDERPAID',
      }
      const less = intent({ held: 0, state })
      expect(outcome(addPayment(less, taken(40n), payment(60n), JUDGING).intent.state)).toEqual([
        'PAID',
        null,
      ])
      expect(outcome(addPayment(less, taken(40n), payment(59n), JUDGING).intent.state)).toEqual([
        'IN_REVIEW',
        'UNDERPAID',
      ])
    })
  })
})

describe('a payment that was seen', () => {
  const receipt = sampleReceipt(1, { amount: amountOf(50n) })
  const intent = sampleIntent(sampleDrop(sampleToken(OWNER, 1), 1), 1, {
    held: 0,
    state: { kind: 'IN_REVIEW', receipt, reason: 'WRONG_SENDER' },
  })
  const { txHash, amount, coinType } = receipt
  const seen: SeenPayment = { txHash, amount, coinType, status: 'REQUIRES_REVIEW' }

  test('has not changed if all of it is as before, or its status does not matter', () => {
    expect(refuseIfChanged(intent, seen)).toBeUndefined()
    expect(refuseIfChanged(intent, { ...seen, status: null })).toBeUndefined()
  })

  test.each<[string, Partial<SeenPayment>]>([
    ['transaction', { txHash: 'another' }],
    ['amount', { amount: amountOf(51n) }],
    ['coin', { coinType: '0x3::usdc::USDC' }],
    ['status', { status: 'CONFIRMED' }],
  ])('has changed if only its %s differs, and the refusal says what is held', (_, other) => {
    expect(refuseIfChanged(intent, { ...seen, ...other })).toEqual({
      kind: 'conflict',
      reason: 'PAYMENT_CHANGED',
      message: `The payment has changed. This intent is REQUIRES_REVIEW and holds 50 of ${coinType} by transaction ${txHash}: look at that, then decide again`,
      details: {
        status: 'REQUIRES_REVIEW',
        txHash,
        receivedAtomic: '50',
        receivedCoinType: coinType,
        receivedFrom: receipt.from,
      },
    })
  })

  test('is gone from an intent that holds none', () => {
    const open = { ...intent, state: { kind: 'PENDING' } as const }
    expect(refuseIfChanged(open, { ...seen, status: null })).toMatchObject({
      message: expect.stringContaining('is PENDING and holds no payment'),
      details: { txHash: null, receivedAtomic: '0', receivedCoinType: null, receivedFrom: null },
    })
  })
})

describe('the event of a payment', () => {
  const drop = sampleDrop(sampleToken(OWNER, 1), 1)
  const payerId = sampleUser(2).id
  const intent = sampleIntent(drop, 1, { payerId })

  test('the event of a payment contains the fields that its payer and the drop’s owner need', () => {
    expect(intentEvent('payment.created', intent, 5, null)).toEqual({
      type: 'payment.created',
      at: 5,
      ownerId: OWNER.id,
      actorId: payerId,
      dropId: drop.id,
      tokenId: null,
      intentId: intent.id,
      data: {
        paymentIntentId: intent.id,
        intentId: intent.externalId,
        dropId: drop.id,
        status: 'PENDING',
        statusReason: null,
        amountAtomic: '100',
        currency: 'SUI',
        quantity: 2,
        walletAddress: intent.wallet,
        txHash: null,
        receivedAtomic: '0',
        receivedCoinType: null,
        refundedAtomic: '0',
      },
    })
    const state = { ...paidBy(1), reason: 'PAID_LATE' } as const
    expect(
      intentEvent('payment.confirmed', { ...intent, state } as typeof intent, 5, OWNER.id),
    ).toMatchObject({
      actorId: OWNER.id,
      data: { status: 'CONFIRMED', statusReason: 'PAID_LATE', txHash: 'payment-1' },
    })
  })

  test('the event of a refund says how it went', () => {
    const refund = sampleRefund(intent, 1)
    const data = { refundId: refund.id, paymentIntentId: intent.id, dropId: drop.id, amountAtomic: '40' }
    expect(refundEvent('refund.created', refund, intent, 5)).toEqual({
      type: 'refund.created',
      at: 5,
      ownerId: OWNER.id,
      actorId: payerId,
      dropId: drop.id,
      tokenId: null,
      intentId: intent.id,
      data: { ...data, status: 'PENDING' },
    })
    const dataOf = (state: typeof refund.state) =>
      refundEvent('refund.succeeded', { ...refund, state }, intent, 5).data
    expect(dataOf({ kind: 'SUCCEEDED', txHash: 'tx' })).toEqual({
      ...data,
      status: 'SUCCEEDED',
      txHash: 'tx',
    })
    expect(dataOf({ kind: 'FAILED', reason: 'no' })).toEqual({ ...data, status: 'FAILED', reason: 'no' })
  })
})

const sound: PaymentTotals = { received: 100n, refunded: 20n, paidOut: 10n, earned: 30n, owed: 50n }

describe('the payment totals of a drop', () => {
  test('are the owner’s if they are neither owed nor paid out', () => {
    expect(withdrawable(NO_PAYMENTS)).toBe(0n)
    expect(withdrawable(sound)).toBe(20n)
    expect(withdrawable({ ...sound, refunded: 40n })).toBe(0n)
  })

  test.each<[string, Partial<PaymentTotals>]>([
    ['a payout of what is owed', { paidOut: 31n }],
    ['a refund of what is owed to another', { refunded: 41n }],
    ['a negative debt', { owed: -1n, earned: 90n }],
    ['money that is the owner’s though no claim has earned it', { earned: 29n }],
  ])('are unsound with %s', (_, wrong) => {
    expect(() => assertPaymentTotals({ ...sound, ...wrong })).toThrow('invariant broken')
  })
})
