import type { Clock, Stopwatch } from '../ports/index.ts'

/** The largest number of items that one run of a background job handles. */
export const MOST_ITEMS_PER_RUN = 500
/** A run that has handled an item starts no further one after this time. */
export const MOST_RUN_MS = 1_000

/**
 * The remaining budget of one run of a background job. A job handles items until `isSpent()`, stores its cursor in `memo`,
 * and asks to run again. It loads at most `itemsLeft` items at once.
 */
export interface RunBudget {
  /** How many more items the run may load and handle; 0 if the budget is spent. */
  readonly itemsLeft: number
  /** Whether the run must end now. Never before the first item was handled, so every run makes progress. */
  isSpent(): boolean
  /** Counts handled items. Call it after each one. */
  spend(items?: number): void
}

/** The inputs of a job's run besides its subject. */
export interface JobRun {
  /** What the last run stored for this one, for example a cursor. */
  readonly memo: string | null
  /** How often the job was taken since it last succeeded; 1 for the first time. */
  readonly attempts: number
  readonly budget: RunBudget
}

interface RunBudgetOptions {
  readonly clock: Clock
  /** Without it, the clock measures the run, and a clock jump can end a run early or extend it. */
  readonly stopwatch?: Stopwatch | undefined
  readonly maxItems?: number
  readonly maxMs?: number
}

/** A budget that starts now. */
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
