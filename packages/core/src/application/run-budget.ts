import type { Clock, Stopwatch } from '../ports/index.ts'

/** The most items that one run of a background job handles. */
export const MOST_ITEMS_PER_RUN = 500
/** A run that has handled an item takes no further one after this time. */
export const MOST_RUN_MS = 1_000

/**
 * What one run of a background job may still do. A job handles items until `isSpent()`, keeps its cursor in `memo`, and
 * asks to be run again. Load at most `itemsLeft` items at once.
 */
export interface RunBudget {
  /** How many more items the run may load and handle; 0 when it is spent. */
  readonly itemsLeft: number
  /** Whether the run must end now. Never before the first item was handled, so that every run makes progress. */
  isSpent(): boolean
  /** Counts items that were handled; call it after each one. */
  spend(items?: number): void
}

/** What a run of a job gets besides its subject. */
export interface JobRun {
  /** What the last run left for this one, for example a cursor. */
  readonly memo: string | null
  /** How often the job has been taken since it last succeeded; 1 for the first time. */
  readonly attempts: number
  readonly budget: RunBudget
}

export interface RunBudgetOptions {
  readonly clock: Clock
  /** Without it, the clock measures the run: a jump of it can then end a run early, or let it run for longer. */
  readonly stopwatch?: Stopwatch | undefined
  readonly maxItems?: number
  readonly maxMs?: number
}

/** A budget that begins now. */
export function createRunBudget({
  clock,
  stopwatch,
  maxItems = MOST_ITEMS_PER_RUN,
  maxMs = MOST_RUN_MS,
}: RunBudgetOptions): RunBudget {
  const readMs = stopwatch === undefined ? () => clock.now() : () => stopwatch.elapsedMs()
  const startedAt = readMs()
  let spent = 0
  const isSpent = () => spent >= maxItems || (spent > 0 && readMs() - startedAt >= maxMs)
  return {
    get itemsLeft() {
      return isSpent() ? 0 : maxItems - spent
    },
    isSpent,
    spend(items = 1) {
      spent += items
    },
  }
}
