import { invariant } from '../invariant.ts'

/**
 * A drop's takings, in its currency's smallest unit. What came in was promised back, paid out, is owed to buyers or is
 * its owner's; and what was paid out or is its owner's, confirmed claims have earned:
 * refunding + paidOut + owed <= received <= refunding + earned + owed.
 */
export interface Takings {
  /** Verified payments in the drop's currency. */
  readonly received: bigint
  /** Refunds that have not failed. */
  readonly refunding: bigint
  /** Payouts that have not failed. */
  readonly paidOut: bigint
  /** What confirmed claims have cost. */
  readonly earned: bigint
  /** What buyers have paid and no confirmed claim has earned: theirs, and for no other refund or payout. */
  readonly owed: bigint
}

export const NO_TAKINGS: Takings = { received: 0n, refunding: 0n, paidOut: 0n, earned: 0n, owed: 0n }

/** Throws when money would be promised twice, or be the owner's that nobody has earned. */
export function assertTakings(takings: Takings): Takings {
  const { received, refunding, paidOut, earned, owed } = takings
  invariant(
    owed >= 0n && refunding + paidOut + owed <= received,
    `${refunding} refunded, ${paidOut} paid out and ${owed} owed of ${received}`,
  )
  invariant(
    received <= refunding + earned + owed,
    `${refunding} refunded, ${earned} earned and ${owed} owed are not all of ${received}`,
  )
  return takings
}

/** What the treasury still has. */
export const kept = (takings: Takings): bigint => {
  const { received, refunding, paidOut } = assertTakings(takings)
  return received - refunding - paidOut
}

/** What is kept and owed to nobody: confirmed claims have earned it, and the owner may withdraw it. */
export const ownersShare = (takings: Takings): bigint => kept(takings) - takings.owed
