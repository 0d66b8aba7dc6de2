import { ApiRefusal } from './api-refusal.ts'

const MOST_TRIES = 12
const SHORTEST_MS = 400
const LONGEST_MS = 8_000
/** An error with a longer wait, such as a daily limit, is shown instead of waited for. */
const LONGEST_WAIT_MS = 120_000
/** These codes are not marked as retryable, but a retry can succeed. */
const PASSING = new Set(['RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS'])

export const mayPass = (fault: unknown): fault is ApiRefusal =>
  fault instanceof ApiRefusal &&
  (fault.retryable || PASSING.has(fault.code)) &&
  (fault.retryAfterMs ?? 0) <= LONGEST_WAIT_MS

interface RetryOptions {
  /** Called before each wait. */
  readonly onWait: (fault: ApiRefusal, delayMs: number) => void
  readonly wait: (ms: number) => Promise<void>
  /** Returns a number from 0 to 1. It spreads the retries of clients that were refused together. */
  readonly random: () => number
}

/**
 * Retries `work` after errors that may pass, with growing delays or after the delay that the server asks for. Throws any
 * other error, and the error of the last attempt.
 */
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
