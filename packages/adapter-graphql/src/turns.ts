/** So many go on in one turn: a few milliseconds of work. */
const AT_A_TIME = 100

export interface Turns {
  /** Waits for a turn; first come, first served. */
  next(): Promise<void>
}

/**
 * Spreads what thousands do at the same moment over turns of the event loop, so that whatever else comes in meanwhile
 * is read, worked on and answered in between.
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
