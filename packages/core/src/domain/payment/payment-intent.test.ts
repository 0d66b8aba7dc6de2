import {
  anyPaidIntent,
  anyPaymentIntent,
  OWNER,
  paidBy,
  sampleDrop,
  sampleIntent,
  sampleReceipt,
  sampleToken,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from '../amount.ts'
import { idOf } from '../ids.ts'
import {
  CANDIDATE_WAIT_MS,
  cancelIntent,
  cancelOpenIntent,
  candidateOf,
  forgetCandidate,
  nameCandidate,
  passTime,
} from './close-intent.ts'
import {
  amountDue,
  assertSound,
  type IntentState,
  itemsLeft,
  moneyFor,
  owedMoney,
  type PaymentIntent,
  receiptOf,
  received,
  statusOf,
  unearnedMoney,
} from './payment-intent.ts'
import { createRefund } from './refund-payment.ts'

describe('a payment intent', () => {
  const drop = sampleDrop(sampleToken(OWNER, 1), 1, { price: { atomic: 5n, currency: 'SUI' } })

  test('sells no more items than it was made for, and fewer the more of its money went back', () => {
    fc.assert(
      fc.property(anyPaidIntent(drop), fc.bigInt({ min: 0n, max: 1n << 64n }), (intent, more) => {
        const left = itemsLeft(intent)
        expect(left + intent.spent).toBeLessThanOrEqual(Math.max(intent.quantity, intent.spent))
        const refunding = intent.refunding + more
        if (refunding <= received(intent))
          expect(itemsLeft({ ...intent, refunding })).toBeLessThanOrEqual(left)
        expect(itemsLeft({ ...intent, refunding: received(intent) })).toBe(0)
      }),
    )
  })

  test('gives for its items no more than it received, for any payments', () => {
    fc.assert(
      fc.property(anyPaidIntent(drop), (intent) => {
        const all = moneyFor(intent, intent.quantity)
        expect(all <= received(intent)).toBe(true)
        const one = moneyFor(intent, 1)
        expect(one * BigInt(intent.quantity) <= all).toBe(true)
        const isFull =
          receiptOf(intent)?.coinType === intent.coinType && received(intent) >= amountDue(intent)
        if (isFull) expect(one).toBe(intent.unitPrice)
      }),
    )
  })

  test('always has the money for the items it may still claim', () => {
    fc.assert(
      fc.property(anyPaidIntent(drop), (intent) => {
        const left = itemsLeft(intent)
        if (left === 0) return
        const rest = received(intent) - intent.refunding
        expect(moneyFor(intent, intent.spent + left) <= rest).toBe(true)
      }),
    )
  })

  test('can be refunded completely except for earnings of its confirmed claims, for any other payments', () => {
    fc.assert(
      fc.property(anyPaymentIntent(drop), fc.constantFrom(0n, 1n, 1n << 70n), (intent, earnedByOthers) => {
        fc.pre(receiptOf(intent) !== null)
        const amount = unearnedMoney(intent)
        const left = received(intent) - intent.refunding - amount
        expect(amount >= 0n && left >= 0n).toBe(true)
        if (amount === 0n) return
        expect(left).toBe(intent.earned)
        const owed = owedMoney(intent)
        const totals = { ...drop.payments, received: owed + earnedByOthers, owed, earned: earnedByOthers }
        const tally = { ...drop.tally, heldItems: 100, heldAmount: amountOf(1n << 40n) }
        const order = { id: idOf('refund', '0'.repeat(32)), amount, reason: null }
        expect(createRefund(intent, { ...drop, payments: totals, tally }, order, 0)).toMatchObject({
          ok: true,
        })
      }),
    )
  })

  test('has a status in every state, and is REFUNDED once all of it is', () => {
    fc.assert(
      fc.property(anyPaymentIntent(drop), (intent) => {
        const receipt = receiptOf(intent)
        const status = statusOf(intent)
        if (intent.held + intent.spent <= intent.quantity) assertSound(intent)
        if (!receipt) expect(status).toBe(intent.state.kind)
        else expect(status === 'REFUNDED').toBe(intent.refunded >= receipt.amount)
      }),
    )
  })

  const paid = sampleIntent(drop, 1, { state: paidBy(1), held: 1, spent: 1, earned: 50n })
  const apart = { refunding: 30n, refunded: 30n, paidOut: 50n, held: 0 }

  test.each<[string, Partial<PaymentIntent>]>([
    ['as it is paid', {}],
    ['with all of its money given away', { refunding: 50n, paidOut: 50n }],
    ['with all of its money earned', { earned: 100n }],
    ['with all that is promised back given back', apart],
    ['with nothing held or spent', { held: 0, spent: 0, earned: 0n }],
    ['with as much as was let count', { state: { ...paidBy(1), price: amountOf(1n) } as IntentState }],
  ])('is sound %s', (_, terms) => {
    expect(assertSound({ ...paid, ...terms })).toEqual({ ...paid, ...terms })
  })

  test.each<[string, Partial<PaymentIntent>]>([
    ['that costs nothing', { unitPrice: 0n }],
    ['of nothing', { quantity: 0, held: 0, spent: 0 }],
    ['with more given back than was promised', { ...apart, refunded: 31n }],
    ['with more given away than came', { ...apart, refunding: 51n }],
    ['with less than nothing paid out', { paidOut: -1n }],
    ['with more paid out than was earned', { paidOut: 51n }],
    ['with items for nothing', { state: { ...paidBy(1), price: amountOf(0n) } as IntentState }],
    ['with items for more than came', { state: { ...paidBy(1), price: amountOf(101n) } as IntentState }],
    ['with less than nothing earned', { earned: -1n }],
    ['with more earned than came', { earned: 101n }],
    ['with less than no item held', { held: -1 }],
    ['with less than no item spent', { spent: -1 }],
    ['with more items than it buys', { held: 2 }],
  ])('is unsound %s', (_, wrong) => {
    expect(() => assertSound({ ...paid, ...wrong })).toThrow('invariant broken')
  })
})

describe('closing an intent', () => {
  const NOW = 1_000_000
  const empty = sampleDrop(sampleToken(OWNER, 1), 1, { price: { atomic: 50n, currency: 'SUI' } })
  const drop = { ...empty, tally: { ...empty.tally, heldItems: 2, heldAmount: amountOf(20n) } }
  const intentIn = (state: IntentState) =>
    sampleIntent(drop, 1, { state, expiresAt: NOW + 900_000, held: 'receipt' in state ? 0 : 2, updatedAt: 0 })

  const PENDING: IntentState = { kind: 'PENDING' }
  const PROCESSING: IntentState = { kind: 'PROCESSING', candidate: 'tx', since: NOW }
  const EXPIRED: IntentState = { kind: 'EXPIRED', candidate: 'tx' }
  const CANCELLED: IntentState = { kind: 'CANCELLED', candidate: 'tx', at: 5 }
  const WITH_MONEY: readonly IntentState[] = [
    paidBy(1),
    { kind: 'IN_REVIEW', receipt: sampleReceipt(1), reason: 'UNDERPAID' },
  ]

  describe('a named transaction', () => {
    test.each<[IntentState, IntentState]>([
      [PENDING, { kind: 'PROCESSING', candidate: 'new', since: NOW }],
      [PROCESSING, { kind: 'PROCESSING', candidate: 'new', since: NOW }],
      [EXPIRED, { kind: 'EXPIRED', candidate: 'new' }],
      [CANCELLED, { kind: 'CANCELLED', candidate: 'new', at: 5 }],
    ])('makes of %o %o', (before, after) => {
      const intent = intentIn(before)
      const named = nameCandidate(intent, 'new', NOW)
      expect(named).toEqual({ ...intent, state: after, updatedAt: NOW })
      expect(candidateOf(named)).toBe('new')
    })

    test.each<[IntentState, IntentState]>([
      [{ kind: 'PENDING', candidate: 'tx' }, PENDING],
      [PROCESSING, PENDING],
      [EXPIRED, { kind: 'EXPIRED', candidate: null }],
      [CANCELLED, { kind: 'CANCELLED', candidate: null, at: 5 }],
    ])('that turned out to be none makes of %o %o', (before, after) => {
      const intent = intentIn(before)
      expect(forgetCandidate(intent, NOW)).toEqual({ ...intent, state: after, updatedAt: NOW })
    })

    test.each(WITH_MONEY)('is nothing to an intent that has its money: %o', (state) => {
      const intent = intentIn(state)
      expect(nameCandidate(intent, 'new', NOW)).toBe(intent)
      expect(forgetCandidate(intent, NOW)).toBe(intent)
      expect(candidateOf(intent)).toBeNull()
    })
  })

  describe('time alone', () => {
    test('returns an intent to PENDING if its submitted transaction does not appear for two minutes', () => {
      const intent = intentIn(PROCESSING)
      const at = (now: number) => passTime(intent, drop, now)
      expect(at(NOW + CANDIDATE_WAIT_MS - 1)).toEqual({ intent, drop, events: [] })
      expect(at(NOW + CANDIDATE_WAIT_MS)).toEqual({
        intent: {
          ...intent,
          state: { kind: 'PENDING', candidate: 'tx' },
          updatedAt: NOW + CANDIDATE_WAIT_MS,
        },
        drop,
        events: [],
      })
    })

    test('leaves one without a named transaction as it is until it expires', () => {
      const intent = intentIn(PENDING)
      expect(passTime(intent, drop, intent.expiresAt - 1)).toEqual({ intent, drop, events: [] })
      const { intent: after, drop: free, events } = passTime(intent, drop, intent.expiresAt)
      expect(after).toMatchObject({ state: { kind: 'EXPIRED', candidate: null }, held: 0 })
      expect(free.tally).toMatchObject({ heldItems: 0, heldAmount: 0n })
      expect(events).toMatchObject([{ type: 'payment.expired', actorId: intent.payerId }])
    })

    test.each([EXPIRED, CANCELLED, ...WITH_MONEY])('changes nothing any more about %o', (state) => {
      const intent = intentIn(state)
      expect(passTime(intent, drop, intent.expiresAt)).toEqual({ intent, drop, events: [] })
    })
  })

  describe('an intent that is cancelled', () => {
    test('by its maker is one for which no transaction is named', () => {
      const cancelled = cancelIntent(intentIn(PENDING), drop, NOW, OWNER.id)
      expect(cancelled).toMatchObject({
        ok: true,
        value: {
          intent: { state: { kind: 'CANCELLED', candidate: null, at: NOW }, held: 0, updatedAt: NOW },
          drop: { tally: { heldItems: 0 } },
          events: [{ type: 'payment.cancelled', actorId: OWNER.id, at: NOW }],
        },
      })
      expect(cancelIntent(intentIn(PROCESSING), drop, NOW, OWNER.id)).toEqual({
        ok: false,
        error: { kind: 'invalid_transition', from: 'PROCESSING', to: 'CANCELLED' },
      })
    })

    test('by the end of its drop keeps the transaction that was named', () => {
      expect(cancelOpenIntent(intentIn(PROCESSING), drop, NOW, null).intent.state).toEqual({
        kind: 'CANCELLED',
        candidate: 'tx',
        at: NOW,
      })
    })
  })
})
