import {
  type Address,
  err,
  type Instant,
  type KeyValueStore,
  ok,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { countedKey, createAllowances, toIso } from '@dropkit/core/internal'

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
  /**
   * Counts a transaction that may be sent several times. `taken` is like `spend`, and counts nothing if the transaction is
   * counted already. `spent` makes the count final. `unspent` gives it back unless it is final. The transaction is
   * remembered until `until`, after which it is never sent again.
   */
  once(
    report: 'taken' | 'spent' | 'unspent',
    sponsored: Sponsored,
    amount: bigint,
    transaction: { readonly digest: string; readonly until: Instant },
  ): Promise<Result<void, Refusal>>
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
  const limitsOf = ({ claimer, dropObjectId }: Sponsored) =>
    [
      { budget: 'service', key: 'sponsor/total', limit: perDay, windowMs: DAY_MS },
      { budget: 'drop', key: `sponsor/drop/${dropObjectId}`, limit: perDrop, windowMs: DAY_MS },
      { budget: 'wallet', key: `sponsor/${claimer}`, limit: perWallet, windowMs: DAY_MS },
    ] as const

  function answer(exceeded: Awaited<ReturnType<typeof spend>>): Result<void, Refusal> {
    if (exceeded === null) return ok(undefined)
    const { budget, limit } = exceeded.allowance
    return err({
      kind: 'overloaded',
      retryAfterMs: exceeded.resetsAt - now(),
      message: `The gas ${WHOSE_GAS[budget]} that is paid for in a day (${limit} MIST) is used up until midnight UTC`,
      details: { gasBudget: budget, limit: String(limit), resetsAt: toIso(exceeded.resetsAt) },
    })
  }

  const spend = (sponsored: Sponsored, amount: bigint) => allowances.spend(limitsOf(sponsored), amount)

  return {
    spend: async (sponsored, amount) => answer(await spend(sponsored, amount)),
    look: async (sponsored, amount) => answer(await allowances.look(limitsOf(sponsored), amount)),
    async once(report, sponsored, amount, { digest, until }) {
      const use = { key: countedKey({ digest: `sponsor/${digest}`, until }), isFirstFree: false }
      return answer(await allowances.once(report, limitsOf(sponsored), amount, use))
    },
  }
}
