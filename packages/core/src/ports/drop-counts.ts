import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { RefusalKind } from '../domain/refusal.ts'

/** The lengths of the intervals in which a drop's visits are counted: hours and days of UTC. */
export type CountInterval = 'HOUR' | 'DAY'

/**
 * What is counted of a drop: views of its claim page, wallets whose eligibility was checked, claims that were tried, and
 * refusals of them by kind.
 */
export type Counted = 'view' | 'wallet' | 'try' | `refused:${RefusalKind}`

/** How often one thing happened on a drop in one interval. */
export interface DropCount {
  readonly dropId: DropId
  readonly interval: CountInterval
  /** The start of the interval. */
  readonly at: Instant
  readonly counted: Counted
  readonly amount: number
  /** When retention may delete the count. */
  readonly expiresAt: Instant
}

/** The counts behind a drop's analytics. They contain no wallets, addresses or other personal data. */
export interface DropCounts {
  /**
   * Adds the amounts to those that are stored, in one transaction, so that the counts of several processes add up. At most
   * one of the given counts is for the same drop, interval, start and thing. Ignores drops that do not exist.
   */
  add(counts: readonly DropCount[]): Promise<void>
  /** The counts of a drop's intervals that start at `from` or later and before `to`. */
  read(
    dropId: DropId,
    range: { readonly interval: CountInterval; readonly from: Instant; readonly to: Instant },
  ): Promise<readonly Pick<DropCount, 'at' | 'counted' | 'amount'>[]>
}
