import { createOwnerRotation } from '@dropkit/core/internal'
import type { ObjectMeter } from '../limits/answer-size.ts'
import { yieldsToConnections } from '../limits/turns.ts'

/** The number of answer objects that are built in one turn of the event loop: a few milliseconds of work. */
export const OBJECTS_A_TURN = 200

/** The part of these that single objects of one owner, and of all owners together, may take in addition without waiting. */
const SHARE_OF_OWNER = 0.05
const SHARE_OF_ALL = 0.5

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
 * another owner, and a small one does not wait for a large one. A few single objects of each owner do not wait at all, because a
 * small answer would otherwise wait for a turn at each of its levels.
 */
export function createPace(objectsATurn = OBJECTS_A_TURN): Pace {
  let left = objectsATurn
  let isDue = false
  /** The single objects of this turn that did not wait. */
  let singles = 0
  const singlesOf = new Map<string, number>()
  const waiting = createOwnerRotation<Request, Waiting>()

  function turn(): void {
    singles = 0
    singlesOf.clear()
    if (yieldsToConnections()) {
      setImmediate(turn)
      return
    }
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

  function isSingleWithRoom({ owner }: Request, weight: number): boolean {
    const own = singlesOf.get(owner) ?? 0
    if (weight > 1 || own >= SHARE_OF_OWNER * objectsATurn - 1 || singles >= SHARE_OF_ALL * objectsATurn)
      return false
    singlesOf.set(owner, own + 1)
    singles++
    return true
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
      if (isSingleWithRoom(request, weight)) return undefined
      return new Promise((resolve) => waiting.add(request.owner, request, { weight, goOn: resolve }))
    },
  }
}
