import type { Dropkit, Log } from '@dropkit/core'
import { pause, type Repeated, repeat } from './repeat.ts'

export interface BackgroundOptions {
  readonly dropkit: Pick<Dropkit, 'runDueJobs' | 'flushLastUsed'>
  readonly log: Log
  /** Between two looks for work while there is none; 100 by default. */
  readonly idleDelayMs?: number
  /** The longest wait while the store is out of reach; 5,000 by default. */
  readonly longestDelayMs?: number
  /** How long a round of jobs may hold up the next one; 500 by default. */
  readonly patienceMs?: number
  readonly flushEveryMs?: number
}

const MAX_ROUNDS_AT_ONCE = 4

/**
 * Runs due jobs for as long as the server lives: at once again while there was work, else after a short pause. A
 * round that takes long (the chain is slow) does not keep others from starting. It outlives every outage of the store.
 */
export function startBackground({
  dropkit,
  log,
  idleDelayMs = 100,
  longestDelayMs = 5_000,
  patienceMs = 500,
  flushEveryMs = 30_000,
}: BackgroundOptions): Repeated {
  const ending = new AbortController()
  const rounds = new Set<Promise<number>>()
  const flushing = repeat('noting when keys were last used', flushEveryMs, dropkit.flushLastUsed, log)
  let failures = 0

  /** Gives how long to wait before the next round. */
  async function runRound(): Promise<number> {
    try {
      const jobs = await dropkit.runDueJobs()
      if (failures > 0) log.info('background work goes on', { failures })
      failures = 0
      return jobs > 0 ? 0 : idleDelayMs
    } catch (fault) {
      if (failures === 0) log.error('background work has to wait', {}, fault)
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
      if (rounds.size >= MAX_ROUNDS_AT_ONCE) await Promise.race(rounds)
      // Even without a pause requests get their turn.
      else await pause(delayMs, ending.signal)
    }
    await Promise.all(rounds)
  }

  const running = loop()
  return {
    async stop() {
      ending.abort()
      await Promise.all([running, flushing.stop()])
      await dropkit
        .flushLastUsed()
        .catch((fault) => log.error('when keys were last used could not be noted', {}, fault))
    },
  }
}
