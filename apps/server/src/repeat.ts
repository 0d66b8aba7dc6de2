import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@dropkit/core'
import { logFault } from '@dropkit/core/internal'

export interface Repeated {
  /** Ends the repetition; done when the run that was under way is. */
  stop(): Promise<void>
}

/**
 * Runs `work` again and again, with a pause between; never two at once. A run that fails is logged, once until one
 * succeeds again, and does not end the repetition.
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

/** Waits, unless it is told to end. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})
