import { isStoreUnavailable } from '@dropkit/core'
import type { Load, Loaded, Row } from '../database.ts'

interface Asked {
  readonly load: Load
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Runs the reads that are requested by one task and its microtasks together, with one round trip. If that fails, each is
 * retried alone, so that none fails because of another one.
 */
export function createGroupedReads(
  run: (loads: readonly Load[]) => Promise<Loaded>,
): (load: Load) => Promise<readonly Row[]> {
  let waiting: Asked[] = []

  async function runAll(group: readonly Asked[]): Promise<void> {
    try {
      const found = await run(group.map(({ load }) => load))
      for (const [place, { resolve }] of group.entries()) resolve(found[place] ?? [])
    } catch (cause) {
      if (group.length > 1 && !isStoreUnavailable(cause)) for (const asked of group) void runAll([asked])
      else for (const { reject } of group) reject(cause)
    }
  }

  return (load) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        process.nextTick(() => {
          const group = waiting
          waiting = []
          void runAll(group)
        })
      }
      waiting.push({ load, resolve, reject })
    })
}

/** Returns a function whose calls of one turn of the event loop share one promise, which resolves at the end of the turn. */
export function createEndOfTurn(): () => Promise<void> {
  let end: Promise<void> | undefined
  return () => {
    end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined
        resolve()
      })
    })
    return end
  }
}
