/**
 * Runs at most `most` tasks of a key at the same time. Further tasks wait, in order. The results of all tasks that run
 * together can arrive in one turn of the event loop, so this bounds the work of that turn.
 */
export function limitRunning(most: number) {
  const states = new WeakMap<object, { running: number; readonly waiting: (() => void)[] }>()

  return async <T>(key: object, task: () => Promise<T>): Promise<T> => {
    const state = states.get(key) ?? { running: 0, waiting: [] }
    states.set(key, state)
    if (state.running < most) state.running++
    else await new Promise<void>((resolve) => state.waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = state.waiting.shift()
      if (next) setImmediate(next)
      else state.running--
    }
  }
}
