/** The number of answer objects that are built in one turn of the event loop: a few milliseconds of work. */
const OBJECTS_A_TURN = 200

interface Waiting {
  readonly weight: number
  readonly goOn: () => void
}

export interface Pace {
  /** Undefined if work on the objects may start at once. Otherwise resolves in a later turn of the event loop. */
  take(weight: number): Promise<void> | undefined
}

/** Spreads the work on large answers over turns of the event loop, so that other requests are served in between. */
export function createPace(objectsATurn = OBJECTS_A_TURN): Pace {
  let left = objectsATurn
  let isDue = false
  let waiting: Waiting[] = []

  function turn(): void {
    left = objectsATurn
    let taken = 0
    for (const { weight } of waiting) {
      if (left <= 0) break
      left -= weight
      taken++
    }
    const now = waiting.slice(0, taken)
    waiting = waiting.slice(taken)
    isDue = waiting.length > 0 || taken > 0
    if (isDue) setImmediate(turn)
    for (const { goOn } of now) goOn()
  }

  return {
    take(weight) {
      if (!isDue) {
        isDue = true
        setImmediate(turn)
      }
      if (left > 0 && waiting.length === 0) {
        left -= weight
        return undefined
      }
      return new Promise((resolve) => waiting.push({ weight, goOn: resolve }))
    },
  }
}
