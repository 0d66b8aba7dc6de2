import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import { type JobOutcome, type Ports, RETENTION_KINDS, type RetentionKind } from '../ports/index.ts'
import { eachApart } from './batcher.ts'
import { forgetCounted } from './counted-transactions.ts'
import type { JobRun } from './failing-jobs.ts'
import type { Settings } from './settings.ts'
import { limitDeliveries } from './webhooks/limit-deliveries.ts'

/** How long finished records are kept. Webhook deliveries are kept longest, because owners read and resend them. */
const RETENTION_MS: { readonly [Kind in Exclude<RetentionKind, 'events'>]: number } = {
  deliveries: 30 * DAY_MS,
  sessions: DAY_MS,
  challenges: 60 * MINUTE_MS,
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
    const forgotten = await forgetCounted({ list, transact }, now, limit)
    budget.spend(forgotten)
    if (forgotten === limit) isAllGone = false
  }
  const leftOver = await limitDeliveries(ports, { budget, memo })
  return { kind: 'again', dueAt: isAllGone && leftOver === null ? now + PERIOD_MS : now, memo: leftOver }
}
