import { createOwnerRotation } from '@dropkit/core/internal'
import type { ObjectMeter } from '../limits/answer-size.ts'

/** The number of answer objects that are built in one turn of the event loop: a few milliseconds of work. */
const OBJECTS_A_TURN = 200

interface Waiting {
  readonly weight: number
  readonly goOn: () => void
}

type Request = Pick<ObjectMeter, 'owner'>

export interface Pace {
  /** Undefined if a request may work on the objects at once. Otherwise resolves in a later turn of the event loop. */
  take(request: Request, weight: number): Promise<void> | undefined
}

/**
 * Spreads the work on large answers over turns of the event loop, so that other requests are served in between. Owners take
 * their objects in rotation, and so do the requests of each owner. An answer therefore does not wait for the many answers of
 * another owner, and a small one does not wait for a large one.
 */
export function createPace(objectsATurn = OBJECTS_A_TURN): Pace {
  let left = objectsATurn
  let isDue = false
  const waiting = createOwnerRotation<Request, Waiting>()

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
      if (left > 0 && waiting.size === 0) {
        left -= weight
        return undefined
      }
      return new Promise((resolve) => waiting.add(request.owner, request, { weight, goOn: resolve }))
    },
  }
}
