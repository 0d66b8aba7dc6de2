import type { ChainAnswer } from '@dropkit/core'
import type { GuardedCalls } from './chain-calls.ts'
import { isTooLarge } from './sui-node.ts'

/** The maximum numbers of items to ask for, in decreasing order: the next one after an answer that was too much. */
export interface PageLimits {
  readonly current: number
  /** Whether there was a next one. */
  reduce(): boolean
  /** Whether even an answer to the last one was too much. */
  readonly isExhausted: boolean
}

export function pageLimits(first: number, ...others: readonly number[]): PageLimits {
  const limits = [first, ...others]
  let isExhausted = false
  return {
    get current() {
      return limits[0] ?? first
    },
    reduce() {
      if (limits.length > 1) return limits.shift() !== undefined
      isExhausted = true
      return false
    },
    get isExhausted() {
      return isExhausted
    },
  }
}

/**
 * Asks for a page. If the answer is too large, or does not arrive in time, the page is asked for again with the next limit.
 * Anyone can write transactions that are larger than what is read at once. Null if the answer is too large even then.
 */
export const askForPage = <T>(
  { ask }: Pick<GuardedCalls, 'ask'>,
  name: string,
  limits: PageLimits,
  read: (limit: number, abort: AbortSignal) => Promise<T>,
): Promise<ChainAnswer<T | null>> =>
  ask(name, async (abort) => {
    abort.addEventListener('abort', () => void limits.reduce())
    for (;;) {
      try {
        return await read(limits.current, abort)
      } catch (error) {
        if (!isTooLarge(error)) throw error
        if (!limits.reduce()) return null
      }
    }
  })
