import { setTimeout as sleep } from 'node:timers/promises'
import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import type { Dropkit, Log } from '@dropkit/core'
import { logError } from '@dropkit/core/internal'

export interface BackgroundOptions {
  readonly dropkit: Pick<Dropkit, 'startDueJobs' | 'flushLastUsed' | 'flushCounts'>
  readonly log: Log
  /** Pause between two rounds while there is no work, in milliseconds; 100 by default. */
  readonly idleDelayMs?: number
  /** The longest pause while the store is unreachable, in milliseconds; 5,000 by default. */
  readonly longestDelayMs?: number
  readonly flushEveryMs?: number
}

const LONG_ROUND_MS = 500

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
      .catch((error) => logError(log, 'the end of a background job could not be noted', {}, error))
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

  const jobs = startRounds('background work', look, {
    log,
    idleDelayMs,
    longestDelayMs,
    longRoundMs: LONG_ROUND_MS,
  })
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
        .catch((error) => logError(log, 'when keys were last used could not be noted', {}, error))
      await dropkit
        .flushCounts()
        .catch((error) => logError(log, 'the counts of drops could not be stored', {}, error))
    },
  }
}

interface RoundTerms {
  readonly log: Log
  /** Pause between two rounds while there is no work, in milliseconds. */
  readonly idleDelayMs: number
  /** The longest pause after failed rounds, in milliseconds. */
  readonly longestDelayMs: number
  /** After a round that took longer, the next one starts without a pause, in milliseconds. */
  readonly longRoundMs: number
}

/**
 * Runs `work` repeatedly: immediately again if it returns a number greater than 0, otherwise after a pause. While it fails,
 * the pause grows, and only the first failure is logged. Rounds never overlap.
 */
function startRounds(name: string, work: () => Promise<number>, terms: RoundTerms): Repeated {
  const { log, idleDelayMs, longestDelayMs, longRoundMs } = terms
  const ending = new AbortController()
  let failures = 0

  /** Returns the pause before the next round, in milliseconds. */
  async function runRound(): Promise<number> {
    try {
      const done = await work()
      if (failures > 0) log.info(`${name} goes on`, { failures })
      failures = 0
      return done > 0 ? 0 : idleDelayMs
    } catch (error) {
      if (failures === 0) logError(log, `${name} has to wait`, {}, error)
      failures++
      return Math.min(idleDelayMs * 2 ** Math.min(failures, 16), longestDelayMs)
    }
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      const startedAtMs = performance.now()
      const delayMs = await runRound()
      // The event loop serves requests in between, even if the pause is 0.
      if (performance.now() - startedAtMs < longRoundMs) await pause(delayMs, ending.signal)
    }
  }

  const running = loop()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

interface Repeated {
  /** Stops the repetition. Resolves when the run in progress has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` repeatedly, with a pause between two runs. Runs never overlap. If runs fail, only the first failure in a row
 * is logged, and the repetition continues.
 */
export function repeat(name: string, pauseMs: number, work: () => Promise<void>, log: Log): Repeated {
  const ending = new AbortController()
  let isFailing = false

  async function runOnce(): Promise<void> {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) logError(log, `${name} failed and is tried again`, { pauseMs }, error)
      isFailing = true
    }
  }

  async function loop(): Promise<void> {
    for (;;) {
      await pause(pauseMs, ending.signal)
      if (ending.signal.aborted) return
      await runOnce()
    }
  }

  const running = loop()
  return {
    stop() {
      ending.abort()
      return running
    },
  }
}

/** Waits for `ms` milliseconds, or until the signal aborts. Never rejects. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})

interface DeliveryOptions {
  readonly dropkit: Pick<Dropkit, 'deliverWebhooks' | 'drainWebhooks'>
  readonly sender: Pick<ClosableWebhookSender, 'close'>
  readonly log: Log
  /** Pause between two rounds while there are no events, in milliseconds; 100 by default. */
  readonly idleDelayMs?: number
  /** How long receivers may still take to answer during shutdown, in milliseconds; 2,500 by default. */
  readonly drainMs?: number
}

const LONGEST_DELAY_MS = 5_000

/**
 * Sends events to webhook receivers until the server ends. During shutdown it starts no delivery and gives deliveries in
 * progress `drainMs` to finish. An attempt that does not finish is not counted: another server repeats it at once, or this
 * one after its next start.
 */
export function startDeliveries({
  dropkit,
  sender,
  log,
  idleDelayMs = 100,
  drainMs = 2_500,
}: DeliveryOptions): Repeated {
  // Rounds run one after another. A round only starts deliveries and does not wait for receivers.
  const looks = startRounds('the delivery of webhooks', dropkit.deliverWebhooks, {
    log,
    idleDelayMs,
    longestDelayMs: LONGEST_DELAY_MS,
    longRoundMs: LONGEST_DELAY_MS,
  })
  return {
    async stop() {
      await looks.stop()
      const waited = new AbortController()
      await Promise.race([dropkit.drainWebhooks(), pause(drainMs, waited.signal)])
      waited.abort()
      await sender.close()
      await dropkit.drainWebhooks()
    },
  }
}
