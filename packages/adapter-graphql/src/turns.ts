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
