import { createTurns } from '../../turns.ts'

export interface Pace {
  /** Resolves when subscribers of this key may get the next update. */
  rest(key: string): Promise<void>
}

/**
 * Subscribers of the same key wait together, so that all continue from the same state, which is read and built once for
 * all. A subscriber continues at most once per `leastIntervalMs`. Subscribers continue in turns, each from the newest state
 * at its turn.
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
