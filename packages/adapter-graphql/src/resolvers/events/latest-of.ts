import { setTimeout as delay } from 'node:timers/promises'

/**
 * Passes values on, but no two within `leastIntervalMs`: of those that come in between only the latest, which always
 * arrives. The source is read all the time, so that it never has to wait for its consumer.
 */
export async function* latestOf<T>(
  source: AsyncIterable<T>,
  leastIntervalMs: number,
): AsyncGenerator<T, void, undefined> {
  const state: { latest: { value: T } | null; isOver: boolean; fault: unknown; wake: () => void } = {
    latest: null,
    isOver: false,
    fault: undefined,
    wake: () => {},
  }
  const iterator = source[Symbol.asyncIterator]()

  async function readAll(): Promise<void> {
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        state.latest = { value: next.value }
        state.wake()
      }
    } catch (fault) {
      state.fault = fault
    }
    state.isOver = true
    state.wake()
  }

  void readAll()
  try {
    for (;;) {
      if (state.latest) {
        const { value } = state.latest
        state.latest = null
        yield value
        await delay(leastIntervalMs, undefined, { ref: false })
      } else if (state.isOver) {
        if (state.fault !== undefined) throw state.fault
        return
      } else {
        await new Promise<void>((resolve) => {
          state.wake = resolve
        })
      }
    }
  } finally {
    void iterator.return?.()
  }
}
