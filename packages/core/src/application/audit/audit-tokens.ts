import type { AuditRows, KeptEvent } from '../../ports/audit-rows.ts'
import { type Compare, comparing, type Report } from './difference.ts'
import { type HasAllEvents, orderedRows } from './ordered-rows.ts'

const DEPLOYMENT_AFTER: Readonly<Record<string, string>> = {
  'token.deployed': 'DEPLOYED',
  'token.failed': 'FAILED',
}

/** Compares each token with the log. */
export async function auditTokens(
  rows: AuditRows,
  report: Report,
  hasAllEvents: HasAllEvents,
): Promise<number> {
  const compare = comparing(report, null)
  const events = orderedRows(
    rows.tokenEvents(),
    ({ tokenId }) => tokenId,
    ({ tokenId, type }) => compare(`a ${type}`, 'tokenId', tokenId, 'none: there is no such row'),
  )
  let count = 0
  for await (const page of rows.tokens()) {
    for (const token of page) {
      count++
      const ofToken = hasAllEvents(token) ? compare : () => undefined
      await compareDeployment(token.id, token.deployment.kind, events.of(token.id), ofToken)
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
