export interface ServiceClock {
  /** The service's time in Unix milliseconds. The visitor's clock, which may be set at any time, does not move it. */
  now(): number
  /** The latest that it can be: a machine that sleeps may have kept `now` from going on. */
  latest(): number
  /** The service told its time at that moment of the page's own time. */
  hear(serviceMs: number, atMonotonicMs: number): void
  /** Whether the machine has slept since the service's time was heard, or its clock was set. */
  isInDoubt(): boolean
}

/** More than a timer is late, or clocks are adjusted by. */
const DOUBT_MS = 1_500

/** Goes on with the page's own time from what the service said last. Both are in milliseconds. */
export function createServiceClock(
  heard: { readonly serviceMs: number; readonly atMonotonicMs: number },
  monotonicMs: () => number,
  machineMs: () => number,
): ServiceClock {
  let aheadMs = heard.serviceMs - heard.atMonotonicMs
  let machineAheadMs = machineMs() - monotonicMs()
  /** How much further the machine's clock has gone on than the page's. */
  const sleptMs = () => machineMs() - monotonicMs() - machineAheadMs
  const now = () => monotonicMs() + aheadMs
  return {
    now,
    latest: () => now() + Math.max(0, sleptMs()),
    hear(serviceMs, atMonotonicMs) {
      aheadMs = serviceMs - atMonotonicMs
      machineAheadMs = machineMs() - monotonicMs()
    },
    isInDoubt: () => Math.abs(sleptMs()) > DOUBT_MS,
  }
}
