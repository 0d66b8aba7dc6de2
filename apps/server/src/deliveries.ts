import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import type { Dropkit, Log } from '@dropkit/core'
import { pause, type Repeated } from './repeat.ts'
import { startRounds } from './rounds.ts'

export interface DeliveryOptions {
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
