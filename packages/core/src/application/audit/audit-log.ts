import { coversEvent } from '../../domain/event.ts'
import { eventIdOf } from '../../domain/ids.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { AuditRows, KeptEvent } from '../../ports/audit-rows.ts'
import { type Compare, comparing, type Report } from './difference.ts'
import { orderedRows } from './ordered-rows.ts'

/** Deliveries are kept for 30 days after their end; an event that is younger than this has all of its own still. */
const DELIVERIES_KEPT_MS = 29 * DAY_MS

/** Holds the log against itself: its places, and who was told of what is in it. */
export async function auditLog(rows: AuditRows, now: Instant, report: Report): Promise<void> {
  const compare = comparing(report, null)
  const { placed, first, last, missing, head, dispatched } = await rows.log()
  if (placed > 0) compare('log', 'first place', first, 1)
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

const DEPLOYMENT_AFTER: Readonly<Record<string, string>> = {
  'token.deployed': 'DEPLOYED',
  'token.failed': 'FAILED',
}

/** Holds each token against what the log says of it. */
export async function auditTokens(rows: AuditRows, report: Report): Promise<number> {
  const compare = comparing(report, null)
  const events = orderedRows(
    rows.tokenEvents(),
    ({ tokenId }) => tokenId,
    ({ tokenId, type }) => compare(`a ${type}`, 'tokenId', tokenId, 'none: there is no such row'),
  )
  let count = 0
  for await (const page of rows.tokens()) {
    for (const { id, deployment } of page) {
      count++
      await compareDeployment(id, deployment.kind, events.of(id), compare)
    }
  }
  await events.finish()
  return count
}

async function compareDeployment(
  id: string,
  kept: string,
  events: AsyncIterable<readonly KeptEvent[]>,
  compare: Compare,
): Promise<void> {
  let made = 0
  let deployment: string | null = null
  for await (const page of events) {
    for (const { type, data } of page) {
      if (type === 'token.created') made++
      deployment = type === 'token.created' ? String(data['status']) : (DEPLOYMENT_AFTER[type] ?? deployment)
    }
  }
  compare(id, 'token.created', made, 1)
  if (made > 0) compare(id, 'deployment', kept, deployment)
}
