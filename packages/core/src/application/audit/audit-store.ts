import { coversEvent } from '../../domain/event.ts'
import { eventIdOf } from '../../domain/ids.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { UnmatchedState } from '../../domain/payment/match-payment.ts'
import type { AuditRows, AuditSource, LogExtent, StoredEvent } from '../../ports/audit-rows.ts'
import { auditDrop, type DrawTools, finishDropRows, openDropRows } from './audit-drop.ts'
import { type Compare, comparing, type HasAllEvents, orderedRows, type Report } from './difference.ts'

/** Compares unmatched payments with the rows that use their transfers. Returns how many need the operator. */
export async function auditUnmatched(
  rows: Pick<AuditRows, 'unmatchedPayments'>,
  report: Report,
): Promise<{ readonly open: number; readonly returning: number }> {
  const compare = comparing(report, null)
  let [open, returning] = [0, 0]
  for await (const page of rows.unmatchedPayments()) {
    for (const { payment, use } of page) {
      const { id, state } = payment
      if (state.kind === 'OPEN') open++
      if (state.kind === 'RETURNING') returning++
      compare(id, 'use of its transfer', use === undefined ? 'none' : (use ?? 'no intent'), usedBy(state))
    }
  }
  return { open, returning }
}

const usedBy = (state: UnmatchedState): string => (state.kind === 'ASSIGNED' ? state.intentId : 'no intent')

/** The inputs of an audit and its listeners. */
export interface AuditOptions extends DrawTools {
  /** The service's time. It decides which expired records may be deleted. */
  readonly now: Instant
  /** Called for each difference when it is found. */
  readonly report: Report
  /** Called from time to time with the progress. */
  readonly onProgress?: (progress: AuditProgress) => void
}

/** The number of records that were checked so far. */
export interface AuditProgress {
  readonly drops: number
  readonly claims: number
  readonly events: number
}

/** The result of an audit. */
export interface Audited extends AuditProgress {
  readonly tokens: number
  readonly intents: number
  /** Unmatched payments that wait for the operator, and those that are being returned. */
  readonly unmatched: { readonly open: number; readonly returning: number }
  readonly differences: number
  /** The number of random drops whose draws were all recomputed, and of those whose seed could not be opened. */
  readonly drawsChecked: number
  readonly drawsNotChecked: number
}

/**
 * Derives every counter, reservation, payment and draw of a store from its rows and its log, and reports each stored field
 * that differs. Reads one snapshot of a store that may be in use. Memory does not grow with the store, except for one byte
 * per claim of the largest drop.
 */
export async function auditStore(source: AuditSource, options: AuditOptions): Promise<Audited> {
  let differences = 0
  const report = onceEach((difference) => {
    differences++
    options.report(difference)
  })
  const ofStore = comparing(report, null)
  const counts = { drops: 0, claims: 0, events: 0, intents: 0, drawsChecked: 0, drawsNotChecked: 0 }

  return source.atOneMoment(
    ({ table, key, reason }) => ofStore(`${table} ${key}`, 'row', reason, 'one that can be read'),
    async (rows) => {
      for (const error of await rows.databaseErrors()) ofStore('database', 'integrity', error, 'ok')
      const log = await rows.log()
      const hasAllOf = wholeIn(log)
      const ofDrops = openDropRows(rows, report, hasAllOf)
      for await (const page of rows.drops()) {
        for (const drop of page) {
          const audited = await auditDrop(drop, ofDrops, options, report, ({ claims = 0, events = 0 }) => {
            counts.claims += claims
            counts.events += events
            options.onProgress?.(counts)
          })
          counts.drops++
          counts.intents += audited.intents
          if (audited.drawsChecked === true) counts.drawsChecked++
          if (audited.drawsChecked === false) counts.drawsNotChecked++
        }
      }
      await finishDropRows(ofDrops)
      for await (const page of rows.wrongCallerCounts())
        for (const { dropId, callerId, stored, counted } of page)
          comparing(report, dropId)(dropId, `claims that ${callerId} asked for`, stored, counted)
      const unmatched = await auditUnmatched(rows, report)
      const tokens = await auditTokens(rows, report, hasAllOf)
      await auditLog(rows, log, options.now, report)
      return { ...counts, tokens, unmatched, differences }
    },
  )
}

/** Records whose events are all in the log: those that were created after the removed events. */
const wholeIn =
  ({ removed }: LogExtent): HasAllEvents =>
  ({ createdAt }) =>
    removed.upTo === 0 || createdAt > removed.by

const MOST_REMEMBERED = 1_000

/** Reports a difference once if several rows show it. */
function onceEach(report: Report): Report {
  const said = new Set<string>()
  return (difference) => {
    const words = JSON.stringify(difference)
    if (said.has(words)) return
    if (said.size >= MOST_REMEMBERED) said.clear()
    said.add(words)
    report(difference)
  }
}

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
      compare(id, 'of', `${eventIdOf(position)}, ${eventType}`, 'an event that is there')
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
  stored: string,
  events: AsyncIterable<readonly StoredEvent[]>,
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
  if (made > 0) compare(id, 'deployment', stored, deployment)
}
