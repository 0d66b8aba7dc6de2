import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createFairSlots, MINUTE_MS } from '@dropkit/core/internal'

/** A signature to verify, and what it must sign. */
export interface SignatureCheck {
  readonly signed: 'message' | 'transaction'
  readonly bytes: Uint8Array
  readonly signature: string
  readonly address: string
}

/** About four seconds of the most expensive verifications. */
export const MOST_WAITING = 200
/** A thread takes about 30 MB. */
const IDLE_MS = MINUTE_MS

/**
 * Verifies signatures on a thread, one at a time, because one takes 2 to 40 ms. Senders take turns. Resolves with undefined
 * if too many wait; the sender with the most is rejected first. The thread starts with the first signature, ends after a
 * minute without one, and does not keep the process running while it is idle.
 */
export function createSignatureChecks(
  idleMs = IDLE_MS,
  url = new URL(`./signature-thread${import.meta.url.slice(-3)}`, import.meta.url),
): (sender: string, check: SignatureCheck) => Promise<boolean | undefined> {
  const run = createFairSlots({ mostRunning: 1, mostWaiting: MOST_WAITING })
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(url, { resourceLimits: { maxYoungGenerationSizeMb: 8 } })
    const forget = () => {
      if (worker === started) worker = undefined
    }
    return started.on('error', forget).on('exit', forget)
  }

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  async function ask(check: SignatureCheck): Promise<boolean> {
    clearTimeout(idle)
    worker ??= start()
    const running = worker
    running.ref()
    const settled = new AbortController()
    const answered = once(running, 'message', { signal: settled.signal })
    const ended = once(running, 'exit', { signal: settled.signal }).then(([code]) => {
      throw new Error(`the thread that verifies signatures ended with ${code}`)
    })
    running.postMessage(check)
    try {
      const [isValid] = await Promise.race([answered, ended])
      return isValid === true
    } finally {
      settled.abort()
      running.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return (sender, check) => run(sender, () => ask(check))
}
