import { createRotation } from './rotation.ts'

interface FairSlotsOptions {
  readonly mostRunning: number
  readonly mostWaiting: number
}

/** Returns undefined, without running the work, if it was displaced. */
type RunInSlot = <T>(owner: string, work: () => Promise<T>) => Promise<T | undefined>

/**
 * Runs a few tasks at a time. Owners take turns. If too many tasks wait, the newest task of the owner with the most waiting
 * tasks is displaced, so that an owner with many tasks displaces only its own.
 */
export function createFairSlots({ mostRunning, mostWaiting }: FairSlotsOptions): RunInSlot {
  const waiting = createRotation<string, (hasSlot: boolean) => void>()
  let waitingCount = 0
  let running = 0

  async function waitFor(owner: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting.add(owner, resolve)
    if (++waitingCount > mostWaiting) {
      waitingCount--
      waiting.removeFromLongest()?.(false)
    }
    return promise
  }

  return async (owner, work) => {
    if (running < mostRunning) running++
    else if (!(await waitFor(owner))) return undefined
    try {
      return await work()
    } finally {
      const start = waiting.next()
      if (start) {
        waitingCount--
        start(true)
      } else running--
    }
  }
}
