import { type Dropkit, type Log, logFault } from '@dropkit/core'
import { type Repeated, repeat } from './repeat.ts'
import { startRounds } from './rounds.ts'

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
  const terms = { log, idleDelayMs, longestDelayMs, patienceMs, atOnce: MAX_ROUNDS_AT_ONCE }
  const jobs = startRounds('background work', dropkit.runDueJobs, terms)
  const flushing = repeat('noting when keys were last used', flushEveryMs, dropkit.flushLastUsed, log)
  return {
    async stop() {
      await Promise.all([jobs.stop(), flushing.stop()])
      await dropkit
        .flushLastUsed()
        .catch((fault) => logFault(log, 'when keys were last used could not be noted', {}, fault))
    },
  }
}
