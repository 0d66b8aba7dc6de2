import type { Instant } from '../../domain/instant.ts'
import type { AuditSource, LogExtent } from '../../ports/audit-rows.ts'
import { auditDrop, type DrawTools, finishDropRows, openDropRows } from './audit-drop.ts'
import { auditLog } from './audit-log.ts'
import { auditTokens } from './audit-tokens.ts'
import { auditUnmatched } from './audit-unmatched.ts'
import { comparing, type Report } from './difference.ts'
import type { HasAllEvents } from './has-all-events.ts'

/** What an audit needs, and who hears of it. */
export interface AuditOptions extends DrawTools {
  /** Ours, by which it is known what has been swept away by now. */
  readonly now: Instant
  /** Hears of each difference, as it is found. */
  readonly report: Report
  /** Hears from time to time how far it has come. */
  readonly onProgress?: (progress: AuditProgress) => void
}

/** How many of each have been looked at so far. */
export interface AuditProgress {
  readonly drops: number
  readonly claims: number
  readonly events: number
}

/** What was looked at. */
export interface Audited extends AuditProgress {
  readonly tokens: number
  readonly intents: number
  /** Unmatched payments that wait for the operator, and those on their way back. */
  readonly unmatched: { readonly open: number; readonly returning: number }
  readonly differences: number
  /** Random drops of which each draw was recomputed, and those whose seed could not be opened. */
  readonly drawsChecked: number
  readonly drawsNotChecked: number
}

/**
 * Derives every counter, reservation, payment and draw of a store from its rows and from its log, and reports each
 * field that is kept otherwise. Reads one moment of a store that may be in use, in memory that does not grow with it
 * but for a byte for each claim of the largest drop.
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
      for (const fault of await rows.faultsOfDatabase()) ofStore('database', 'integrity', fault, 'ok')
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
        for (const { dropId, callerId, kept, counted } of page)
          comparing(report, dropId)(dropId, `claims that ${callerId} asked for`, kept, counted)
      const unmatched = await auditUnmatched(rows, report)
      const tokens = await auditTokens(rows, report, hasAllOf)
      await auditLog(rows, log, options.now, report)
      return { ...counts, tokens, unmatched, differences }
    },
  )
}

/** Which records have all their events in the log: those that were made after the events that were removed. */
const wholeIn =
  ({ removed }: LogExtent): HasAllEvents =>
  ({ createdAt }) =>
    removed.upTo === 0 || createdAt > removed.by

const MOST_REMEMBERED = 1_000

/** Of what several rows say the same, one says it. */
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
