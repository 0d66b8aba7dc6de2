import type { CallTime } from '../src/sui/circuit-breaker.ts'

/** The machine's real time. */
export const realTime: CallTime = {
  now: Date.now,
  monotonicNow: () => performance.now(),
  setTimer(act, delayMs) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
