import type { Chance } from './chance.ts'

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
  isLost(): boolean
  isDoubled(): boolean
}

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
    isLost: () => !areOver && chance.happens(rates.replyLost),
    isDoubled: () => !areOver && chance.happens(rates.duplicate),
  }
}
