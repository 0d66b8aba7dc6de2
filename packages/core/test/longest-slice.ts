import type { Slices } from '../src/domain/slices.ts'

const MAX_TRIES = 3

/**
 * The CPU time of the longest slice, in milliseconds. A long one is measured up to three times, because a slice can pay for
 * a collection of garbage.
 */
export function longestSliceMs(begin: () => Slices<unknown>, limitMs = 50): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MAX_TRIES && least >= limitMs; tries++) {
    const work = begin()
    let longest = 0
    for (let isDone = false; !isDone; ) {
      const before = process.threadCpuUsage()
      isDone = work.next().done === true
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1_000)
    }
    least = Math.min(least, longest)
  }
  return least
}
