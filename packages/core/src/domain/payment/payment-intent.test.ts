import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OWNER } from '../../testing/arbitrary/any-drop.ts'
import { anyPaidIntent, anyPaymentIntent } from '../../testing/arbitrary/any-payment-intent.ts'
import { sampleDrop, sampleToken } from '../../testing/contract/sample-records.ts'
import {
  amountDue,
  assertSound,
  itemsLeft,
  moneyFor,
  owedMoney,
  receiptOf,
  received,
  statusOf,
} from './payment-intent.ts'
import { unspentMoney } from './refund-payment.ts'

const drop = sampleDrop(sampleToken(OWNER, 1), 1, { price: { atomic: 5n, currency: 'SUI' } })

describe('a payment intent', () => {
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

  test('gives out for its items no more than came, however it was paid', () => {
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

  test('gives back at the end of its drop all that is left but what its confirmed claims cost', () => {
    fc.assert(
      fc.property(anyPaidIntent(drop), (intent) => {
        const [all, owed] = [1n << 70n, owedMoney(intent)]
        const rich = { ...drop, takings: { ...drop.takings, received: all, owed, earned: all - owed } }
        const back = unspentMoney(intent, rich)
        const kept = received(intent) - intent.refunding - back
        expect(back >= 0n && kept >= 0n).toBe(true)
        if (back > 0n) expect(kept).toBe(intent.earned)
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
})
