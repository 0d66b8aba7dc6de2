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
}

export const NO_TAKINGS: Takings = { received: 0n, refunding: 0n, paidOut: 0n, earned: 0n }

export function kept(takings: Takings): bigint {
  const rest = takings.received - takings.refunding - takings.paidOut
  invariant(
    rest >= 0n,
    `${takings.refunding} refunded and ${takings.paidOut} paid out of ${takings.received}`,
  )
  return rest
}

/** What the owner may withdraw now: earned and not paid out yet, as far as the money is still there. */
export function withdrawable(takings: Takings): bigint {
  const due = takings.earned - takings.paidOut
  const rest = kept(takings)
  const amount = due < rest ? due : rest
  return amount > 0n ? amount : 0n
}
