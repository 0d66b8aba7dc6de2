import { ABORTED, type Refusal, type Result, refused } from './result.ts'

const MOST_TRIES = 12
const SHORTEST_MS = 300
const LONGEST_MS = 8_000

/** How an operation is retried. */
export interface RetryTerms {
  readonly signal?: AbortSignal | undefined
  /** Called before each wait. */
  readonly onWait?: ((refusal: Refusal, delayMs: number) => void) | undefined
  /** Called after each wait. */
  readonly onRetry?: (() => void) | undefined
  /** If the server asks for a longer wait than this, the refusal is the result. */
  readonly longestWaitMs: number
}

/** Resolves to true after the delay, or to false at once if the signal aborts. */
export const pause = (delayMs: number, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const end = (isOver: boolean) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(isOver)
    }
    const abort = () => end(false)
    const timer = setTimeout(() => end(true), delayMs)
    signal?.addEventListener('abort', abort)
  })

/** Exponential, with jitter, so that clients that were refused together do not retry together. */
export const backoffMs = (tries: number): number =>
  Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (tries - 1)) * (1 + Math.random() / 2)

/** Repeats `work` after retryable refusals, with growing delays or after the delay that the server asks for. */
export async function withRetries<Value>(
  work: () => Promise<Result<Value>>,
  { signal, onWait, onRetry, longestWaitMs }: RetryTerms,
): Promise<Result<Value>> {
  for (let tries = 1; ; tries += 1) {
    const result = await work()
    if (result.ok || !result.refusal.retryable || tries >= MOST_TRIES) return result
    const { retryAfterMs } = result.refusal
    // Jitter only adds to the delay, because the server would refuse an earlier retry again.
    const delayMs = retryAfterMs === undefined ? backoffMs(tries) : retryAfterMs * (1 + Math.random() / 4)
    if (delayMs > longestWaitMs) return result
    onWait?.(result.refusal, delayMs)
    if (!(await pause(delayMs, signal))) return refused(ABORTED)
    onRetry?.()
  }
}
