import { StoreUnavailable } from '../store-unavailable.ts'

/** The maximum number of waiting reads; further ones are rejected. */
const MOST_WAITING = 1_000

/** Runs at most `most` tasks at a time. The others wait in order. */
export function createBoundedShare(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async (work) => {
    if (running < most) running++
    else {
      if (waiting.length >= MOST_WAITING) {
        throw new StoreUnavailable(`Postgres: ${waiting.length} long reads wait already`, { retryable: true })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
