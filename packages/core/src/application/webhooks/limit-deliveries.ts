import type { WebhookId } from '../../domain/ids.ts'
import { MAX_DELIVERIES_PER_USER, tooManyWaiting } from '../../domain/webhook.ts'
import type { Ports, SurplusDeliveries } from '../../ports/index.ts'
import type { JobRun } from '../failing-jobs.ts'
import { disabledEvent } from './deliver-webhooks.ts'

/** A small transaction, because it delays other changes. */
const REMOVED_AT_ONCE = 125

type LimitPorts = Pick<Ports, 'deliveries' | 'store' | 'clock'>

/**
 * Limits the stored deliveries of each user: webhooks of one user have equal shares, and beyond its share a webhook loses its
 * oldest deliveries that have ended. If waiting ones alone exceed the share, the webhook is disabled, as after five days
 * of failures, and later loses its oldest waiting deliveries; their events stay in the log. Returns the memo for the next run; null
 * when all webhooks have been checked.
 */
export async function limitDeliveries(
  ports: LimitPorts,
  { memo, budget }: Pick<JobRun, 'memo' | 'budget'>,
  mostPerUser = MAX_DELIVERIES_PER_USER,
): Promise<string | null> {
  const next = (after: WebhookId | null) => ports.deliveries.surplusAfter(after, mostPerUser)
  let found = memo === null ? await next(null) : (JSON.parse(memo) as SurplusDeliveries)
  while (found !== null) {
    if (budget.isSpent()) return JSON.stringify(found)
    const { webhookId, surplus } = found
    const limit = Math.min(surplus, budget.itemsLeft, REMOVED_AT_ONCE)
    const removed = await ports.deliveries.removeOldest(webhookId, limit)
    budget.spend(removed)
    if (removed < limit) await disable(ports, webhookId, mostPerUser)
    const isOver = removed < limit || removed === surplus
    found = isOver ? await next(webhookId) : { webhookId, surplus: surplus - removed }
  }
  return null
}

const disable = ({ store, clock }: LimitPorts, id: WebhookId, mostPerUser: number): Promise<unknown> =>
  store.changeWebhook(id, (webhook) => {
    if (!webhook?.isActive) return { result: null }
    const now = clock.now()
    const after = { ...webhook, isActive: false, updatedAt: now }
    const error = tooManyWaiting(mostPerUser)
    return { result: null, webhook: after, events: [disabledEvent(after, { statusCode: null, error }, now)] }
  })
