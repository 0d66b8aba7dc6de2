/** The time limit for one whole delivery. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Settles like the promise, or rejects with `signal.reason` at the deadline, whichever comes first. */
  meet<T>(promise: Promise<T>): Promise<T>
  /** Must be called when the delivery is over, whatever its outcome. */
  clear(): void
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** `meet` races the promise, because some operations ignore a signal (a DNS lookup, a queue for a connection). */
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
