import { describe, expect, test } from 'vitest'
import { OWNER } from '../../testing/arbitrary/any-drop.ts'
import { sampleIntent, sampleReceipt } from '../../testing/contract/sample-payments.ts'
import { sampleDrop, sampleToken } from '../../testing/contract/sample-records.ts'
import { amountOf } from '../amount.ts'
import type { IntentState, PaymentIntent } from './payment-intent.ts'
import { bestFitting, intentAwaiting, intentFor } from './payment-purpose.ts'
import type { Payment } from './take-payment.ts'

const NOW = 2_000_000_000_000
const drop = sampleDrop(sampleToken(OWNER, 1), 1, { price: { atomic: 50n, currency: 'SUI' } })
/** Each wants 100, and was made long before. */
const intent = (n: number, more: Partial<PaymentIntent> = {}) =>
  sampleIntent(drop, n, { createdAt: n, ...more })
const { txHash, from, coinType } = sampleReceipt(9)
const payment = (amount: bigint, more: Partial<Payment> = {}): Payment => ({
  ...{ txHash, from, coinType, at: NOW },
  amount: amountOf(amount),
  ...more,
})
const receipt = (n: number, amount: bigint) => sampleReceipt(n, { amount: amountOf(amount), at: NOW - 5 })
const paid = (n: number, amount = 100n, more: Partial<PaymentIntent> = {}) => {
  const state: IntentState = {
    kind: 'PAID',
    receipt: receipt(n, amount),
    price: amountOf(100n),
    reason: null,
  }
  return intent(n, { state, held: 0, ...more })
}
const short = (n: number, amount: bigint, more: Partial<PaymentIntent> = {}) => {
  const state: IntentState = { kind: 'IN_REVIEW', receipt: receipt(n, amount), reason: 'UNDERPAID' }
  return intent(n, { state, held: 0, ...more })
}
const called = (n: number, at: number) =>
  intent(n, { state: { kind: 'CANCELLED', candidate: null, at }, held: 0 })

describe('a payment whose memo names no intent is for', () => {
  const idOf = (found: PaymentIntent | undefined) => found?.id
  const awaiting = (unpaid: readonly PaymentIntent[], paid: readonly PaymentIntent[], made = payment(100n)) =>
    idOf(intentAwaiting(made, { unpaid, paid }))

  test('the one that it was named for, whatever it is of', () => {
    const named = intent(2, { unitPrice: 1n, state: { kind: 'PROCESSING', candidate: txHash, since: 1 } })
    expect(awaiting([intent(1), named], [])).toBe(named.id)
  })

  test('the oldest that is open and of its coin and amount, else the oldest that is not open any more', () => {
    const [closed, other, dear] = [called(1, 5), intent(2, { coinType: 'x' }), intent(3, { unitPrice: 51n })]
    expect(awaiting([closed, other, dear, intent(4), intent(5)], [])).toBe(intent(4).id)
    expect(awaiting([other, dear, closed, called(6, 5)], [])).toBe(closed.id)
    expect(awaiting([other, dear], [])).toBeUndefined()
  })

  test('the one that just so much is missing from, with what was given back of it', () => {
    const back = short(3, 80n, { refunding: 50n, refunded: 50n })
    expect(awaiting([], [short(1, 40n), short(2, 70n)], payment(30n))).toBe(intent(2).id)
    expect(awaiting([], [short(1, 40n), back], payment(70n))).toBe(back.id)
    expect(awaiting([], [short(1, 40n), short(2, 70n)], payment(10n))).toBeUndefined()
  })

  test('the only one that waits, or the only one that too little came for', () => {
    expect(awaiting([intent(1)], [], payment(1n))).toBe(intent(1).id)
    expect(awaiting([], [short(1, 40n)], payment(1n))).toBe(intent(1).id)
    const late: IntentState = { kind: 'IN_REVIEW', receipt: receipt(1, 100n), reason: 'PAID_LATE' }
    expect(awaiting([], [intent(1, { state: late })], payment(1n))).toBeUndefined()
    expect(awaiting([], [short(1, 40n, { refunding: 40n })], payment(1n))).toBeUndefined()
  })

  test('the only one that has its money already, as its buyer’s second payment', () => {
    const forOne = (made: Payment, of: PaymentIntent, unpaid: readonly PaymentIntent[] = []) =>
      idOf(intentFor(made, { unpaid, paid: [of] }))
    expect(forOne(payment(7n), paid(1))).toBe(intent(1).id)
    expect(forOne(payment(7n, { coinType: 'x' }), paid(1))).toBeUndefined()
    expect(forOne(payment(7n), paid(1, 100n, { wallet: drop.id as never }))).toBeUndefined()
    expect(intentFor(payment(7n), { unpaid: [], paid: [paid(1), paid(2)] })).toBeUndefined()
    // While others wait, only one that has money still.
    const two = [intent(3), intent(4)]
    expect(forOne(payment(7n), paid(1), two)).toBe(intent(1).id)
    expect(forOne(payment(7n), paid(1, 100n, { refunding: 100n }), two)).toBeUndefined()
    expect(forOne(payment(7n), paid(1, 100n, { refunding: 100n }))).toBe(intent(1).id)
    const late: IntentState = { kind: 'IN_REVIEW', receipt: receipt(1, 100n), reason: 'PAID_LATE' }
    expect(forOne(payment(7n), intent(1, { state: late }), two)).toBeUndefined()
  })
})

describe('a payment may have been made for', () => {
  const fitting = (
    unpaid: readonly PaymentIntent[],
    paidOnes: readonly PaymentIntent[] = [],
    amount = 100n,
  ) => bestFitting(payment(amount), { unpaid, paid: paidOnes }).map(({ id }) => id)
  const ids = (...numbers: readonly number[]) => numbers.map((n) => intent(n).id)

  test('those of its coin and amount that waited then, else all that waited then', () => {
    const [other, dear] = [intent(2, { coinType: 'x' }), intent(3, { unitPrice: 51n })]
    expect(fitting([intent(1), other, dear, intent(4)])).toEqual(ids(1, 4))
    expect(fitting([other, dear])).toEqual(ids(2, 3))
  })

  test('one that was called off only where no other waited', () => {
    expect(fitting([called(1, NOW), called(2, NOW - 1), intent(3)])).toEqual(ids(1, 3))
    expect(fitting([called(2, NOW - 1), intent(3, { unitPrice: 51n })])).toEqual(ids(2))
  })

  test('one that came later only where there is no other', () => {
    const [later, dearer] = [
      intent(1, { createdAt: NOW + 1 }),
      intent(2, { createdAt: NOW + 1, unitPrice: 51n }),
    ]
    expect(fitting([later, intent(3, { createdAt: NOW, unitPrice: 51n })])).toEqual(ids(3))
    expect(fitting([later, dearer])).toEqual(ids(1))
    expect(fitting([dearer])).toEqual(ids(2))
    expect(fitting([])).toEqual([])
  })

  test('one that too little came for, or that was paid later', () => {
    expect(fitting([intent(1)], [short(2, 40n)], 60n)).toEqual(ids(2))
    const after = (at: number) =>
      paid(4, 100n, {
        state: { kind: 'PAID', receipt: { ...receipt(4, 100n), at }, price: amountOf(100n), reason: null },
      })
    expect(fitting([intent(1)], [after(NOW + 1)])).toEqual(ids(1, 4))
    expect(fitting([intent(1)], [after(NOW)])).toEqual(ids(1))
  })
})
