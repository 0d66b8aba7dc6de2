import type { WebhookId } from '../domain/ids.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../domain/instant.ts'
import { MAX_DELIVERIES_PER_USER, tooManyWaiting } from '../domain/webhook.ts'
import {
  type JobOutcome,
  type Ports,
  RETENTION_KINDS,
  type RetentionKind,
  type SurplusDeliveries,
} from '../ports/index.ts'
import { forgetCounted, settleReserved } from './allowances.ts'
import { eachApart } from './batcher.ts'
import type { JobRun } from './run-budget.ts'
import type { Settings } from './settings.ts'
import { disabledEvent } from './webhooks/deliver-webhooks.ts'

/**
 * How long finished records are kept. Webhook deliveries are kept longest, because owners read and resend them. A used
 * challenge is kept until it has expired by the clock of every server.
 */
const RETENTION_MS: { readonly [Kind in Exclude<RetentionKind, 'events'>]: number } = {
  deliveries: 30 * DAY_MS,
  sessions: DAY_MS,
  challenges: 5 * MINUTE_MS,
  receipts: 0,
  counts: 0,
}

/** A share of a run, so that a long backlog of one kind does not block the others. */
const DELETED_AT_ONCE = 125
const PERIOD_MS = 10 * MINUTE_MS

/** Deletes some expired records of each kind, and runs again immediately if there are more. */
export async function deleteExpiredRecords(
  ports: Pick<Ports, 'retention' | 'clock' | 'keyValues' | 'deliveries' | 'store'>,
  { eventRetentionDays }: Pick<Settings, 'eventRetentionDays'>,
  { budget, memo }: Pick<JobRun, 'budget' | 'memo'>,
): Promise<JobOutcome> {
  const now = ports.clock.now()
  let isAllGone = true
  await eachApart(RETENTION_KINDS, async (kind) => {
    if (kind === 'events' && eventRetentionDays === 0) return
    if (budget.isSpent()) {
      isAllGone = false
      return
    }
    const retentionMs = kind === 'events' ? eventRetentionDays * DAY_MS : RETENTION_MS[kind]
    const limit = Math.min(DELETED_AT_ONCE, budget.itemsLeft)
    const deleted = await ports.retention.deleteExpired(kind, now - retentionMs, limit)
    budget.spend(deleted)
    if (deleted === limit) isAllGone = false
  })
  const { list, transact } = ports.keyValues ?? {}
  if (list && transact && !budget.isSpent()) {
    const limit = Math.min(DELETED_AT_ONCE, budget.itemsLeft)
    for (const clear of [forgetCounted, settleReserved]) {
      const cleared = await clear({ list, transact }, now, limit)
      budget.spend(cleared)
      if (cleared === limit) isAllGone = false
    }
  }
  const begun = memo === null ? null : (JSON.parse(memo) as SurplusDeliveries | Checked)
  const checkedAt = begun !== null && 'checkedAt' in begun ? begun.checkedAt : null
  // Counts all stored deliveries, so it is not repeated in every run of a long backlog.
  const isLimitDue = checkedAt === null || now >= checkedAt + PERIOD_MS
  const leftOver = isLimitDue
    ? await limitDeliveries(ports, { budget, memo: checkedAt === null ? memo : null })
    : null
  if (isAllGone && leftOver === null) return { kind: 'again', dueAt: now + PERIOD_MS, memo: null }
  const checked: Checked = { checkedAt: isLimitDue ? now : checkedAt }
  return { kind: 'again', dueAt: now, memo: leftOver ?? JSON.stringify(checked) }
}

/** The memo of runs that only delete: when the stored deliveries were last limited. */
interface Checked {
  readonly checkedAt: Instant
}

/** A small transaction, because it delays other changes. */
const REMOVED_AT_ONCE = 125

type LimitPorts = Pick<Ports, 'deliveries' | 'store' | 'clock'>

/**
 * Limits the stored deliveries of each user: webhooks of one user have equal shares, and beyond its share a webhook loses
 * its oldest deliveries that have ended. If waiting ones alone exceed the share, the webhook is disabled, as after five days
 * of failures, and later loses its oldest waiting deliveries; their events stay in the log. Returns the memo for the next
 * run; null when all webhooks have been checked.
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
