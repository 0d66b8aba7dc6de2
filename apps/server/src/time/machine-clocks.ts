import type { ClockSources } from './service-clock.ts'

/** The clocks of this machine. Other code reads them directly only if it has no service clock. */
export const machineClocks: Pick<ClockSources, 'systemNow' | 'monotonicNow'> = {
  systemNow: () => Date.now(),
  monotonicNow: () => performance.now(),
}
