import {
  type Address,
  err,
  type Instant,
  type KeyValueStore,
  ok,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { createAllowances, toIso } from '@dropkit/core/internal'

/** MIST that may be spent on other people's gas in a UTC day. */
export interface SponsorLimits {
  /** For all of them together. */
  readonly perDay: bigint
  readonly perDrop: bigint
  readonly perWallet: bigint
}

/** For whose claim the gas is paid, and from which vault. */
export interface Sponsored {
  readonly claimer: Address
  readonly dropObjectId: Address
}

/** What a transaction may cost is counted, not what it does cost: some are never sent. */
export interface SponsorBudget {
  /** Counts `amount` as spent, or says which limit it exceeds and when that begins anew. */
  spend(sponsored: Sponsored, amount: bigint): Promise<Result<void, Refusal>>
  /** The same, and counts nothing in either case. */
  look(sponsored: Sponsored, amount: bigint): Promise<Result<void, Refusal>>
}

const DAY_MS = 86_400_000

/** Counted in the store, for all servers on it. One row a wallet and a drop, which each day overwrites. */
export function createSponsorBudget(
  store: Pick<KeyValueStore, 'transact'>,
  { perDay, perDrop, perWallet }: SponsorLimits,
  now: () => Instant,
): SponsorBudget {
  const allowances = createAllowances(store, now)
  const judge =
    (how: 'spend' | 'look'): SponsorBudget['spend'] =>
    async ({ claimer, dropObjectId }, amount) => {
      const limited = [
        { whose: 'of all', key: 'sponsor/total', limit: perDay, windowMs: DAY_MS },
        { whose: 'of one drop', key: `sponsor/drop/${dropObjectId}`, limit: perDrop, windowMs: DAY_MS },
        { whose: 'of one wallet', key: `sponsor/${claimer}`, limit: perWallet, windowMs: DAY_MS },
      ]
      const exceeded = await allowances[how](limited, amount)
      if (exceeded === null) return ok(undefined)
      const { whose, limit } = exceeded.allowance
      return err({
        kind: 'overloaded',
        retryAfterMs: exceeded.resetsAt - now(),
        message: `The gas ${whose} that is paid for in a day (${limit} MIST) is used up until midnight UTC`,
        details: { limit: String(limit), resetsAt: toIso(exceeded.resetsAt) },
      })
    }
  return { spend: judge('spend'), look: judge('look') }
}
