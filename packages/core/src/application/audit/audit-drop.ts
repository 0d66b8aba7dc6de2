import type { ChainPurpose } from '../../domain/chain-transaction.ts'
import { type Claim, idOfClaim } from '../../domain/claim.ts'
import type { DrawHashes } from '../../domain/draw-verifier.ts'
import { type Drop, freeItems, isSoldOut } from '../../domain/drop.ts'
import { isCancelledOrDeleted, nextScheduledAt } from '../../domain/drop-status.ts'
import { hexOfBytes } from '../../domain/encodings.ts'
import type { Exemption } from '../../domain/gating/exemption.ts'
import { type ClaimPlace, claimIdOf, type DropId } from '../../domain/ids.ts'
import { isLotteryUnderWay } from '../../domain/lottery-steps.ts'
import type { AuditRows, StoredEvent } from '../../ports/audit-rows.ts'
import type { Hashes, Secrets } from '../../ports/cryptography.ts'
import type { JobKind } from '../../ports/job-queue.ts'
import { openSeed } from '../drops/create-drop.ts'
import { type ClaimTotals, createClaimTotals } from './audit-claims.ts'
import { auditIntents, type IntentRows, type IntentTotals, openIntentRows } from './audit-intents.ts'
import {
  auditTransactions,
  openTransactionRows,
  type TransactionRows,
  type UnderWay,
} from './audit-transactions.ts'
import {
  type Compare,
  comparing,
  type HasAllEvents,
  type OrderedRows,
  orderedRows,
  type Report,
  type RowOf,
} from './difference.ts'
import { createDropHistory, type DropHistory, NO_HISTORY } from './drop-history.ts'

/** All audited lists of drops' records, each ordered by drop. */
export interface DropRows {
  readonly claims: OrderedRows<Claim>
  readonly events: OrderedRows<StoredEvent>
  readonly hasAllEvents: HasAllEvents
  readonly hours: OrderedRows<RowOf<'claimHours'>>
  readonly jobs: OrderedRows<RowOf<'jobs'>>
  readonly exemptions: OrderedRows<Exemption>
  readonly intents: IntentRows
  readonly transactions: TransactionRows
  claimsAt(places: readonly ClaimPlace[]): Promise<ReadonlyMap<string, Claim>>
}

/** Opens a drop's seed. Without `secrets`, draws are not recomputed. */
export interface DrawTools {
  readonly secrets: Secrets | null
  readonly hashes: Hashes
}

/** Reports the number of rows that were read. */
export type OnRows = (rows: { readonly claims?: number; readonly events?: number }) => void

export interface AuditedDrop {
  readonly intents: number
  /** Whether each draw was recomputed; null if the drop draws nothing. */
  readonly drawsChecked: boolean | null
}

export function openDropRows(rows: AuditRows, report: Report, hasAllEvents: HasAllEvents): DropRows {
  const stray = (dropId: DropId, record: string) =>
    report({ dropId, record, field: 'dropId', stored: dropId, derived: 'none: there is no such row' })
  return {
    claims: orderedRows(
      rows.claims(),
      ({ dropId }) => dropId,
      (claim) => stray(claim.dropId, idOfClaim(claim)),
    ),
    events: orderedRows(
      rows.events(),
      ({ dropId }) => dropId,
      ({ dropId, type }) => stray(dropId, `a ${type}`),
    ),
    hours: orderedRows(
      rows.claimHours(),
      ({ dropId }) => dropId,
      ({ dropId, hour }) => stray(dropId, `claims counted in hour ${hour}`),
    ),
    // Other jobs do not concern a drop.
    jobs: orderedRows(
      rows.jobs(),
      ({ subject }) => subject,
      () => undefined,
    ),
    exemptions: orderedRows(
      rows.exemptions(),
      ({ dropId }) => dropId,
      ({ dropId, id }) => stray(dropId, id),
    ),
    hasAllEvents,
    intents: openIntentRows(rows, report),
    transactions: openTransactionRows(rows, report),
    claimsAt: (places) => rows.claimsAt(places),
  }
}

/** Rows after the last drop belong to no drop. */
export async function finishDropRows({ intents, transactions, ...rows }: DropRows): Promise<void> {
  const streams = [rows.claims, rows.events, rows.hours, rows.exemptions, ...Object.values(intents)]
  for (const stream of [...streams, ...Object.values(transactions)]) await stream.finish()
}

/** Derives everything that is stored of one drop from its rows and from the log, page by page. */
export async function auditDrop(
  drop: Drop,
  rows: DropRows,
  tools: DrawTools,
  report: Report,
  onRows: OnRows,
): Promise<AuditedDrop> {
  const compare = comparing(report, drop.id)
  const history = rows.hasAllEvents(drop) ? createDropHistory(drop, compare) : NO_HISTORY
  await readHistory(drop, rows, history, onRows)
  const seed = openedSeed(drop, tools, compare)
  // Rounds were verified when amounts were drawn, and anyone can verify them with `npm run verify`.
  const hashes: DrawHashes = { ...tools.hashes, verifyRound: () => true }
  const totals = createClaimTotals(drop, history, { seed, hashes }, compare)
  for await (const page of rows.claims.of(drop.id)) {
    for (const claim of page) totals.take(claim)
    onRows({ claims: page.length })
  }
  totals.finish()
  const intents = await auditIntents(drop, rows.intents, report, rows.hasAllEvents)
  const underWay = await auditTransactions(drop, totals.submitted, rows.transactions, report)
  await compareHours(drop, totals, rows, compare)
  await compareExemptions(drop, rows, history, compare)
  const { waiting } = totals
  compareJobs(drop, { waiting, intents, underWay }, await jobsOf(drop, rows), compare)
  comparePromises(drop, totals, compare)
  const drawsChecked = drop.award.kind === 'random' ? seed !== null : null
  return { intents: intents.count, drawsChecked }
}

/** Reads a drop's events, with the claims that each page of events refers to. */
async function readHistory(drop: Drop, rows: DropRows, history: DropHistory, onRows: OnRows): Promise<void> {
  for await (const page of rows.events.of(drop.id)) {
    onRows({ events: page.length })
    const places = page.flatMap(({ type, data }) => {
      const isOfClaim = type === 'drop.claimed' || type.startsWith('claim.')
      const sequence = Number(data['sequence'])
      return isOfClaim && Number.isSafeInteger(sequence) ? [{ dropId: drop.id, sequence }] : []
    })
    const claims = places.length === 0 ? NO_CLAIMS : await rows.claimsAt(places)
    for (const event of page)
      history.take(event, claims.get(claimIdOf(drop.id, Number(event.data['sequence']))))
  }
  history.finish()
}

const NO_CLAIMS: ReadonlyMap<string, Claim> = new Map()

/** The hash for the draws; null if the drop draws nothing or the key for its seed is not available. */
function openedSeed(drop: Drop, { secrets, hashes }: DrawTools, compare: Compare): Uint8Array | null {
  if (drop.award.kind !== 'random' || secrets === null) return null
  const seed = openOrNull(secrets, drop.id, drop.award.seed)
  if (seed === null) return null
  compare(drop.id, 'randomnessCommitment', drop.award.commitment, hexOfBytes(hashes.sha256(seed)))
  return seed
}

function openOrNull(secrets: Secrets, dropId: DropId, sealed: string): Uint8Array | null {
  try {
    return openSeed(secrets, dropId, sealed)
  } catch {
    // The seed is sealed under a key that is not available. This is reported, but it is not a difference.
    return null
  }
}

/** Valid exemptions are counted on the drop, and each has its events. */
async function compareExemptions(
  drop: Drop,
  rows: DropRows,
  { exemptions: logged }: DropHistory,
  compare: Compare,
): Promise<void> {
  let [granted, revoked] = [0, 0]
  for await (const page of rows.exemptions.of(drop.id)) {
    granted += page.length
    revoked += page.filter(({ revokedAt }) => revokedAt !== null).length
  }
  compare(drop.id, 'exemptionCount', drop.exemptionCount, granted - revoked)
  if (logged === null) return
  compare(drop.id, 'exemptions', granted, logged.granted)
  compare(drop.id, 'revoked exemptions', revoked, logged.revoked)
}

async function compareHours(
  drop: Drop,
  { hours }: ClaimTotals,
  rows: DropRows,
  compare: Compare,
): Promise<void> {
  const counted = new Map(hours)
  for await (const page of rows.hours.of(drop.id)) {
    for (const { hour, count } of page) {
      compare(drop.id, `claims in hour ${hour}`, count, counted.get(hour) ?? 0)
      counted.delete(hour)
    }
  }
  for (const [hour, count] of counted) compare(drop.id, `claims in hour ${hour}`, 0, count)
}

async function jobsOf(drop: Drop, rows: DropRows): Promise<ReadonlySet<JobKind>> {
  const kinds = new Set<JobKind>()
  for await (const page of rows.jobs.of(drop.id)) for (const { kind } of page) kinds.add(kind)
  return kinds
}

/** Checks that the drop can keep its promises: in its pool, among its items and in its vault. */
export function comparePromises(
  drop: Drop,
  { waiting }: Pick<ClaimTotals, 'waiting'>,
  compare: Compare,
): void {
  const { pool, tally, vault, supply, status } = drop
  const promised = tally.reservedAmount + tally.heldAmount
  if (promised > pool) compare(drop.id, 'pool', pool, `at least ${promised}, which is reserved or held`)
  if (freeItems(supply, tally) < 0)
    compare(drop.id, 'supply', supply, `at least ${tally.reservedCount + tally.heldItems}`)
  if (vault.kind === 'open' && vault.deposited < tally.reservedAmount)
    compare(
      drop.id,
      'vault.deposited',
      vault.deposited,
      `at least ${tally.reservedAmount}, which is reserved`,
    )
  const unpaid = waiting.vouchers + waiting.deliveries + waiting.undrawn
  if (vault.kind === 'closed' && unpaid > 0) compare(drop.id, 'claims on a closed vault', unpaid, 0)
  if (status === 'ACTIVE' && isSoldOut(drop, tally)) compare(drop.id, 'status', status, 'SOLD_OUT')
  // After its deadline, a drop is not opened again when an amount becomes free.
  if (status === 'SOLD_OUT' && drop.claimDeadline === null && !isSoldOut(drop, tally))
    compare(drop.id, 'status', status, 'ACTIVE')
}

/** The job kinds that follow a transaction to its end. One of them is sufficient. */
const FOLLOWERS: { readonly [Kind in ChainPurpose['kind']]: readonly JobKind[] } = {
  open_vault: ['open_vault', 'close_vault', 'rotate_key'],
  fund_vault: ['open_vault', 'close_vault'],
  deliver_claims: ['deliver_claims'],
  refund: ['send_transfers'],
  payout: ['send_transfers'],
  rotate_key: ['rotate_key'],
  pause_vault: ['guard_vault'],
  resume_vault: ['guard_vault'],
  close_vault: ['close_vault'],
}

/** The unfinished work of a drop, as its rows show it. */
interface OpenWork extends Pick<ClaimTotals, 'waiting'> {
  readonly intents: IntentTotals
  readonly underWay: UnderWay
}

/** Everything unfinished needs a job that finishes it. */
export function compareJobs(
  drop: Drop,
  { waiting, intents, underWay }: OpenWork,
  jobs: ReadonlySet<JobKind>,
  compare: Compare,
): void {
  const want = (isWanted: boolean, why: string, ...kinds: readonly JobKind[]) => {
    if (isWanted && !kinds.some((kind) => jobs.has(kind)))
      compare(drop.id, `job ${kinds.join(' or ')}`, 'none', `one, for ${why}`)
  }
  const hasVault = drop.vault.kind === 'open'
  const isOff = isCancelledOrDeleted(drop)
  want(waiting.vouchers > 0, `${waiting.vouchers} vouchers that are out`, 'expire_claims')
  want(hasVault && waiting.deliveries > 0, `${waiting.deliveries} claims to be delivered`, 'deliver_claims')
  want(waiting.undrawn > 0, `${waiting.undrawn} claims that wait for the beacon`, 'reveal_claims')
  want(isLotteryUnderWay(drop), 'its lottery', 'run_lottery')
  want(intents.open > 0, `${intents.open} intents that wait`, 'settle_intents', ...(isOff ? WIND_UP : []))
  want(underWay.pendingTransfers > 0, `${underWay.pendingTransfers} transfers that wait`, 'send_transfers')
  want(drop.deletedAt === null && nextScheduledAt(drop) !== null, 'its schedule', 'settle_schedule')
  want(isOff && hasVault, 'its vault, which is no longer wanted', 'close_vault')
  want(drop.nextVoucherKey !== null, 'its next key', 'rotate_key')
  for (const purpose of underWay.purposes) want(true, `a ${purpose} under way`, ...FOLLOWERS[purpose])
}

const WIND_UP: readonly JobKind[] = ['wind_up']
