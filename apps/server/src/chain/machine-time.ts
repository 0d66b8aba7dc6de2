import type { CallTime } from '@dropkit/adapter-chain/sui'
import { machineClocks } from '../time/machine-clocks.ts'

export const machineTime: CallTime = {
  now: machineClocks.systemNow,
  monotonicNow: machineClocks.monotonicNow,
  random: () => Math.random(),
  setTimer(act, delayMs) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}
