import { describe, expect, it } from 'vitest'
import { CROWD, createBusyGate } from './busy-gate.ts'

const COST_MS = 0.25
const TURNING_AWAY_MS = 0.04

/** An event loop that only has the requests of its turns to do, and rests in between. */
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
  const gate = createBusyGate(
    () => waitingInside,
    loop,
    () => 0.5,
  )
  return {
    /** Gives how many of the turn's requests were let in, and what the others were told. */
    turn(requests: number, { costsMs = costMs, inside = 0, restMs = 0 } = {}) {
      waitingInside = inside
      const told: number[] = []
      for (let count = 0; count < requests; count++) {
        const wait = gate.turnAway()
        now += wait === undefined ? costsMs : TURNING_AWAY_MS
        if (wait !== undefined) told.push(wait)
      }
      endReading()
      now += restMs
      idleMs += restMs
      return { letIn: requests - told.length, told }
    },
    now: () => now,
  }
}

type Scene = ReturnType<typeof setUp>

/** As many turns of so many requests as it takes until the gate knows that they have not come at once. */
const bear = ({ turn }: Scene, requests: number) => {
  for (let borne = 0; borne < 2 * CROWD; borne += requests) turn(requests)
}

describe('the gate before what is too much', () => {
  it('lets all in while those inside are soon served', () => {
    const { turn } = setUp()
    for (let count = 0; count < 1_000; count++) expect(turn(300).told).toEqual([])
  })

  it('lets all of a crowd in that comes at once', () => {
    expect(setUp().turn(CROWD).told).toEqual([])
  })

  it('lets in as many of a crowd that stays as are served in the time that they may wait', () => {
    const scene = setUp()
    bear(scene, 1_000)
    const began = scene.now()
    let letIn = 0
    for (let count = 0; count < 100; count++) letIn += scene.turn(1_000).letIn
    const turnMs = (scene.now() - began) / 100
    expect(turnMs).toBeGreaterThan(70)
    expect(turnMs).toBeLessThan(130)
    // What is left beside the turning away of the others.
    expect(letIn / 100).toBeCloseTo((turnMs - (1_000 - letIn / 100) * TURNING_AWAY_MS) / COST_MS, -1)
  })

  it('counts those who were let in before and still wait', () => {
    const scene = setUp()
    bear(scene, 1_000)
    const { letIn } = scene.turn(1_000)
    expect(scene.turn(1_000, { inside: 150 }).letIn).toBeCloseTo(letIn - 150, -2)
    expect(scene.turn(1_000, { inside: 10_000 }).letIn).toBe(0)
  })

  it('lets fewer in when each costs more, and more when each costs less again', () => {
    const scene = setUp()
    bear(scene, 1_000)
    const lettingIn = (costsMs: number) => {
      for (let count = 0; count < 60; count++) scene.turn(1_000, { costsMs })
      return scene.turn(1_000, { costsMs }).letIn
    }
    const dear = lettingIn(1)
    expect(dear).toBeGreaterThan(30)
    expect(dear).toBeLessThan(100)
    expect(lettingIn(COST_MS)).toBeGreaterThan(200)
  })

  it('takes waiting for something else than the processor for no overload', () => {
    const { turn } = setUp()
    for (let count = 0; count < 1_000; count++)
      expect(turn(50, { inside: 200, restMs: 2_000 }).told).toEqual([])
  })

  it('always lets one in when nobody is inside', () => {
    const scene = setUp()
    bear(scene, 1_000)
    for (let count = 0; count < 100; count++) scene.turn(1_000, { costsMs: 5_000 })
    expect(scene.turn(1_000).letIn).toBeGreaterThan(0)
  })

  it('lets all in again when the crowd has gone', () => {
    const scene = setUp()
    bear(scene, 1_000)
    expect(scene.turn(1_000).told).not.toEqual([])
    for (let count = 0; count < 100; count++) scene.turn(50)
    for (let count = 0; count < 100; count++) expect(scene.turn(50).told).toEqual([])
  })
})
