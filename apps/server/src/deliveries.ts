import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import type { Dropkit, Log } from '@dropkit/core'
import { pause, type Repeated } from './repeat.ts'
import { startRounds } from './rounds.ts'

export interface DeliveryOptions {
  readonly dropkit: Pick<Dropkit, 'deliverWebhooks' | 'drainWebhooks'>
  readonly sender: Pick<ClosableWebhookSender, 'close'>
  readonly log: Log
  /** Between two looks for events while there are none; 100 by default. */
  readonly idleDelayMs?: number
  /** How long receivers may still take to answer at the end; 2,500 by default. */
  readonly drainMs?: number
}

const LONGEST_DELAY_MS = 5_000

/**
 * Carries events to their receivers for as long as the server lives. At the end nothing more is started, what is on
 * its way has a moment to arrive, and what has not by then counts as failed: it is sent again after the next start.
 */
export function startDeliveries({
  dropkit,
  sender,
  log,
  idleDelayMs = 100,
  drainMs = 2_500,
}: DeliveryOptions): Repeated {
  // Looks come one after another: each only starts what is due, and nobody waits for a receiver.
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
