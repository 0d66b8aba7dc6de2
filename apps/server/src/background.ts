import type { Dropkit, Log } from '@dropkit/core'
import { logFault } from '@dropkit/core/internal'
import { pause, type Repeated, repeat } from './repeat.ts'
import { startRounds } from './rounds.ts'

export interface BackgroundOptions {
  readonly dropkit: Pick<Dropkit, 'startDueJobs' | 'flushLastUsed' | 'flushCounts'>
  readonly log: Log
  /** Pause between two rounds while there is no work, in milliseconds; 100 by default. */
  readonly idleDelayMs?: number
  /** The longest pause while the store is unreachable, in milliseconds; 5,000 by default. */
  readonly longestDelayMs?: number
  readonly flushEveryMs?: number
}

/** Rounds never overlap, even if one takes longer than `patienceMs`. */
const ONE_LOOK = { patienceMs: 500, atOnce: 1 }

/**
 * Runs due jobs until the server ends. It looks for the next jobs as soon as it has started some or one has ended,
 * otherwise after a short pause, so that a slow job does not delay other jobs. An outage of the store does not stop it.
 */
export function startBackground({
  dropkit,
  log,
  idleDelayMs = 100,
  longestDelayMs = 5_000,
  flushEveryMs = 30_000,
}: BackgroundOptions): Repeated {
  const runs = new Set<Promise<void>>()

  function track(run: Promise<void>): void {
    const tracked = run
      .catch((fault) => logFault(log, 'the end of a background job could not be noted', {}, fault))
      .finally(() => runs.delete(tracked))
    runs.add(tracked)
  }

  /** Returns 0 if there was nothing to start and nothing to wait for. */
  async function look(): Promise<number> {
    const started = await dropkit.startDueJobs()
    for (const run of started) track(run)
    if (started.length > 0 || runs.size === 0) return started.length
    const waited = new AbortController()
    await Promise.race([...runs, pause(idleDelayMs, waited.signal)])
    waited.abort()
    return 1
  }

  const jobs = startRounds('background work', look, { log, idleDelayMs, longestDelayMs, ...ONE_LOOK })
  const flushing = [
    repeat('noting when keys were last used', flushEveryMs, dropkit.flushLastUsed, log),
    repeat('storing the counts of drops', flushEveryMs, dropkit.flushCounts, log),
  ]
  return {
    async stop() {
      await Promise.all([jobs, ...flushing].map((repeated) => repeated.stop()))
      await Promise.all(runs)
      await dropkit
        .flushLastUsed()
        .catch((fault) => logFault(log, 'when keys were last used could not be noted', {}, fault))
      await dropkit
        .flushCounts()
        .catch((fault) => logFault(log, 'the counts of drops could not be stored', {}, fault))
    },
  }
}
