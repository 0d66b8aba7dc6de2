import { describe, expect, it } from 'vitest'
import { openServiceClock } from './service-clock.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Three clocks that a test can set, and a service clock that reads them. */
async function openClocks({ hasDatabase = true, systemAheadMs = 0 } = {}) {
  const clocks = { passedMs: 0, suspendedMs: 0, systemAheadMs, databaseAheadMs: 0, answersAfterMs: 0 }
  const actual = () => NOON + clocks.passedMs + clocks.suspendedMs
  const warnings: string[] = []
  const log = { debug() {}, info() {}, error() {}, warn: (text: string) => void warnings.push(text) }
  const sources = {
    systemNow: () => actual() + clocks.systemAheadMs,
    monotonicNow: () => clocks.passedMs,
    databaseNow: hasDatabase
      ? async () => {
          clocks.passedMs += clocks.answersAfterMs
          return actual() + clocks.databaseAheadMs
        }
      : null,
  }
  const clock = await openServiceClock(sources, log)
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 1_000) {
      clocks.passedMs += Math.min(left, 1_000)
      await clock.measure()
    }
  }
  /** The difference between the service's time and the true time. */
  const errorMs = () => clock.now() - actual()
  return { clock, clocks, pass, errorMs, warnings }
}

describe('the service clock with a database', () => {
  it("takes the database's time if the machine's clock is wrong from the start", async () => {
    const { clock, errorMs, warnings } = await openClocks({ systemAheadMs: -HOUR_MS })
    expect(errorMs()).toBe(0)
    expect(clock.view()).toMatchObject({ systemAheadMs: -HOUR_MS, isSystemWrong: true })
    expect(warnings).toHaveLength(1)
  })

  it("does not follow a jump of the machine's clock, and reports it until it is undone", async () => {
    const { clock, clocks, pass, errorMs } = await openClocks()
    clocks.systemAheadMs = HOUR_MS
    expect(errorMs()).toBe(0)
    await pass(5_000)
    expect(errorMs()).toBe(0)
    expect(clock.view()).toMatchObject({ isSystemWrong: true, unfollowedMs: 0 })
    clocks.systemAheadMs = 0
    await pass(1_000)
    expect(errorMs()).toBe(0)
    expect(clock.view().isSystemWrong).toBe(false)
  })

  it('does not follow a database whose clock jumps for five seconds', async () => {
    const { clock, clocks, pass, errorMs } = await openClocks()
    clocks.databaseAheadMs = HOUR_MS
    await pass(5_000)
    expect(errorMs()).toBe(0)
    expect(clock.view().unfollowedMs).toBe(HOUR_MS)
    clocks.databaseAheadMs = 0
    await pass(1_000)
    expect(errorMs()).toBe(0)
    expect(clock.view().unfollowedMs).toBe(0)
  })

  it.each([HOUR_MS, -HOUR_MS])('follows a database that stays %i ms away for a minute', async (aheadMs) => {
    const { clocks, pass, errorMs } = await openClocks()
    expect(errorMs()).toBe(0)
    clocks.databaseAheadMs = aheadMs
    await pass(MINUTE_MS - 1_000)
    expect(errorMs()).toBe(0)
    await pass(2_000)
    expect(errorMs()).toBe(aheadMs)
  })

  it('follows both other clocks at once after the machine was suspended', async () => {
    const { clocks, pass, errorMs } = await openClocks()
    clocks.suspendedMs = HOUR_MS
    await pass(1_000)
    expect(errorMs()).toBe(0)
  })

  it('never goes back for a small correction', async () => {
    const { clock, clocks, pass, errorMs } = await openClocks()
    const before = clock.now()
    clocks.databaseAheadMs = -500
    await clock.measure()
    expect(clock.now()).toBe(before)
    await pass(1_000)
    expect(errorMs()).toBe(-500)
  })

  it('learns nothing from an answer that took more than a second', async () => {
    const { clocks, pass, errorMs } = await openClocks()
    clocks.answersAfterMs = 1_500
    await pass(5_000)
    expect(errorMs()).toBe(0)
  })
})

describe('the service clock without a database server', () => {
  it("does not follow the machine's clock for five seconds, and does so after a minute", async () => {
    const { clock, clocks, pass, errorMs } = await openClocks({ hasDatabase: false })
    clocks.systemAheadMs = HOUR_MS
    await pass(5_000)
    expect(errorMs()).toBe(0)
    expect(clock.view().unfollowedMs).toBe(HOUR_MS)
    await pass(MINUTE_MS)
    expect(errorMs()).toBe(HOUR_MS)
  })
})
