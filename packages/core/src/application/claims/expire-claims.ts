import { ZERO } from '../../domain/amount.ts'
import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { expireClaim, failTakenClaim } from '../../domain/claim-settlement.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { type Change, chainFailure, type DropState, type JobOutcome, type Ports } from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'
import { cleanUpJobs } from '../drops/clean-up-drop.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
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

const CLAIMS_PER_RUN = 500
/** The maximum number of claims with used nonces that are remembered. */
const MOST_SEEN = 2_000
const RETRY_DELAY_MS = 1_000

/**
 * Releases the amounts of vouchers that expired unused. The chain decides: only one consistent reading, at a chain time
 * later than the expiry, proves that a nonce was never used. While the chain does not answer, claims wait. A claim whose
 * nonce a stranger has used becomes FAILED (`strangerNonces`). `memo` has the time since when each nonce is seen used.
 */
export async function expireClaims(
  ports: ExpirePorts,
  settings: Settings,
  dropId: DropId,
  memo: string | null = null,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || drop.vault.kind === 'none') return { kind: 'done' }
  const now = ports.clock.now()
  const before = readSightings(memo)
  const due = await claimsToJudge(ports, drop, before, now)
  if (due.length === 0) return untilNext(ports, settings, dropId, before)

  const nonces = due.map(({ sequence }) => sequence)
  const answer = await ports.chain.usedNonces(drop.vault.objectId, nonces)
  if (!answer.ok) {
    ports.log.warn('expired vouchers wait for the chain', {
      dropId,
      vouchers: due.length,
      reason: answer.error.reason,
    })
    const failed = chainFailure(answer.error.reason)
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS, failed }
  }
  const { chainTime, used } = answer.value
  const sightings = new Map(nonces.filter((it) => used.has(it)).map((it) => [it, before.get(it) ?? now]))
  const seenLong = [...sightings].filter(([, at]) => at + STRANGER_GRACE_MS <= now).map(([it]) => it)
  const taken = await strangerNonces(ports, drop.vault.objectId, seenLong)
  const over = due.filter((claim) => !used.has(claim.sequence) && isOver(claim, chainTime))
  const settled = [...over, ...due.filter(({ sequence }) => taken.has(sequence))]
  if (settled.length > 0) {
    await changeEach(settled, (some) => {
      const sequences = some.map(({ sequence }) => sequence)
      const intentIds = some.flatMap(({ intentId }) => intentId ?? [])
      return ports.store.changeDrop(dropId, { sequences, intentIds }, (dropState) =>
        release(dropState, { over, taken }, ports.clock.now()),
      )
    })
  }
  for (const sequence of taken) {
    ports.log.error('a claim failed: a stranger has used its nonce', { dropId, sequence })
    sightings.delete(sequence)
  }
  if (settled.length === due.length) return untilNext(ports, settings, dropId, before)
  return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: writeSightings(sightings) }
}

/** Claims whose voucher has expired, and claims whose nonce was seen used, even if their voucher was renewed since then. */
async function claimsToJudge(
  { store }: ExpirePorts,
  drop: Drop,
  sightings: Sightings,
  now: Instant,
): Promise<readonly Claim[]> {
  // Claims whose nonce was seen used stay in this list, so further ones are read in addition to them.
  const due = await store.expiredVouchers(drop.id, now, CLAIMS_PER_RUN + Math.min(sightings.size, MOST_SEEN))
  const known = new Set(due.map(({ sequence }) => sequence))
  const places = [...sightings.keys()]
    .filter((sequence) => !known.has(sequence))
    .slice(0, MOST_SEEN)
    .map((sequence) => ({ dropId: drop.id, sequence }))
  if (places.length === 0) return due
  const renewed = [...(await store.claims(places)).values()]
  return [...due, ...renewed.filter((claim) => voucherExpiryOf(claim) !== null)]
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
  const jobs = [...cleanUpJobs(dropState.drop, now), ...lotteryJobs(dropState.drop, now)]
  return { ...settled, jobs, result: undefined }
}

function isOver(claim: Claim, chainTime: Instant): boolean {
  const expiresAt = voucherExpiryOf(claim)
  return expiresAt !== null && expiresAt < chainTime
}
