import {
  amountOf,
  type Drop,
  type IntentState,
  type PaymentIntent,
  type Refund,
  type StatusReason,
} from '@dropkit/core'
import { amountDue, itemsLeft, MAX_AMOUNT, moneyFor } from '@dropkit/core/internal'
import fc from 'fast-check'
import { sampleIntent, sampleReceipt, sampleRefund } from '../contract/sample-accounts.ts'
import { sampleAddress } from '../contract/sample-records.ts'
import { anyPositiveAmount } from './any-amount.ts'

const OTHER_COIN = `${sampleAddress(0xc)}::usdc::USDC`
const REASONS: readonly StatusReason[] = ['UNDERPAID', 'PAID_LATE', 'WRONG_SENDER', 'WRONG_COIN', 'SOLD_OUT']

/** A paid intent, in full or approved by the drop's owner. Some of it may be claimed, and some refunded. */
export const anyPaidIntent = (drop: Drop): fc.Arbitrary<PaymentIntent> =>
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 20 }),
      unitPrice: anyPositiveAmount(MAX_AMOUNT / 20n),
      coinType: fc.constantFrom(null, null, null, OTHER_COIN),
      percent: fc.constantFrom(1n, 50n, 99n, 100n, 100n, 100n, 101n, 250n),
    })
    .chain(({ quantity, unitPrice, coinType, percent }) => {
      const blank = sampleIntent(drop, 1, { quantity, unitPrice, held: 0 })
      const share = (amountDue(blank) * percent) / 100n
      const amount = amountOf(share < 1n ? 1n : share > MAX_AMOUNT ? MAX_AMOUNT : share)
      const receipt = sampleReceipt(1, { amount, coinType: coinType ?? blank.coinType })
      const refunds = fc.tuple(fc.bigInt({ min: 0n, max: amount }), fc.bigInt({ min: 0n, max: amount }))
      const upTo = fc.integer({ min: 0, max: quantity })
      return fc
        .tuple(fc.tuple(upTo, upTo), fc.constantFrom(null, 'OVERPAID' as const), refunds)
        .map(([[one, other], reason, [refunding, refunded]]): PaymentIntent => {
          const isFull = coinType === null && amount >= amountDue(blank)
          const price = isFull ? amountOf(amountDue(blank)) : amount
          const state: IntentState = { kind: 'PAID', receipt, price, reason }
          const [confirmed, spent] = one < other ? [one, other] : [other, one]
          const claimed = { ...blank, state, spent, refunding }
          const paid = { ...claimed, earned: moneyFor(claimed, confirmed) }
          return { ...paid, refunded: refunded < refunding ? refunded : refunding, held: itemsLeft(paid) }
        })
    })

/** An intent in any state. */
export const anyPaymentIntent = (drop: Drop): fc.Arbitrary<PaymentIntent> => {
  const candidate = fc.constantFrom(null, 'candidate')
  const { createdAt } = sampleIntent(drop, 1)
  const unpaid: fc.Arbitrary<IntentState> = fc.oneof(
    fc.constant({ kind: 'PENDING' } as const),
    fc.constant({ kind: 'PROCESSING', candidate: 'candidate', since: createdAt } as const),
    candidate.map((named) => ({ kind: 'EXPIRED', candidate: named }) as const),
    candidate.map((named) => ({ kind: 'CANCELLED', candidate: named, at: createdAt }) as const),
  )
  const open = unpaid.map((state) =>
    sampleIntent(drop, 1, { state, held: state.kind === 'PENDING' || state.kind === 'PROCESSING' ? 2 : 0 }),
  )
  const inReview = fc
    .tuple(anyPaidIntent(drop), fc.constantFrom(...REASONS), fc.boolean())
    .map(([paid, reason, isCounted]): PaymentIntent => {
      const receipt = sampleReceipt(1, { ...('receipt' in paid.state ? paid.state.receipt : {}), isCounted })
      return { ...paid, state: { kind: 'IN_REVIEW', receipt, reason }, held: 0, spent: 0, earned: 0n }
    })
  return fc.oneof(open, anyPaidIntent(drop), inReview)
}

/** Any possible refund of this intent. */
export const anyRefund = (intent: PaymentIntent): fc.Arbitrary<Refund> =>
  fc
    .tuple(
      anyPositiveAmount(),
      fc.constantFrom<Refund['state'][]>(
        { kind: 'PENDING' },
        { kind: 'SUCCEEDED', txHash: 'digest' },
        { kind: 'FAILED', reason: 'refused' },
      ),
    )
    .map(([amount, state]) => sampleRefund(intent, 1, { amount, state }))
