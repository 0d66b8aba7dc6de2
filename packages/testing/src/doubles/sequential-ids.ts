import type { Ids } from '@dropkit/core'

/**
 * Creates ids from a counter, in the form that the port requires (UUID version 7). They are the same in every run and
 * sorted by time. Different seeds give different ids.
 */
export function createSequentialIds(seed = 0): Ids {
  let count = 0
  return {
    next(now) {
      count++
      const time = now.toString(16).padStart(12, '0')
      const middle = (seed % 0x1000).toString(16).padStart(3, '0')
      return `${time}7${middle}8${count.toString(16).padStart(15, '0')}`
    },
  }
}
