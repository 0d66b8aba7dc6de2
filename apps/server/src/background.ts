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
      .catch((fault) => logError(log, 'the end of a background job could not be noted', {}, fault))
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
        .catch((fault) => logError(log, 'when keys were last used could not be noted', {}, fault))
      await dropkit
        .flushCounts()
        .catch((fault) => logError(log, 'the counts of drops could not be stored', {}, fault))
    },
  }
}

interface RoundTerms {
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
function startRounds(name: string, work: () => Promise<number>, terms: RoundTerms): Repeated {
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
      if (failures === 0) logError(log, `${name} has to wait`, {}, fault)
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
    } catch (fault) {
      if (!isFailing) logError(log, `${name} failed and is tried again`, { pauseMs }, fault)
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
 * progress `drainMs` to finish. A delivery that does not finish counts as failed, and is sent again after the next start.
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
    patienceMs: LONGEST_DELAY_MS,
    atOnce: 1,
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
