import { MINUTE_MS } from '@dropkit/core/internal'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

/** What goes wrong for a while, beside what goes wrong with single calls. */
const DISTURBANCES = {
  crash: 4,
  clock: 4,
  /** One server's clock is far off for a while. Only some worlds have it: they take an hour more to settle. */
  clockJump: 0,
  stall: 3,
  cutOff: 3,
  chainOutage: 2,
  /** All at once, as when a machine room loses its power. */
  blackout: 1,
} as const

/**
 * Except for a jump, no server's clock is further off than this: leases are given and kept by the clocks of different servers, which is
 * safe as long as they differ by less than half a lease. See `MOST_PREPARING_MS` in `chain-work.ts`.
 */
const MOST_SKEW_MS = 6_000
export const JUMP_MS = 60 * MINUTE_MS
const LONGEST_JUMP_MS = 60_000
const LONGEST_STALL_MS = 50_000
const LONGEST_OUTAGE_MS = 40_000

/** Lets disturbances come, at the rate of the weather, until it clears up. */
export async function disturb(world: World, chance: Chance): Promise<void> {
  const { timeline, weather, servers } = world
  const perMinute = weather.climate.disturbancesPerMinute
  if (perMinute === 0) return
  const disturbances = { ...DISTURBANCES, clockJump: chance.happens(0.3) ? 2 : 0 }
  while (!weather.isCalm) {
    await timeline.pause(chance.between(0, (2 * MINUTE_MS) / perMinute))
    if (weather.isCalm) return
    const server = chance.pick(servers)
    switch (chance.weighted(disturbances)) {
      case 'crash':
        server.crash('of something')
        break
      case 'clock':
        server.setSkew(chance.between(-MOST_SKEW_MS, MOST_SKEW_MS))
        break
      case 'clockJump':
        server.setSkew(chance.pick([-JUMP_MS, JUMP_MS]))
        timeline.after(chance.between(1_000, LONGEST_JUMP_MS), () => server.setSkew(0))
        break
      case 'stall':
        server.stall(chance.between(1_000, LONGEST_STALL_MS))
        break
      case 'cutOff':
        server.cutOff(chance.between(1_000, LONGEST_OUTAGE_MS))
        break
      case 'chainOutage':
        world.trace.note('chain', 'does not answer')
        world.chain.setOutage('maintenance')
        timeline.after(chance.between(1_000, LONGEST_OUTAGE_MS), () => world.chain.setOutage(null))
        break
      case 'blackout':
        for (const each of servers) each.crash('of a blackout')
    }
  }
}
