import { describe, expect, it } from 'vitest'
import { createRetryAfter } from './retry-after.ts'

/** Pseudo-random numbers, the same in each run. */
const numbers = () => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Clients that retry when they are told to until they are admitted once. Returns their attempts and the total time. */
const serveAll = (clients: number, { roomASecond }: { roomASecond: number }) => {
  const TURN_MS = 50
  const retryAfter = createRetryAfter(numbers())
  let waitingUntil = Array.from({ length: clients }, () => 0)
  let attempts = 0
  let now = 0
  while (waitingUntil.length > 0) {
    const arrived = waitingUntil.filter((at) => at <= now)
    const admitted = Math.min(arrived.length, (roomASecond * TURN_MS) / 1_000)
    attempts += arrived.length
    const again = arrived.slice(admitted).map(() => now + retryAfter.nextMs())
    waitingUntil = [...waitingUntil.filter((at) => at > now), ...again]
    now += TURN_MS
    retryAfter.observe({ admitted, refused: arrived.length - admitted }, now)
  }
  return { attempts, seconds: now / 1_000 }
}

describe('the retry delay', () => {
  it('is short at first, with jitter', () => {
    const retryAfter = createRetryAfter(numbers())
    const told = Array.from({ length: 100 }, () => retryAfter.nextMs())
    expect(Math.min(...told)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...told)).toBeLessThanOrEqual(200)
    expect(new Set(told).size).toBeGreaterThan(30)
  })

  it('grows while more are refused than admitted, up to a maximum', () => {
    const retryAfter = createRetryAfter(() => 0)
    for (let now = 0; now <= 4_000; now += 100) retryAfter.observe({ admitted: 1, refused: 2 }, now)
    expect(retryAfter.nextMs()).toBe(4_100)
    retryAfter.observe({ admitted: 1, refused: 2 }, 600_000)
    expect(retryAfter.nextMs()).toBe(10_000)
  })

  it('shrinks when most are admitted', () => {
    const retryAfter = createRetryAfter(() => 0)
    for (let now = 0; now <= 4_000; now += 100) retryAfter.observe({ admitted: 1, refused: 2 }, now)
    for (let now = 4_000; now <= 7_000; now += 100) retryAfter.observe({ admitted: 2, refused: 1 }, now)
    expect(retryAfter.nextMs()).toBe(1_100)
  })

  it('serves clients that respect it at nearly the full rate, with few attempts each', () => {
    for (const clients of [2_000, 20_000, 50_000]) {
      const { attempts, seconds } = serveAll(clients, { roomASecond: 2_000 })
      expect(seconds).toBeLessThan(1.7 * (clients / 2_000) + 3)
      expect(attempts / clients).toBeLessThan(8)
    }
  })
})
