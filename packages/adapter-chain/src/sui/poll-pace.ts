import type { Instant } from '@dropkit/core'

/** For this long after the last activity, every poll reads the ledger. */
const BUSY_MS = 10_000
const SHORTEST_INTERVAL_MS = 500
/** The interval grows with the quiet time: after 40 s without activity it is 5 s. */
const QUIET_TO_INTERVAL = 8

/** Decides how often the ledger is read, so that an idle server costs the node few requests. */
export interface PollPace {
  /** The service has used the chain, or the ledger has shown something: changes are likely. */
  noteActivity(): void
  /** Whether this reader should read the ledger now. If so, its interval starts again. */
  isDue(reader: string): boolean
}

/** `longestIntervalMs`: the longest time between two reads by one reader. 0 reads at every poll. */
export function createPollPace(now: () => Instant, longestIntervalMs: number): PollPace {
  let activeAt = now()
  const readAt = new Map<string, Instant>()

  function intervalMs(): number {
    const quietMs = now() - activeAt
    if (quietMs < BUSY_MS) return 0
    return Math.min(Math.max(quietMs / QUIET_TO_INTERVAL, SHORTEST_INTERVAL_MS), longestIntervalMs)
  }

  return {
    noteActivity() {
      activeAt = now()
    },
    isDue(reader) {
      const last = readAt.get(reader)
      const isDue = last === undefined || now() < last || now() - last >= intervalMs()
      if (isDue) readAt.set(reader, now())
      return isDue
    },
  }
}
