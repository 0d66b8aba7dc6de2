import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { Arrivals } from './drop-simulation.ts'
import type { Answers } from './simulated-chance.ts'

const HOUR_MS = 3_600_000
const PEAK_HOUR = 18

/** How long after the beginning the n-th of `count` wallets comes, in whole milliseconds; they come in any order. */
export function arrivalTimes(
  arrivals: Arrivals,
  count: number,
  beginsAt: Instant,
  chance: Answers,
): (index: number) => number {
  switch (arrivals.model) {
    case 'steady':
      return (index) => Math.floor((index * arrivals.overMs) / count)
    case 'poisson':
      // Given how many come, each comes at any time with the same chance: that is what a Poisson process is.
      return (index) => Math.floor(chance(index) * arrivals.overMs)
    case 'rush':
      return (index) => Math.floor(-Math.log2(1 - chance(index)) * arrivals.halfLifeMs)
    case 'daily': {
      const cameBy = dailyWave(beginsAt, (arrivals.peakHour ?? PEAK_HOUR) * HOUR_MS)
      const all = cameBy(arrivals.overMs)
      return (index) => lastBefore(cameBy, chance(index) * all, arrivals.overMs)
    }
  }
}

/** How much of a wave of 1 + cos has come after so long; the integral of it. */
function dailyWave(beginsAt: Instant, peakMs: number): (afterMs: number) => number {
  const turn = (2 * Math.PI) / DAY_MS
  const first = ((beginsAt - peakMs) % DAY_MS) * turn
  return (afterMs) => afterMs + (Math.sin(first + afterMs * turn) - Math.sin(first)) / turn
}

/** The last whole number below `end` at which a function that grows is not above `goal`, by halving. */
function lastBefore(grows: (at: number) => number, goal: number, end: number): number {
  let [low, high] = [0, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (grows(middle) <= goal) low = middle
    else high = middle
  }
  return low
}
