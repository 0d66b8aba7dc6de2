import type { Clock, Instant, KeyValueStore } from '@dropkit/core'
import { OFFSET_KEY } from './ledger-keys.ts'

/** The clock of the fake chain and of the service that runs on it: the machine's, moved forward as far as kept. */
export interface OffsetClock extends Clock {
  /**
   * Reads from the store how far the clock has been moved. To be called before the first use, and every second or
   * so after that, for another server may have moved it.
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
      // The machine's clock may be set back; ours never goes backwards.
      latest = Math.max(latest, machineNow() + offsetMs)
      return latest
    },
    async refresh() {
      const stored = (await keyValues.get([OFFSET_KEY])).get(OFFSET_KEY)
      offsetMs = Math.max(offsetMs, Number(stored ?? 0))
    },
  }
}
