import {
  type Address,
  err,
  type Instant,
  type KeyValueStore,
  ok,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { createAllowances } from '@dropkit/core/internal'

export interface SponsorLimits {
  /** MIST that may be spent on gas in a UTC day, for all senders together. */
  readonly perDay: bigint
  /** And for one sender. */
  readonly perAddress: bigint
}

export interface SponsorBudget {
  /**
   * Counts `amount` as spent, or says until when there is no more. What a transaction may cost is counted, not what it
   * does cost: whether it is ever sent is the wallet's affair.
   */
  spend(sender: Address, amount: bigint): Promise<Result<void, Refusal>>
}

const DAY_MS = 86_400_000

/** Counted in the store, for all servers on it. One row a sender, which each day overwrites. */
export function createSponsorBudget(
  store: Pick<KeyValueStore, 'transact'>,
  limits: SponsorLimits,
  now: () => Instant,
): SponsorBudget {
  const allowances = createAllowances(store, now)
  return {
    async spend(sender, amount) {
      const exceeded = await allowances.spend(
        [
          { whose: 'of all', key: 'sponsor/total', limit: limits.perDay, windowMs: DAY_MS },
          { whose: 'of one wallet', key: `sponsor/${sender}`, limit: limits.perAddress, windowMs: DAY_MS },
        ] as const,
        amount,
      )
      if (exceeded === null) return ok(undefined)
      return err(usedUp(exceeded.allowance.whose, limits, exceeded.resetsAt - now()))
    },
  }
}

function usedUp(whose: 'of all' | 'of one wallet', limits: SponsorLimits, retryAfterMs: number): Refusal {
  const limit = whose === 'of all' ? limits.perDay : limits.perAddress
  return {
    kind: 'overloaded',
    retryAfterMs,
    message: `The gas ${whose} that is paid for in a day (${limit} MIST) is used up until midnight UTC`,
    details: { limit: String(limit) },
  }
}
