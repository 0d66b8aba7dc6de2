import type { Address } from '../../domain/address.ts'
import { ZERO } from '../../domain/amount.ts'
import { type Claim, idOfClaim, voucherExpiryOf } from '../../domain/claim.ts'
import { expireClaim, failTakenClaim } from '../../domain/claim-settlement.ts'
import type { Drop } from '../../domain/drop.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { type Change, chainFailure, type DropState, type JobOutcome, type Ports } from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'
import { jobsAfterClaims } from '../drops/clean-up-drop.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import type { JobRun } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import {
  readSightings,
  type Sightings,
  STRANGER_GRACE_MS,
  settleClaims,
  strangerNonces,
  writeSightings,
} from './settle-claims.ts'

type ExpirePorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log' | 'jobs'>

const CLAIMS_AT_ONCE = 100
/** The maximum number of claims with used nonces that are remembered. */
const MOST_SEEN = 2_000
const RETRY_DELAY_MS = 1_000

/**
 * Releases the amounts of vouchers that expired unused. The chain decides: only one consistent reading, at a chain time
 * later than the expiry, proves that a nonce was never used. While the chain does not answer, claims wait. A claim whose
 * nonce a stranger has used becomes FAILED (`strangerNonces`), on a cancelled drop only after its last voucher has expired.
 * `memo` has the time since when each nonce is seen used, those first that were judged longest ago.
 *
 * A vault that is gone pays no voucher any more, but may have paid some before. So an expired voucher then counts as used
 * until the chain's events show that it paid no claim.
 */
export async function expireClaims(
  ports: ExpirePorts,
  settings: Settings,
  dropId: DropId,
  run: JobRun,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || drop.vault.kind === 'none') return { kind: 'done' }
  const { objectId } = drop.vault
  const mayBeGivenUp = isCancelledOrDeleted(drop)
  const now = ports.clock.now()
  const before = readSightings(run.memo)
  const due = await claimsToJudge(ports, drop, before, { now, limit: run.budget.itemsLeft })
  const isDue = new Set(due.map(({ sequence }) => sequence))
  const sightings = new Map([...before].filter(([sequence]) => isDue.has(sequence)))
  let [judged, settled] = [0, 0]
  while (judged < due.length && !run.budget.isSpent()) {
    const some = due.slice(judged, judged + CLAIMS_AT_ONCE)
    const answer = await ports.chain.usedNonces(
      objectId,
      some.map(({ sequence }) => sequence),
    )
    if (!answer.ok) {
      ports.log.warn('expired vouchers wait for the chain', {
        dropId,
        vouchers: due.length - judged,
        reason: answer.error.reason,
      })
      const failed = chainFailure(answer.error.reason)
      return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: writeSightings(sightings), failed }
    }
    const { chainTime } = answer.value
    const isGone = answer.value.used === null
    // A node that is behind the opening of the vault does not show it either, but has an earlier time.
    const expired = some.filter((claim) => isOver(claim, chainTime)).map(({ sequence }) => sequence)
    const used = answer.value.used ?? new Set(expired)
    noteSightings(sightings, some, used, now)
    // If its delivery was given up, a claim may also have vouchers with later nonces. By then the chain shows a use of one,
    // and this event confirms the claim (`provesClaim`).
    const areShown = (claim: Claim) => !mayBeGivenUp || isOver(claim, chainTime - STRANGER_GRACE_MS)
    const unexplained = await takenBySeen(ports, objectId, some.filter(areShown), sightings, now)
    const isUnpaid = ({ sequence }: Claim) => (isGone ? unexplained.has(sequence) : !used.has(sequence))
    const over = some.filter((claim) => isUnpaid(claim) && isOver(claim, chainTime))
    const taken = isGone ? new Set<number>() : unexplained
    settled += await settle(ports, dropId, some, { over, taken }, run)
    for (const sequence of unexplained) sightings.delete(sequence)
    judged += some.length
  }
  if (settled === due.length) return untilNext(ports, settings, dropId, before)
  const dueAt = judged < due.length ? now : now + RETRY_DELAY_MS
  return { kind: 'again', dueAt, memo: writeSightings(sightings) }
}

/** Notes which of these claims' nonces are used now. Those that were judged last come last. */
function noteSightings(
  sightings: Map<number, Instant>,
  claims: readonly Claim[],
  used: ReadonlySet<number>,
  now: Instant,
): void {
  for (const { sequence } of claims) {
    const since = sightings.get(sequence) ?? now
    sightings.delete(sequence)
    if (used.has(sequence)) sightings.set(sequence, since)
  }
}

const takenBySeen = (
  ports: ExpirePorts,
  vault: Address,
  claims: readonly Claim[],
  sightings: Sightings,
  now: Instant,
): Promise<ReadonlySet<number>> => {
  const seenLong = claims.flatMap(({ sequence }) => {
    const since = sightings.get(sequence) ?? now
    return since + STRANGER_GRACE_MS <= now ? [[sequence, since] as const] : []
  })
  return strangerNonces(ports, vault, new Map(seenLong))
}

/** Ends the claims whose voucher is over or taken. Returns their number. */
async function settle(
  ports: ExpirePorts,
  dropId: DropId,
  claims: readonly Claim[],
  { over, taken }: { readonly over: readonly Claim[]; readonly taken: ReadonlySet<number> },
  run: JobRun,
): Promise<number> {
  const settled = [...over, ...claims.filter(({ sequence }) => taken.has(sequence))]
  run.budget.spend(claims.length - settled.length)
  const releaseSome = (some: readonly Claim[]) => {
    const sequences = some.map(({ sequence }) => sequence)
    const intentIds = some.flatMap(({ intentId }) => intentId ?? [])
    return ports.store.changeDrop(dropId, { sequences, intentIds }, (dropState) =>
      release(dropState, { over, taken }, ports.clock.now()),
    )
  }
  if (settled.length > 0) await changeEach(settled, releaseSome, run)
  for (const sequence of taken)
    ports.log.error('a claim failed: a stranger has used its nonce', { dropId, sequence })
  return settled.length
}

/** Claims whose voucher has expired, and claims whose nonce was seen used, even if their voucher was renewed since then. */
async function claimsToJudge(
  { store }: ExpirePorts,
  drop: Drop,
  sightings: Sightings,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly Claim[]> {
  // Claims whose nonce was seen used stay in this list, so further ones are read in addition to them.
  const due = await store.expiredVouchers(drop.id, now, limit + Math.min(sightings.size, MOST_SEEN))
  const unseen = due.filter(({ sequence }) => !sightings.has(sequence)).slice(0, limit)
  const places = [...sightings.keys()].slice(0, MOST_SEEN).map((sequence) => ({ dropId: drop.id, sequence }))
  if (places.length === 0) return unseen
  const found = await store.claims(places)
  const seen = places.flatMap((place) => found.get(idOfClaim(place)) ?? [])
  return [...unseen, ...seen.filter((claim) => voucherExpiryOf(claim) !== null)]
}

async function untilNext(
  ports: ExpirePorts,
  settings: Settings,
  dropId: DropId,
  sightings: Sightings,
): Promise<JobOutcome> {
  const next = await ports.store.nextVoucherExpiry(dropId)
  if (next === null) return { kind: 'done' }
  // No expired claim is left, so the remembered nonces are no longer needed.
  const forgotten = sightings.size === 0 ? {} : { memo: null }
  return { kind: 'again', dueAt: next + settings.expiryMarginMs, ...forgotten }
}

/**
 * Expires claims only if they are unchanged since the chain was read, because a claim may have been confirmed or renewed in
 * the meantime. A claim whose nonce a stranger used fails, even if its voucher was renewed.
 */
function release(
  dropState: DropState | null,
  { over, taken }: { readonly over: readonly Claim[]; readonly taken: ReadonlySet<number> },
  now: Instant,
): Change<void> {
  if (dropState === null) return { result: undefined }
  const unchanged = over.flatMap((before) => {
    const claim = dropState.claims.get(before.sequence)
    return claim && voucherExpiryOf(claim) === voucherExpiryOf(before) ? [{ claim, isTaken: false }] : []
  })
  const robbed = [...taken].flatMap((sequence) => {
    const claim = dropState.claims.get(sequence)
    return claim && voucherExpiryOf(claim) !== null ? [{ claim, isTaken: true }] : []
  })
  const settled = settleClaims(dropState, [...unchanged, ...robbed], ({ claim, isTaken }, drop, intent) =>
    isTaken
      ? failTakenClaim({ claim, drop, intent }, { taken: ZERO, now })
      : expireClaim({ claim, drop, intent }, now),
  )
  const { drop } = dropState
  const jobs = [...jobsAfterClaims(drop, settled.update.claims, now), ...lotteryJobs(drop, now)]
  return { ...settled, jobs, result: undefined }
}

function isOver(claim: Claim, chainTime: Instant): boolean {
  const expiresAt = voucherExpiryOf(claim)
  return expiresAt !== null && expiresAt < chainTime
}
