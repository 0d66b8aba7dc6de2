import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import { logFault } from '@dropkit/core/internal'

export interface Repeated {
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
      if (!isFailing) logFault(log, `${name} failed and is tried again`, { pauseMs }, fault)
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
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})
