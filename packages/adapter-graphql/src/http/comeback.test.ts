import { describe, expect, it } from 'vitest'
import { createComeback } from './comeback.ts'

/** Pseudo-random numbers, the same in each run. */
const numbers = () => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** So many want to be let in once each, and come back when they are told to. Gives how often they came, and until when. */
const visit = (visitors: number, { roomASecond }: { roomASecond: number }) => {
  const TURN_MS = 50
  const comeback = createComeback(numbers())
  let outside = Array.from({ length: visitors }, () => 0)
  let visits = 0
  let now = 0
  while (outside.length > 0) {
    const here = outside.filter((at) => at <= now)
    const letIn = Math.min(here.length, (roomASecond * TURN_MS) / 1_000)
    visits += here.length
    const again = here.slice(letIn).map(() => now + comeback.afterMs())
    outside = [...outside.filter((at) => at > now), ...again]
    now += TURN_MS
    comeback.note({ letIn, turnedAway: here.length - letIn }, now)
  }
  return { visits, seconds: now / 1_000 }
}

describe('when to come back', () => {
  it('is soon at first, and not at the same time for all', () => {
    const comeback = createComeback(numbers())
    const told = Array.from({ length: 100 }, () => comeback.afterMs())
    expect(Math.min(...told)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...told)).toBeLessThanOrEqual(200)
    expect(new Set(told).size).toBeGreaterThan(30)
  })

  it('is later and later while more are turned away than let in, but never too late', () => {
    const comeback = createComeback(() => 0)
    for (let now = 0; now <= 4_000; now += 100) comeback.note({ letIn: 1, turnedAway: 2 }, now)
    expect(comeback.afterMs()).toBe(4_100)
    comeback.note({ letIn: 1, turnedAway: 2 }, 600_000)
    expect(comeback.afterMs()).toBe(10_000)
  })

  it('is sooner again when most are let in', () => {
    const comeback = createComeback(() => 0)
    for (let now = 0; now <= 4_000; now += 100) comeback.note({ letIn: 1, turnedAway: 2 }, now)
    for (let now = 4_000; now <= 7_000; now += 100) comeback.note({ letIn: 2, turnedAway: 1 }, now)
    expect(comeback.afterMs()).toBe(1_100)
  })

  it('lets a crowd that does as it is told be served at nearly the full rate, and come a few times only', () => {
    for (const visitors of [2_000, 20_000, 50_000]) {
      const { visits, seconds } = visit(visitors, { roomASecond: 2_000 })
      expect(seconds).toBeLessThan(1.7 * (visitors / 2_000) + 3)
      expect(visits / visitors).toBeLessThan(8)
    }
  })
})
