import { createTurns } from '../../turns.ts'

export interface Pace {
  /** Waits for the next time that those who follow this may be told something. */
  rest(key: string): Promise<void>
}

/**
 * Who follows the same rests together, so that all of them go on from the same state, which is then read and shown
 * once for all. Nobody goes on twice within `leastIntervalMs`. They go on in turns, each of them from what is newest
 * when its turn comes.
 */
export function createPace(leastIntervalMs: number): Pace {
  const rests = new Map<string, Promise<void>>()
  const turns = createTurns()

  function begin(key: string): Promise<void> {
    const rest = new Promise<void>((resolve) => {
      setTimeout(() => {
        rests.delete(key)
        resolve()
      }, leastIntervalMs).unref()
    })
    rests.set(key, rest)
    return rest
  }

  return {
    async rest(key) {
      await (rests.get(key) ?? begin(key))
      await turns.next()
    },
  }
}
