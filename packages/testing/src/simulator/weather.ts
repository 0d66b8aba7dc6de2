import type { Chance } from './chance.ts'

/** What becomes of one call to a port. */
export type CallFate =
  | 'fine'
  /** It does not get there. */
  | 'unreachable'
  /** It takes effect, and its caller hears of a fault. */
  | 'reply_lost'
  /** The caller's server dies before it gets there, or after. */
  | 'crash_before'
  | 'crash_after'

/** What becomes of a transaction that was sent to the chain. */
type SubmissionFate = 'taken' | 'taken_later' | 'lost'

/** How often what goes wrong. Some seeds have bad weather of one kind, some of every kind, some none. */
interface Climate {
  readonly unreachable: number
  readonly replyLost: number
  readonly crash: number
  readonly slow: number
  readonly duplicate: number
  readonly chain: number
  /** How often one of the disturbances that last comes along; see `disturb.ts`. */
  readonly disturbancesPerMinute: number
}

export interface Weather {
  readonly climate: Climate
  /** From now on nothing goes wrong any more. */
  readonly isCalm: boolean
  clearUp(): void
  fateOfCall(): CallFate
  fateOfSubmission(): SubmissionFate
  /** How long something is on its way. */
  delayMs(): number
  isLost(): boolean
  isDoubled(): boolean
}

export function createWeather(chance: Chance): Weather {
  const climate: Climate = {
    unreachable: chance.pick([0, 0.005, 0.02, 0.06]),
    replyLost: chance.pick([0, 0.005, 0.02, 0.06]),
    crash: chance.pick([0, 0, 0.001, 0.004]),
    slow: chance.pick([0, 0.01, 0.05]),
    duplicate: chance.pick([0, 0.05, 0.3]),
    chain: chance.pick([0, 0.1, 0.4]),
    disturbancesPerMinute: chance.pick([0, 1, 4]),
  }
  let isCalm = false

  return {
    climate,
    get isCalm() {
      return isCalm
    },
    clearUp() {
      isCalm = true
    },
    fateOfCall() {
      if (isCalm) return 'fine'
      if (chance.happens(climate.unreachable)) return 'unreachable'
      if (chance.happens(climate.replyLost)) return 'reply_lost'
      if (!chance.happens(climate.crash)) return 'fine'
      return chance.happens(0.5) ? 'crash_before' : 'crash_after'
    },
    fateOfSubmission() {
      if (isCalm || !chance.happens(climate.chain)) return 'taken'
      return chance.happens(0.3) ? 'lost' : 'taken_later'
    },
    delayMs() {
      if (isCalm || !chance.happens(climate.slow)) return chance.between(0, 20)
      return chance.happens(0.85) ? chance.between(20, 2_000) : chance.between(2_000, 45_000)
    },
    isLost: () => !isCalm && chance.happens(climate.replyLost),
    isDoubled: () => !isCalm && chance.happens(climate.duplicate),
  }
}
