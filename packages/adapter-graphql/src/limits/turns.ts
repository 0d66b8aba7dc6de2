import { createFairSlots } from '@dropkit/core/internal'

/** How many tasks continue in one turn: a few milliseconds of work. */
const AT_A_TIME = 100

export interface Turns {
  /** Waits for a turn, in the order of the calls. */
  next(): Promise<void>
}

/**
 * Spreads the simultaneous work of thousands of tasks over turns of the event loop, so that other input is processed in
 * between.
 */
export function createTurns(atATime = AT_A_TIME): Turns {
  let waiting: (() => void)[] = []
  let isDue = false

  function take(): void {
    const now = waiting.slice(0, atATime)
    waiting = waiting.slice(atATime)
    isDue = waiting.length > 0
    if (isDue) setImmediate(take)
    for (const goOn of now) goOn()
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (isDue) return
        isDue = true
        setImmediate(take)
      }),
  }
}

interface Slots {
  /** Waits for a slot. Call the returned function to give it back; after `longestMs`, it goes to the next task anyway. */
  take(owner: string): Promise<() => void>
}

interface SlotsOptions {
  readonly count: number
  /** So that the slow tasks of one owner do not take all slots. By default, one owner may. */
  readonly countOfOwner?: number
  readonly longestMs: number
}

/** Lets a few tasks run at the same time. Owners take turns, so that one with many tasks delays others by one. */
export function createSlots({ count, countOfOwner = count, longestMs }: SlotsOptions): Slots {
  const limits = {
    mostRunning: count,
    mostRunningOfOwner: countOfOwner,
    mostWaiting: Number.POSITIVE_INFINITY,
  }
  const inSlot = createFairSlots(limits)
  return {
    take: (owner) =>
      new Promise((resolve) => {
        const untilLeft = async () => {
          const { promise: left, resolve: leave } = Promise.withResolvers<void>()
          const timer = setTimeout(leave, longestMs).unref()
          resolve(leave)
          await left
          clearTimeout(timer)
        }
        void inSlot(owner, untilLeft)
      }),
  }
}
