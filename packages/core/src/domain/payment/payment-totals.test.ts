import { describe, expect, test } from 'vitest'
import { assertPaymentTotals, NO_PAYMENTS, type PaymentTotals, withdrawable } from './payment-totals.ts'

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
    ['a debt that nobody has', { owed: -1n, earned: 90n }],
    ['money that is the owner’s though no claim has earned it', { earned: 29n }],
  ])('are unsound with %s', (_, fault) => {
    expect(() => assertPaymentTotals({ ...sound, ...fault })).toThrow('invariant broken')
  })
})
