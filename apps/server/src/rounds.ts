import type { Log } from '@dropkit/core'
import { logFault } from '@dropkit/core/internal'
import { pause, type Repeated } from './repeat.ts'

export interface RoundTerms {
  readonly log: Log
  /** Between two rounds while there is no work. */
  readonly idleDelayMs: number
  /** The longest wait after rounds that failed. */
  readonly longestDelayMs: number
  /** How long a round may hold up the next one, where there may be several at once. */
  readonly patienceMs: number
  readonly atOnce: number
}

/**
 * Does `work` again and again: at once while it gives a number above 0, else after a pause, and after one that grows
 * while it fails; that is logged once.
 */
export function startRounds(name: string, work: () => Promise<number>, terms: RoundTerms): Repeated {
  const { log, idleDelayMs, longestDelayMs, patienceMs, atOnce } = terms
  const ending = new AbortController()
  const rounds = new Set<Promise<number>>()
  let failures = 0

  /** Gives how long to wait before the next round. */
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
      // Even without a pause requests get their turn.
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
