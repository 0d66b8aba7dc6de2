import type { Dropkit, Log } from '@dropkit/core'
import { logFault } from '@dropkit/core/internal'
import { pause, type Repeated, repeat } from './repeat.ts'
import { startRounds } from './rounds.ts'

export interface BackgroundOptions {
  readonly dropkit: Pick<Dropkit, 'startDueJobs' | 'flushLastUsed'>
  readonly log: Log
  /** Between two looks for work while there is none; 100 by default. */
  readonly idleDelayMs?: number
  /** The longest wait while the store is out of reach; 5,000 by default. */
  readonly longestDelayMs?: number
  readonly flushEveryMs?: number
}

/** Looks for jobs never overlap, and one that takes longer than this keeps the others waiting all the same. */
const ONE_LOOK = { patienceMs: 500, atOnce: 1 }

/**
 * Runs due jobs for as long as the server lives. It looks for further ones as soon as it has started some or one has
 * ended, else after a short pause, so a slow job delays no other. It outlives every outage of the store.
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

  /** Gives 0 when there was nothing to start and nothing to wait for. */
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
  const flushing = repeat('noting when keys were last used', flushEveryMs, dropkit.flushLastUsed, log)
  return {
    async stop() {
      await Promise.all([jobs.stop(), flushing.stop()])
      await Promise.all(runs)
      await dropkit
        .flushLastUsed()
        .catch((fault) => logFault(log, 'when keys were last used could not be noted', {}, fault))
    },
  }
}
