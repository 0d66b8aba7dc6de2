import type { Instant } from '../domain/instant.ts'

/** For so long after somebody was turned away nobody's wait is borne: a crowd that stays has not come at once. */
const STRICT_MS = 30_000

/**
 * Tells a crowd that comes at once, which only has to wait, from more than can ever be served. By its size, not by how
 * long it has to wait: the slower a machine is the longer the same crowd takes.
 */
export interface Patience {
  /** Whether who would wait so long at this instant is to be turned away. Instants need only count milliseconds. */
  isTooLong(waitMs: number, now: Instant): boolean
}

/**
 * Waits of up to `longestMs` are always borne. Longer ones are too for as many in a row as a `crowd` has, for they may
 * all have come at once; whoever comes after them is turned away.
 */
export function createPatience(longestMs: number, crowd: number): Patience {
  let borne = 0
  let strictUntil = Number.NEGATIVE_INFINITY
  return {
    isTooLong(waitMs, now) {
      if (waitMs <= longestMs) {
        borne = 0
        return false
      }
      if (borne < crowd && now >= strictUntil) {
        borne++
        return false
      }
      strictUntil = now + STRICT_MS
      return true
    },
  }
}
