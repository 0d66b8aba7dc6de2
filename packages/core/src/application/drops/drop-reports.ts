import { type Claim, idOfClaim, isUndrawn } from '../../domain/claim.ts'
import type { BriefDrop } from '../../domain/drop.ts'
import type { LoggedEvent } from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import { DAY_MS, toIso } from '../../domain/instant.ts'
import { recipientOf } from '../../domain/recipient.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import { findOwnDrop } from '../read-records.ts'

type ReportPorts = Pick<Ports, 'store' | 'clock'>

/** How a drop is going, for its owner. */
export interface DropStats {
  readonly drop: BriefDrop
  /** Claims since the start of the hour 24 hours ago, including released ones. */
  readonly recentClaims: number
  readonly recentActivity: readonly LoggedEvent[]
}

const ACTIVITY_SHOWN = 10
/** A page is parsed and written in one turn of the event loop: 2,000 claims take about 10 ms. */
const CLAIMS_PER_READ = 2_000

/** What the owner sees at a glance. Its cost does not grow with the number of claims. */
export async function readDropStats(
  ports: ReportPorts,
  caller: Caller,
  id: string,
): Promise<Result<DropStats, Refusal>> {
  const own = await findOwnDrop(ports, caller, id)
  if (!own.ok) return own
  const drop = own.value
  const [recentClaims, recentActivity] = await Promise.all([
    ports.store.claimsSince(drop.id, ports.clock.now() - DAY_MS),
    ports.store.events({ dropId: drop.id, limit: ACTIVITY_SHOWN }),
  ])
  return ok({ drop, recentClaims, recentActivity })
}

/** All claims of a drop as CSV, oldest first, a piece at a time: any number of them in constant memory. */
export async function exportClaims(
  ports: ReportPorts,
  caller: Caller,
  id: string,
  columns: ExtraColumns = {},
): Promise<Result<AsyncGenerator<string, void, undefined>, Refusal>> {
  const own = await findOwnDrop(ports, caller, id)
  return own.ok ? ok(csvOf(ports, own.value, columns)) : own
}

/** Columns after those that every export has. */
export interface ExtraColumns {
  /** `recipient`: the address that receives the amount. */
  readonly recipients?: boolean
}

interface Page {
  /** Text takes a small part of the memory that the claims take, and a slow reader may make it wait for long. */
  readonly text: string
  /** The last sequence of a full page; null if no page follows. */
  readonly last: number | null
}

async function readPage(
  ports: ReportPorts,
  dropId: DropId,
  after: number,
  columns: ExtraColumns,
): Promise<Page> {
  const claims = await ports.store.claimsInOrder(dropId, after, CLAIMS_PER_READ)
  const last = claims.length === CLAIMS_PER_READ ? claims.at(-1)?.sequence : undefined
  return { text: claims.map((claim) => csvLine(claim, columns)).join(''), last: last ?? null }
}

/** The next page is read while this one is sent, and none further ahead. */
async function* csvOf(
  ports: ReportPorts,
  { id }: BriefDrop,
  columns: ExtraColumns,
): AsyncGenerator<string, void, undefined> {
  const begin = (after: number) => {
    const page = readPage(ports, id, after, columns)
    // A client that has gone does not wait for its next page; for all others `await` throws this again.
    page.catch(() => undefined)
    return page
  }
  let next: Promise<Page> | null = begin(0)
  const further = columns.recipients ? ',recipient' : ''
  yield `id,sequence,userAddress,amount,status,streak,createdAt,claimedAt,txHash${further}\r\n`
  while (next !== null) {
    const { text, last }: Page = await next
    next = last === null ? null : begin(last)
    if (text !== '') yield text
  }
}

/** No field needs quoting: ids, numbers, addresses, hashes and instants have neither commas nor quotes. */
function csvLine(claim: Claim, { recipients }: ExtraColumns): string {
  const { state } = claim
  const claimedAt = state.kind === 'CONFIRMED' ? toIso(state.claimedAt) : ''
  const txHash = 'txHash' in state ? state.txHash : ''
  const fields = [
    idOfClaim(claim),
    claim.sequence,
    claim.claimer,
    isUndrawn(claim) ? '' : claim.amount,
    state.kind,
    claim.streak ?? '',
    toIso(claim.createdAt),
    claimedAt,
    txHash,
    ...(recipients ? [recipientOf(claim)] : []),
  ]
  return `${fields.join(',')}\r\n`
}
