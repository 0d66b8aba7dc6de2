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

/** The MIST that may be spent on sponsored gas in one UTC day. */
export interface SponsorLimits {
  /** For all sponsored transactions together. */
  readonly perDay: bigint
  readonly perDrop: bigint
  readonly perWallet: bigint
}

/** The claimer whose gas is paid, and the vault of the claim. */
export interface Sponsored {
  readonly claimer: Address
  readonly dropObjectId: Address
}

/** Counts the gas budget of a transaction, not its actual cost, because some transactions are never sent. */
export interface SponsorBudget {
  /** Counts `amount` as spent. If it exceeds a limit, counts nothing and returns which limit and when that limit resets. */
  spend(sponsored: Sponsored, amount: bigint): Promise<Result<void, Refusal>>
  /** Makes the same check, but never counts anything. */
  look(sponsored: Sponsored, amount: bigint): Promise<Result<void, Refusal>>
}

const DAY_MS = 86_400_000

const WHOSE_GAS = { service: 'of all', drop: 'of one drop', wallet: 'of one wallet' } as const

/**
 * Counts are stored in the store, so all servers share them. There is one row per wallet and per drop; each day overwrites
 * it.
 */
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
        { budget: 'service', key: 'sponsor/total', limit: perDay, windowMs: DAY_MS },
        { budget: 'drop', key: `sponsor/drop/${dropObjectId}`, limit: perDrop, windowMs: DAY_MS },
        { budget: 'wallet', key: `sponsor/${claimer}`, limit: perWallet, windowMs: DAY_MS },
      ] as const
      const exceeded = await allowances[how](limited, amount)
      if (exceeded === null) return ok(undefined)
      const { budget, limit } = exceeded.allowance
      return err({
        kind: 'overloaded',
        retryAfterMs: exceeded.resetsAt - now(),
        message: `The gas ${WHOSE_GAS[budget]} that is paid for in a day (${limit} MIST) is used up until midnight UTC`,
        details: { gasBudget: budget, limit: String(limit), resetsAt: toIso(exceeded.resetsAt) },
      })
    }
  return { spend: judge('spend'), look: judge('look') }
}
