import { describe, expect, it } from 'vitest'
import { BURST_SIZE, createAdmissionControl } from './admission-control.ts'

const COST_MS = 0.25
const REFUSAL_MS = 0.04

/** An event loop whose only work is the requests of its turns. */
const setUp = ({ costMs = COST_MS } = {}) => {
  let now = 0
  let idleMs = 0
  let waitingInside = 0
  let endReading = () => {}
  const loop = {
    now: () => now,
    busyMs: () => now - idleMs,
    afterReading: (next: () => void) => {
      endReading = next
    },
  }
  const admission = createAdmissionControl(
    () => waitingInside,
    loop,
    () => 0.5,
  )
  return {
    /** Returns how many of the turn's requests were admitted, and the retry delays of the others. */
    turn(requests: number, { costsMs = costMs, inside = 0, idleForMs = 0 } = {}) {
      waitingInside = inside
      const told: number[] = []
      for (let count = 0; count < requests; count++) {
        const wait = admission.retryAfterMs()
        now += wait === undefined ? costsMs : REFUSAL_MS
        if (wait !== undefined) told.push(wait)
      }
      endReading()
      now += idleForMs
      idleMs += idleForMs
      return { admitted: requests - told.length, told }
    },
    now: () => now,
  }
}

type Setup = ReturnType<typeof setUp>

/** Runs turns until the burst that is always accepted is used up. */
const acceptBurst = ({ turn }: Setup, requests: number) => {
  for (let accepted = 0; accepted < 2 * BURST_SIZE; accepted += requests) turn(requests)
}

describe('admission control', () => {
  it('admits everything while requests are served quickly', () => {
    const { turn } = setUp()
    for (let count = 0; count < 1_000; count++) expect(turn(300).told).toEqual([])
  })

  it('admits a whole burst', () => {
    expect(setUp().turn(BURST_SIZE).told).toEqual([])
  })

  it('admits under sustained load as many requests as are served within the longest wait', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const began = setup.now()
    let admitted = 0
    for (let count = 0; count < 100; count++) admitted += setup.turn(1_000).admitted
    const turnMs = (setup.now() - began) / 100
    expect(turnMs).toBeGreaterThan(70)
    expect(turnMs).toBeLessThan(130)
    // The time that remains after the rejections.
    expect(admitted / 100).toBeCloseTo((turnMs - (1_000 - admitted / 100) * REFUSAL_MS) / COST_MS, -1)
  })

  it('counts requests of earlier turns that still wait', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const { admitted } = setup.turn(1_000)
    expect(setup.turn(1_000, { inside: 150 }).admitted).toBeCloseTo(admitted - 150, -2)
    expect(setup.turn(1_000, { inside: 10_000 }).admitted).toBe(0)
  })

  it('admits fewer requests when each costs more, and more when each costs less again', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const admittedAt = (costsMs: number) => {
      for (let count = 0; count < 60; count++) setup.turn(1_000, { costsMs })
      return setup.turn(1_000, { costsMs }).admitted
    }
    const dear = admittedAt(1)
    expect(dear).toBeGreaterThan(30)
    expect(dear).toBeLessThan(100)
    expect(admittedAt(COST_MS)).toBeGreaterThan(200)
  })

  it('does not treat waiting for I/O as overload', () => {
    const { turn } = setUp()
    for (let count = 0; count < 1_000; count++)
      expect(turn(50, { inside: 200, idleForMs: 2_000 }).told).toEqual([])
  })

  it('always admits a request when none is waiting', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    for (let count = 0; count < 100; count++) setup.turn(1_000, { costsMs: 5_000 })
    expect(setup.turn(1_000).admitted).toBeGreaterThan(0)
  })

  it('admits everything again after the load has ended', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    expect(setup.turn(1_000).told).not.toEqual([])
    for (let count = 0; count < 100; count++) setup.turn(50)
    for (let count = 0; count < 100; count++) expect(setup.turn(50).told).toEqual([])
  })
})
