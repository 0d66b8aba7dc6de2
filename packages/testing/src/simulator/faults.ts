import { MINUTE_MS } from '@dropkit/core/internal'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

/** The outcome of one call to a port. */
export type CallFate =
  | 'fine'
  /** The call does not arrive. */
  | 'unreachable'
  /** The call takes effect, but its caller gets an error. */
  | 'reply_lost'
  /** The caller's server dies before or after the call arrives. */
  | 'crash_before'
  | 'crash_after'

/** The outcome of a transaction that was sent to the chain. */
type SubmissionFate = 'taken' | 'taken_later' | 'lost'

/** The rates of faults. Some seeds have faults of one kind, some of every kind, some none. */
interface FaultRates {
  readonly unreachable: number
  readonly replyLost: number
  readonly crash: number
  readonly slow: number
  readonly duplicate: number
  readonly chain: number
  /** The rate of faults that last for a while. */
  readonly longFaultsPerMinute: number
}

export interface Faults {
  readonly rates: FaultRates
  /** Whether no more faults happen. */
  readonly areOver: boolean
  end(): void
  fateOfCall(): CallFate
  fateOfSubmission(): SubmissionFate
  /** The delay of a message. */
  delayMs(): number
  /** How much later the caller of a lost reply gets its error: a reset is seen at once, silence after a timeout. */
  replyTimeoutMs(): number
  isLost(): boolean
  isDoubled(): boolean
}

const LONGEST_REPLY_TIMEOUT_MS = 40_000

export function createFaults(chance: Chance): Faults {
  const rates: FaultRates = {
    unreachable: chance.pick([0, 0.005, 0.02, 0.06]),
    replyLost: chance.pick([0, 0.005, 0.02, 0.06]),
    crash: chance.pick([0, 0, 0.001, 0.004]),
    slow: chance.pick([0, 0.01, 0.05]),
    duplicate: chance.pick([0, 0.05, 0.3]),
    chain: chance.pick([0, 0.1, 0.4]),
    longFaultsPerMinute: chance.pick([0, 1, 4]),
  }
  let areOver = false

  return {
    rates,
    get areOver() {
      return areOver
    },
    end() {
      areOver = true
    },
    fateOfCall() {
      if (areOver) return 'fine'
      if (chance.happens(rates.unreachable)) return 'unreachable'
      if (chance.happens(rates.replyLost)) return 'reply_lost'
      if (!chance.happens(rates.crash)) return 'fine'
      return chance.happens(0.5) ? 'crash_before' : 'crash_after'
    },
    fateOfSubmission() {
      if (areOver || !chance.happens(rates.chain)) return 'taken'
      return chance.happens(0.3) ? 'lost' : 'taken_later'
    },
    delayMs() {
      if (areOver || !chance.happens(rates.slow)) return chance.between(0, 20)
      return chance.happens(0.85) ? chance.between(20, 2_000) : chance.between(2_000, 45_000)
    },
    replyTimeoutMs: () => (chance.happens(0.5) ? 0 : chance.between(1_000, LONGEST_REPLY_TIMEOUT_MS)),
    isLost: () => !areOver && chance.happens(rates.replyLost),
    isDoubled: () => !areOver && chance.happens(rates.duplicate),
  }
}

/** Faults that last for a while, with their weights. */
const LONG_FAULTS = {
  crash: 4,
  clock: 4,
  /**
   * One server's clock is far off for a while. Only some seeds have this fault, because they need an hour more to settle.
   */
  clockJump: 0,
  stall: 3,
  cutOff: 3,
  chainOutage: 2,
  /** One of the chain's nodes stands still, and some calls, or all, are answered by it. */
  nodeLag: 5,
  /** The beacon is late or unreachable, or its sources answer with rounds that it did not sign. */
  beacon: 2,
  /** All servers crash at once. */
  blackout: 1,
} as const

/**
 * Except for a jump, no server's clock is further off than this. Leases compare the clocks of different servers, which is
 * safe if they differ by less than half a lease. See `MOST_PREPARING_MS` in `chain-work.ts`.
 */
const MOST_SKEW_MS = 6_000
export const JUMP_MS = 60 * MINUTE_MS
const LONGEST_JUMP_MS = 60_000
const LONGEST_STALL_MS = 50_000
const LONGEST_OUTAGE_MS = 40_000
const LONGEST_LAG_MS = 120_000
const LONGEST_BEACON_FAULT_MS = 90_000
const BEACON_FAULTS = {
  late: { lateMs: LONGEST_BEACON_FAULT_MS, failure: null },
  unreachable: { lateMs: 0, failure: { kind: 'unreachable', reason: 'no relay answers' } },
  forged: { lateMs: 0, failure: { kind: 'forged', reason: 'a relay answers from a fork' } },
} as const

/** Injects lasting faults at the seed's rate until faults are over. */
export async function injectFaults(world: World, chance: Chance): Promise<void> {
  const { timeline, faults, servers } = world
  const perMinute = faults.rates.longFaultsPerMinute
  if (perMinute === 0) return
  const longFaults = { ...LONG_FAULTS, clockJump: chance.happens(0.3) ? 2 : 0 }
  while (!faults.areOver) {
    await timeline.pause(chance.between(0, (2 * MINUTE_MS) / perMinute))
    if (faults.areOver) return
    const server = chance.pick(servers)
    switch (chance.weighted(longFaults)) {
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
      case 'nodeLag':
        world.trace.note('chain', 'has a node that stands still')
        world.chain.setLag(chance.pick([0.3, 0.7, 1]))
        timeline.after(chance.between(1_000, LONGEST_LAG_MS), () => world.chain.setLag(0))
        break
      case 'beacon': {
        const fault = chance.pick(['late', 'unreachable', 'forged'] as const)
        world.trace.note('beacon', `is ${fault}`)
        Object.assign(world.beacon, BEACON_FAULTS[fault])
        timeline.after(chance.between(1_000, LONGEST_BEACON_FAULT_MS), () => healBeacon(world))
        break
      }
      case 'blackout':
        for (const each of servers) each.crash('of a blackout')
    }
  }
}

export function healBeacon({ beacon }: World): void {
  Object.assign(beacon, { failure: null, lateMs: 0 })
}
