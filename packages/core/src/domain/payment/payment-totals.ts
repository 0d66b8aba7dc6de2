import { invariant } from '../invariant.ts'

/**
 * The payment totals of a drop, in its currency's smallest unit. Received money is refunded, paid out, owed to buyers, or
 * belongs to the owner. What is paid out or belongs to the owner was earned by confirmed claims: refunded + paidOut + owed
 * <= received <= refunded + earned + owed.
 */
export interface PaymentTotals {
  /** Verified payments in the drop's currency. */
  readonly received: bigint
  /** Refunds that have not failed. */
  readonly refunded: bigint
  /** Payouts that have not failed. */
  readonly paidOut: bigint
  /** The price of confirmed claims. */
  readonly earned: bigint
  /** What buyers have paid and no confirmed claim has earned. It is reserved for these buyers. */
  readonly owed: bigint
}

export const NO_PAYMENTS: PaymentTotals = { received: 0n, refunded: 0n, paidOut: 0n, earned: 0n, owed: 0n }

/** Throws if money would be promised twice, or belong to the owner before it is earned. */
export function assertPaymentTotals(totals: PaymentTotals): PaymentTotals {
  const { received, refunded, paidOut, earned, owed } = totals
  invariant(
    owed >= 0n && refunded + paidOut + owed <= received,
    `${refunded} refunded, ${paidOut} paid out and ${owed} owed of ${received}`,
  )
  invariant(
    received <= refunded + earned + owed,
    `${refunded} refunded, ${earned} earned and ${owed} owed are not all of ${received}`,
  )
  return totals
}

/** What is left of the received money in the treasury. */
export const keptInTreasury = (totals: PaymentTotals): bigint => {
  const { received, refunded, paidOut } = assertPaymentTotals(totals)
  return received - refunded - paidOut
}

/** What the owner may withdraw: confirmed claims have earned it, and it is not owed to a buyer. */
export const withdrawable = (totals: PaymentTotals): bigint => keptInTreasury(totals) - totals.owed
