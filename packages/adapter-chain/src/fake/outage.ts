import type { ChainUnavailable, Instant } from '@dropkit/core'

export interface Outage {
  /** Starts an outage of this many seconds; 0 ends it. */
  begin(seconds: number): void
  isOn(): boolean
}

/** Uses the machine's clock and memory: moving the chain's clock does not shorten an outage, and a restart ends it. */
export function createOutage(machineNow: () => Instant): Outage {
  let endsAt: Instant = Number.NEGATIVE_INFINITY
  return {
    begin(seconds) {
      endsAt = machineNow() + seconds * 1_000
    },
    isOn: () => machineNow() < endsAt,
  }
}

/** The error that all calls return during an outage. */
export const UNAVAILABLE: ChainUnavailable = {
  kind: 'chain_unavailable',
  reason: 'the fake chain was put out of reach for a while',
}
