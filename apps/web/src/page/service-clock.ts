export interface ServiceClock {
  /** The server's time in Unix milliseconds. A change of the machine's clock does not affect it. */
  now(): number
  /** The latest time that it can be, because `now` may have stood still while the machine slept. */
  latest(): number
  /** Sets the server's time at a time of the page's monotonic clock. */
  set(serviceMs: number, atMonotonicMs: number): void
  /** Whether the machine has slept or its clock was changed since the server's time was set. */
  isUncertain(): boolean
}

/** More than the usual delay of a timer or adjustment of a clock. */
const TOLERANCE_MS = 1_500

/** A clock that starts at the server's last known time and runs with the page's monotonic clock. */
export function createServiceClock(
  initial: { readonly serviceMs: number; readonly atMonotonicMs: number },
  monotonicMs: () => number,
  machineMs: () => number,
): ServiceClock {
  let aheadMs = initial.serviceMs - initial.atMonotonicMs
  let machineAheadMs = machineMs() - monotonicMs()
  /** How far the machine's clock is ahead of the monotonic clock since the last `set`. */
  const sleptMs = () => machineMs() - monotonicMs() - machineAheadMs
  const now = () => monotonicMs() + aheadMs
  return {
    now,
    latest: () => now() + Math.max(0, sleptMs()),
    set(serviceMs, atMonotonicMs) {
      aheadMs = serviceMs - atMonotonicMs
      machineAheadMs = machineMs() - monotonicMs()
    },
    isUncertain: () => Math.abs(sleptMs()) > TOLERANCE_MS,
  }
}
