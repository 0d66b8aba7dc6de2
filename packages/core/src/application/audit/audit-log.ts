import { coversEvent } from '../../domain/event.ts'
import { eventIdOf } from '../../domain/ids.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { AuditRows, LogExtent } from '../../ports/audit-rows.ts'
import { comparing, type Report } from './difference.ts'

/** Deliveries are kept for 30 days after their end, so an event that is younger than this has all its deliveries. */
const DELIVERIES_KEPT_MS = 29 * DAY_MS

/** Checks the log itself: its positions, and the webhooks that its events went to. */
export async function auditLog(
  rows: AuditRows,
  extent: LogExtent,
  now: Instant,
  report: Report,
): Promise<void> {
  const compare = comparing(report, null)
  const { placed, first, last, missing, head, dispatched, removed } = extent
  if (placed > 0 || removed.upTo > 0) compare('log', 'first place', first, removed.upTo + 1)
  for (const position of missing) compare(eventIdOf(position), 'row', 'none', 'one: later places are given')
  if (missing.length === 0 && placed > 0) compare('log', 'events with a place', placed, last - first + 1)
  if (head !== null) compare('log', 'place given last', head, last)
  if (dispatched > last) compare('log', 'place read for webhooks', dispatched, `at most ${last}`)
  for await (const page of rows.strangeDeliveries()) {
    for (const { id, position, eventType } of page)
      compare(id, 'of', `${eventIdOf(position)}, ${eventType}`, 'an event and a webhook that are there')
  }
  for await (const page of rows.eventsWithoutDelivery(now - DELIVERIES_KEPT_MS)) {
    for (const { webhookId, patterns, position, type } of page) {
      const isWanted = type !== 'webhook.test' && patterns.some((pattern) => coversEvent(pattern, type))
      if (isWanted) compare(webhookId, `delivery of ${eventIdOf(position)}`, 'none', 'one')
    }
  }
}
