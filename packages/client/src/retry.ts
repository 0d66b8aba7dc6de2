import { ABORTED, type Refusal, type Result, refused } from './result.ts'

const MOST_TRIES = 12
const SHORTEST_MS = 300
const LONGEST_MS = 8_000

/** How patient an operation is. */
export interface RetryTerms {
  readonly signal?: AbortSignal | undefined
  /** Called before each wait. */
  readonly onWait?: ((refusal: Refusal, delayMs: number) => void) | undefined
  /** Longer waits than this are not waited for: the refusal is the result. */
  readonly longestWaitMs: number
}

/** Ends early, with false, if the signal aborts. */
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

/** Exponential, with jitter, so that clients that were turned away together do not return together. */
export const backoffMs = (tries: number): number =>
  Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (tries - 1)) * (1 + Math.random() / 2)

/** Repeats `work` after refusals that pass: later each time, or when the service says. */
export async function withRetries<Value>(
  work: () => Promise<Result<Value>>,
  { signal, onWait, longestWaitMs }: RetryTerms,
): Promise<Result<Value>> {
  for (let tries = 1; ; tries += 1) {
    const result = await work()
    if (result.ok || !result.refusal.retryable || tries >= MOST_TRIES) return result
    const { retryAfterMs } = result.refusal
    // Jitter only adds: earlier than told would be refused again.
    const delayMs = retryAfterMs === undefined ? backoffMs(tries) : retryAfterMs * (1 + Math.random() / 4)
    if (delayMs > longestWaitMs) return result
    onWait?.(result.refusal, delayMs)
    if (!(await pause(delayMs, signal))) return refused(ABORTED)
  }
}
