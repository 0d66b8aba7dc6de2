import { createRotation } from './rotation.ts'

interface FairSlotsOptions {
  readonly mostRunning: number
  /** So that the slow tasks of one owner do not take all slots. By default, one owner may. */
  readonly mostRunningOfOwner?: number
  readonly mostWaiting: number
}

/** Returns undefined, without running the work, if it was displaced. */
type RunInSlot = <T>(owner: string, work: () => Promise<T>) => Promise<T | undefined>

/**
 * Runs a few tasks at a time. Owners take turns. If too many tasks wait, the newest task of the owner with the most waiting
 * tasks is displaced, so that an owner with many tasks displaces only its own.
 */
export function createFairSlots({
  mostRunning,
  mostRunningOfOwner = mostRunning,
  mostWaiting,
}: FairSlotsOptions): RunInSlot {
  const waiting = createRotation<string, (hasSlot: boolean) => void>()
  const runningOf = new Map<string, number>()
  let waitingCount = 0
  let running = 0

  const mayRun = (owner: string) => (runningOf.get(owner) ?? 0) < mostRunningOfOwner

  function count(owner: string, by: 1 | -1): void {
    const ofOwner = (runningOf.get(owner) ?? 0) + by
    if (ofOwner > 0) runningOf.set(owner, ofOwner)
    else runningOf.delete(owner)
    running += by
  }

  async function waitFor(owner: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting.add(owner, (hasSlot) => {
      if (hasSlot) count(owner, 1)
      resolve(hasSlot)
    })
    if (++waitingCount > mostWaiting) {
      waitingCount--
      waiting.removeFromLongest()?.(false)
    }
    return promise
  }

  return async (owner, work) => {
    if (running < mostRunning && mayRun(owner)) count(owner, 1)
    else if (!(await waitFor(owner))) return undefined
    try {
      return await work()
    } finally {
      count(owner, -1)
      const start = waiting.next(mayRun)
      if (start) {
        waitingCount--
        start(true)
      }
    }
  }
}
