/** The time for everything that one delivery does. */
export interface Deadline {
  readonly signal: AbortSignal
  /** The promise's own end, or a rejection with `signal.reason` at the deadline, whichever is first. */
  meet<T>(promise: Promise<T>): Promise<T>
  /** To be called when the delivery is over, however it ended. */
  clear(): void
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** What is waited for may not heed a signal (a look-up, a queue for a connection): hence the race. */
export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const passed = Promise.withResolvers<never>()
  passed.promise.catch(() => {})
  const timer = setTimeout(() => {
    const reason = new DeadlineError(`no answer within ${timeoutMs} ms`)
    passed.reject(reason)
    controller.abort(reason)
  }, timeoutMs)
  return {
    signal,
    meet: (promise) => Promise.race([promise, passed.promise]),
    clear: () => clearTimeout(timer),
  }
}
