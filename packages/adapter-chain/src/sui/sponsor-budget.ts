import {
  type Address,
  err,
  type Instant,
  type KeyValueStore,
  ok,
  type Refusal,
  type Result,
} from '@dropkit/core'

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
const TOTAL_KEY = 'sponsor/total'

/** Counted in the store, for all servers on it. One row a sender, which each day overwrites. */
export function createSponsorBudget(
  store: Pick<KeyValueStore, 'transact'>,
  limits: SponsorLimits,
  now: () => Instant,
): SponsorBudget {
  return {
    spend(sender, amount) {
      const at = now()
      const day = Math.floor(at / DAY_MS)
      const senderKey = `sponsor/${sender}`
      return store.transact<Result<void, Refusal>>([TOTAL_KEY, senderKey], (values) => {
        const total = spentOn(day, values.get(TOTAL_KEY)) + amount
        const own = spentOn(day, values.get(senderKey)) + amount
        const over = total > limits.perDay ? 'of all' : own > limits.perAddress ? 'of one wallet' : null
        if (over !== null) {
          return { writes: new Map(), result: err(usedUp(over, limits, (day + 1) * DAY_MS - at)) }
        }
        const writes = new Map([
          [TOTAL_KEY, `${day} ${total}`],
          [senderKey, `${day} ${own}`],
        ])
        return { writes, result: ok(undefined) }
      })
    },
  }
}

/** A value is the number of the day and what was spent on it. */
function spentOn(day: number, value: string | undefined): bigint {
  const [lastDay, spent = '0'] = (value ?? '').split(' ')
  return lastDay === String(day) ? BigInt(spent) : 0n
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
