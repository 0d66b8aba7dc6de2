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
  /** The turns of each owner. The first turn of the first owner is the current one. */
  const turns = new Map<string, (() => void)[]>()
  let waiting = 0

  function begin(): void {
    const [first] = turns.values()
    first?.[0]?.()
  }

  return {
    join(owner) {
      const own = turns.get(owner) ?? []
      if (waiting >= mostWaiting || own.length >= mostWaitingPerOwner) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      own.push(resolve)
      turns.set(owner, own)
      waiting++
      if (waiting === 1) begin()
      return promise
    },
    leave() {
      const [current] = turns
      if (current === undefined) return
      const [owner, own] = current
      own.shift()
      turns.delete(owner)
      if (own.length > 0) turns.set(owner, own)
      waiting--
      begin()
    },
  }
}
