import { err, type KeyValueStore, ok } from '@dropkit/core'
import type { ClockAnswer, FakeChainWallet } from './fake-chain-wallet.ts'
import { OFFSET_KEY } from './ledger-keys.ts'
import type { OffsetClock } from './offset-clock.ts'
import { type Outage, UNAVAILABLE } from './outage.ts'
import { badInput, readSeconds } from './read-input.ts'

/** A hundred years, so that every store can hold the resulting dates. */
const MAX_OFFSET_MS = 3_153_600_000_000

export function createClockActs(
  keyValues: KeyValueStore,
  clock: OffsetClock,
  outage: Outage,
): Pick<FakeChainWallet, 'advance' | 'outage'> {
  const moveBy = (ms: number): Promise<boolean> =>
    keyValues.transact<boolean>([OFFSET_KEY], (values) => {
      const offset = Number(values.get(OFFSET_KEY) ?? 0) + ms
      if (offset > MAX_OFFSET_MS) return { writes: new Map(), result: false }
      return { writes: new Map([[OFFSET_KEY, String(offset)]]), result: true }
    })

  return {
    async advance({ seconds }): ClockAnswer {
      if (outage.isOn()) return err(UNAVAILABLE)
      const read = readSeconds(seconds, 'seconds')
      if (!read.ok) return read
      if (!(await moveBy(read.value * 1_000))) {
        return badInput('seconds', 'seconds would move the clock further than a hundred years')
      }
      await clock.refresh()
      return ok({ now: clock.now() })
    },

    async outage({ seconds }): ClockAnswer {
      const read = readSeconds(seconds, 'seconds')
      if (!read.ok) return read
      outage.begin(read.value)
      return ok({ now: clock.now() })
    },
  }
}
