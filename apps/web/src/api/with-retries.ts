import { ApiRefusal } from './api-refusal.ts'

const MOST_TRIES = 12
const SHORTEST_MS = 400
const LONGEST_MS = 8_000
/** What passes only later, such as a limit per day, is shown instead of waited for. */
const LONGEST_WAIT_MS = 120_000
/** Not retryable by the letter, but they pass by themselves. */
const PASSING = new Set(['RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS'])

export const mayPass = (fault: unknown): fault is ApiRefusal =>
  fault instanceof ApiRefusal &&
  (fault.retryable || PASSING.has(fault.code)) &&
  (fault.retryAfterMs ?? 0) <= LONGEST_WAIT_MS

interface RetryOptions {
  /** Told before each wait. */
  readonly onWait: (fault: ApiRefusal, delayMs: number) => void
  readonly wait: (ms: number) => Promise<void>
  /** From 0 to 1, so that not all who were turned away come back at once. */
  readonly random: () => number
}

/** Does `work` again after refusals that pass, later each time or when the service says. Throws any other, and the last. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { onWait, wait, random }: RetryOptions,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (fault) {
      if (!mayPass(fault) || tries >= MOST_TRIES) throw fault
      const backoffMs = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (tries - 1))
      const delayMs = Math.round((fault.retryAfterMs ?? backoffMs) * (1 + random() / 2))
      onWait(fault, delayMs)
      await wait(delayMs)
    }
  }
}
