import type { Clock, Instant, KeyValueStore } from '@dropkit/core'
import { OFFSET_KEY } from './ledger-records.ts'

/** The clock of the fake chain and of the service that runs on it: the machine's clock plus a stored offset. */
export interface OffsetClock extends Clock {
  /**
   * Reads the offset from the store. Call it before the first use and about every second after that, because another server
   * may have moved the clock.
   */
  refresh(): Promise<void>
}

export interface OffsetClockOptions {
  readonly keyValues: KeyValueStore
  /** The machine's clock, in Unix milliseconds. */
  readonly machineNow: () => Instant
}

export function createOffsetClock({ keyValues, machineNow }: OffsetClockOptions): OffsetClock {
  let offsetMs = 0
  let latest = 0
  return {
    now() {
      // The machine's clock may be set back, but this clock never goes backwards.
      latest = Math.max(latest, machineNow() + offsetMs)
      return latest
    },
    async refresh() {
      const stored = (await keyValues.get([OFFSET_KEY])).get(OFFSET_KEY)
      offsetMs = Math.max(offsetMs, Number(stored ?? 0))
    },
  }
}
