import type { Log } from '@dropkit/core'
import { logFault } from '@dropkit/core/internal'
import { pause, type Repeated } from './repeat.ts'

export interface RoundTerms {
  readonly log: Log
  /** Pause between two rounds while there is no work, in milliseconds. */
  readonly idleDelayMs: number
  /** The longest pause after failed rounds, in milliseconds. */
  readonly longestDelayMs: number
  /**
   * If `atOnce` is greater than 1, the next round starts after this time even if the current one still runs, in
   * milliseconds.
   */
  readonly patienceMs: number
  readonly atOnce: number
}

/**
 * Runs `work` repeatedly: immediately again if it returns a number greater than 0, otherwise after a pause. While it fails,
 * the pause grows, and only the first failure is logged.
 */
export function startRounds(name: string, work: () => Promise<number>, terms: RoundTerms): Repeated {
  const { log, idleDelayMs, longestDelayMs, patienceMs, atOnce } = terms
  const ending = new AbortController()
  const rounds = new Set<Promise<number>>()
  let failures = 0

  /** Returns the pause before the next round, in milliseconds. */
  async function runRound(): Promise<number> {
    try {
      const done = await work()
      if (failures > 0) log.info(`${name} goes on`, { failures })
      failures = 0
      return done > 0 ? 0 : idleDelayMs
    } catch (fault) {
      if (failures === 0) logFault(log, `${name} has to wait`, {}, fault)
      failures++
      return Math.min(idleDelayMs * 2 ** Math.min(failures, 16), longestDelayMs)
    }
  }

  function startRound(): Promise<number> {
    const round = runRound()
    rounds.add(round)
    void round.then(() => rounds.delete(round))
    return round
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      const round = startRound()
      const waited = new AbortController()
      const delayMs = await Promise.race([round, pause(patienceMs, waited.signal).then(() => 0)])
      waited.abort()
      if (rounds.size >= atOnce) await Promise.race(rounds)
      // The event loop serves requests in between, even if the pause is 0.
      else await pause(delayMs, ending.signal)
    }
    await Promise.all(rounds)
  }

  const running = loop()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}
