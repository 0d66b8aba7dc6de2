import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { Arrivals } from './drop-simulation.ts'
import type { Answers } from './simulated-chance.ts'

const HOUR_MS = 3_600_000
const PEAK_HOUR = 18

/** When wallet n of `count` arrives after the start, in whole milliseconds. Wallets are in no particular order. */
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
      // With a fixed number of arrivals, a Poisson process gives independent uniform arrival times.
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

/** The integral of 1 + cos: the part of a wave that has arrived by then. */
function dailyWave(beginsAt: Instant, peakMs: number): (afterMs: number) => number {
  const turn = (2 * Math.PI) / DAY_MS
  const first = ((beginsAt - peakMs) % DAY_MS) * turn
  return (afterMs) => afterMs + (Math.sin(first + afterMs * turn) - Math.sin(first)) / turn
}

/** The last whole number below `end` at which an increasing function is at most `goal`, by bisection. */
function lastBefore(grows: (at: number) => number, goal: number, end: number): number {
  let [low, high] = [0, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (grows(middle) <= goal) low = middle
    else high = middle
  }
  return low
}
