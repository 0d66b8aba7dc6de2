import type { CallTime } from '@dropkit/adapter-chain/sui'
import type { Clock } from '@dropkit/core'

/** The machine's clock, which may be set back; this one never goes backwards. */
export function createMachineClock(): Clock {
  let latest = 0
  return {
    now() {
      latest = Math.max(latest, Date.now())
      return latest
    },
  }
}

export const machineTime: CallTime = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  random: () => Math.random(),
  setTimer(act, delayMs) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}
