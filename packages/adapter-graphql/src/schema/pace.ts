import { createRotation } from '@dropkit/core/internal'

/** The number of answer objects that are built in one turn of the event loop: a few milliseconds of work. */
const OBJECTS_A_TURN = 200

interface Waiting {
  readonly weight: number
  readonly goOn: () => void
}

export interface Pace {
  /** Undefined if a request may work on the objects at once. Otherwise resolves in a later turn of the event loop. */
  take(request: object, weight: number): Promise<void> | undefined
}

/**
 * Spreads the work on large answers over turns of the event loop, so that other requests are served in between. Requests
 * take their objects in rotation, so that a small answer does not wait for a large one.
 */
export function createPace(objectsATurn = OBJECTS_A_TURN): Pace {
  let left = objectsATurn
  let isDue = false
  const waiting = createRotation<object, Waiting>()

  function turn(): void {
    left = objectsATurn
    const now: Waiting[] = []
    while (left > 0) {
      const next = waiting.next()
      if (!next) break
      left -= next.weight
      now.push(next)
    }
    isDue = now.length > 0
    if (isDue) setImmediate(turn)
    for (const { goOn } of now) goOn()
  }

  return {
    take(request, weight) {
      if (!isDue) {
        isDue = true
        setImmediate(turn)
      }
      if (left > 0 && waiting.keyCount === 0) {
        left -= weight
        return undefined
      }
      return new Promise((resolve) => waiting.add(request, { weight, goOn: resolve }))
    },
  }
}
