import { invariant } from '../invariant.ts'

/**
 * A drop's takings, in its currency's smallest unit. received = refunding + paid out + kept, always: refunds and
 * payouts together never exceed what came in.
 */
export interface Takings {
  /** Verified payments in the drop's currency. */
  readonly received: bigint
  /** Refunds that have not failed. */
  readonly refunding: bigint
  /** Payouts that have not failed. */
  readonly paidOut: bigint
  /** What confirmed claims have earned their owner. */
  readonly earned: bigint
  /** Money of items that nobody has claimed yet: it is their buyers', and for no other refund or payout. */
  readonly owed: bigint
}

export const NO_TAKINGS: Takings = { received: 0n, refunding: 0n, paidOut: 0n, earned: 0n, owed: 0n }

export function kept(takings: Takings): bigint {
  const rest = takings.received - takings.refunding - takings.paidOut
  invariant(
    rest >= 0n,
    `${takings.refunding} refunded and ${takings.paidOut} paid out of ${takings.received}`,
  )
  return rest
}

/** What is kept and nobody's but the owner's. */
export function ownersShare(takings: Takings): bigint {
  const share = kept(takings) - takings.owed
  return share > 0n ? share : 0n
}

/** What the owner may withdraw now: earned and not paid out yet, as far as the money is still there. */
export function withdrawable(takings: Takings): bigint {
  const due = takings.earned - takings.paidOut
  const share = ownersShare(takings)
  const amount = due < share ? due : share
  return amount > 0n ? amount : 0n
}
