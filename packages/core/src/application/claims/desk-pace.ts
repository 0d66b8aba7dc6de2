import type { Instant } from '../../domain/instant.ts'

/** How much of the newest batch's time counts beside those before it. */
const WEIGHT_OF_NEWEST = 0.2

/** A line as a newcomer finds it. */
interface LineAhead {
  /** Claims on the same drop that wait for a batch. */
  readonly waiting: number
  /** When the batch began that is being served; null when none is. */
  readonly servingSince: Instant | null
}

/** How fast the desk goes, and how long a claim that comes now would wait. */
export interface DeskPace {
  /** A batch of any drop was served; they share the store and the processor. */
  served(startedAt: Instant, now: Instant): void
  /**
   * In milliseconds: what is left of the batch that is being served, the batches of those who wait already, and the
   * claim's own.
   */
  expectedWaitMs(ahead: LineAhead, now: Instant): number
}

export function createDeskPace(batchSize: number): DeskPace {
  let batchMs: number | null = null
  return {
    served(startedAt, now) {
      const tookMs = Math.max(0, now - startedAt)
      batchMs = batchMs === null ? tookMs : batchMs + WEIGHT_OF_NEWEST * (tookMs - batchMs)
    },
    expectedWaitMs({ waiting, servingSince }, now) {
      const elapsedMs = servingSince === null ? 0 : Math.max(0, now - servingSince)
      // One that takes longer than those before it says what the next ones will take.
      const eachMs = Math.max(batchMs ?? 0, elapsedMs)
      const leftMs = servingSince === null ? 0 : Math.max(0, (batchMs ?? 0) - elapsedMs)
      return Math.ceil(leftMs + eachMs * (1 + Math.floor(waiting / batchSize)))
    },
  }
}
