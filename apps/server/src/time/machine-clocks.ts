import type { ClockSources } from './service-clock.ts'

/** The clocks of this machine. Only code that has no service to ask for the time reads them elsewhere. */
export const machineClocks: Pick<ClockSources, 'systemNow' | 'monotonicNow'> = {
  systemNow: () => Date.now(),
  monotonicNow: () => performance.now(),
}
