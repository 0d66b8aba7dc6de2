import { createPatience, DEFAULT_SETTINGS } from '@dropkit/core'
import { createComeback } from './comeback.ts'

/** For how long those who are inside may keep the event loop busy before one who is let in has an answer. */
const LONGEST_WAIT_MS = 100
/** So many may come at once without any being turned away. */
export const CROWD = DEFAULT_SETTINGS.maxWaitingClaims
/** How much what was seen before counts after each turn of the event loop, beside the turn itself. */
const MEMORY = 0.9

interface BusyGate {
  /** When to come back, in milliseconds, for a request that is not to be begun; undefined for one that may be. */
  turnAway(): number | undefined
}

/** What the gate sees of the process that it stands before. */
interface EventLoop {
  /** Milliseconds that pass. */
  now(): number
  /** In how many of them the event loop was not idle. */
  busyMs(): number
  /** Calls back when all has been read that has arrived. */
  afterReading(next: () => void): void
}

const EVENT_LOOP: EventLoop = {
  now: () => performance.now(),
  busyMs: () => performance.eventLoopUtilization().active,
  afterReading: setImmediate,
}

/**
 * Turns requests away before they are read, where more come than this process can serve. Nothing further inside would
 * help then: what a request costs before it reaches a queue is spent on it in any case, so that all wait longer and
 * longer for an answer that many no longer wait for.
 *
 * For how long the event loop was busy between two turns, divided by how many were let in, is what one costs: with all
 * that it causes later, and with the turning away of the others. That, times how many are inside, is how long the next
 * one would wait (Little's law, https://en.wikipedia.org/wiki/Little%27s_law). So as many are let in as are served,
 * however fast the machine is. `waitingInside` counts those who were let in by earlier turns and have no answer yet.
 */
export function createBusyGate(
  waitingInside: () => number,
  loop: EventLoop = EVENT_LOOP,
  random: () => number = Math.random,
): BusyGate {
  const patience = createPatience(LONGEST_WAIT_MS, CROWD)
  const comeback = createComeback(random)
  let isReading = false
  let turnBeganAt = loop.busyMs()
  let letIn = 0
  let turnedAway = 0
  let busyMs = 0
  let served = 0
  let waitMs = 0
  let lastTurnWaitMs = 0

  function beginTurn(): void {
    const at = loop.busyMs()
    busyMs = MEMORY * busyMs + (at - turnBeganAt)
    served = MEMORY * served + letIn
    comeback.note({ letIn, turnedAway }, loop.now())
    turnBeganAt = at
    lastTurnWaitMs = waitMs
    letIn = 0
    turnedAway = 0
    isReading = true
    loop.afterReading(() => {
      isReading = false
    })
  }

  return {
    turnAway() {
      if (!isReading) beginTurn()
      waitMs = (letIn + waitingInside()) * (busyMs / Math.max(1, served))
      // The first of a turn find it empty even if the last one was too full.
      const isCrowd = patience.isTooLong(Math.max(waitMs, lastTurnWaitMs), loop.now())
      if (isCrowd && waitMs > LONGEST_WAIT_MS) {
        turnedAway++
        return comeback.afterMs()
      }
      letIn++
      return undefined
    },
  }
}
