import { createRotation } from '@dropkit/core/internal'

interface FairQueue {
  /** Resolves when it is the caller's turn. Undefined if too many wait. The caller must call `leave` once, after its turn. */
  join(owner: string): Promise<void> | undefined
  /** Ends the current turn. */
  leave(): void
}

interface FairQueueOptions {
  /** These limits include the one whose turn it is. */
  readonly mostWaiting: number
  readonly mostWaitingPerOwner: number
}

/**
 * One turn at a time. Owners have their turns in rotation, so an owner who waits often delays another by one turn only.
 */
export function createFairQueue({ mostWaiting, mostWaitingPerOwner }: FairQueueOptions): FairQueue {
  /** Starts each turn. The next one is the current turn until it ends. */
  const turns = createRotation<string, () => void>()
  let waiting = 0

  return {
    join(owner) {
      if (waiting >= mostWaiting || turns.sizeOf(owner) >= mostWaitingPerOwner) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      turns.add(owner, resolve)
      waiting++
      if (waiting === 1) resolve()
      return promise
    },
    leave() {
      if (turns.next() === undefined) return
      waiting--
      turns.peek()?.()
    },
  }
}
