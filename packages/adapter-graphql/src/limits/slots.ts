import { createRotation } from '@dropkit/core/internal'

export interface Slots {
  /** Waits for a slot. Call the returned function to give it back; after `longestMs`, it goes to the next task anyway. */
  take(owner: string): Promise<() => void>
}

/** Lets a few tasks run at the same time. Owners take turns, so that one with many tasks delays others by one. */
export function createSlots(count: number, longestMs: number): Slots {
  const waiting = createRotation<string, { readonly start: () => void }>()
  let free = count

  function leaving(): () => void {
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      clearTimeout(timer)
      const next = waiting.next()
      if (next) next.start()
      else free++
    }
    const timer = setTimeout(leave, longestMs).unref()
    return leave
  }

  return {
    take(owner) {
      if (free > 0) {
        free--
        return Promise.resolve(leaving())
      }
      return new Promise((resolve) => waiting.add(owner, { start: () => resolve(leaving()) }))
    },
  }
}
