import type { ChainUnavailable, Instant } from '@dropkit/core'

export interface Outage {
  /** From now on for so many seconds; 0 ends it. */
  begin(seconds: number): void
  isOn(): boolean
}

/** By the machine's clock and in memory: moving the chain's clock does not shorten it, and a restart ends it. */
export function createOutage(machineNow: () => Instant): Outage {
  let endsAt: Instant = Number.NEGATIVE_INFINITY
  return {
    begin(seconds) {
      endsAt = machineNow() + seconds * 1_000
    },
    isOn: () => machineNow() < endsAt,
  }
}

/** What everything answers during one. */
export const UNAVAILABLE: ChainUnavailable = {
  kind: 'chain_unavailable',
  reason: 'the fake chain was put out of reach for a while',
}
