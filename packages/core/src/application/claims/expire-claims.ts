import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { expireClaim } from '../../domain/claim-settlement.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Change, JobOutcome, Pool, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { settleClaims } from './settle-claims.ts'

type ExpirePorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

const CLAIMS_PER_RUN = 500
const RETRY_DELAY_MS = 1_000

/**
 * Gives back the amounts of vouchers that ran out unused. The chain has the last word: only one consistent reading of
 * it, taken at a chain time later than the expiry, shows a nonce unused for good. While the chain cannot be asked,
 * claims wait.
 */
export async function expireClaims(
  ports: ExpirePorts,
  settings: Settings,
  dropId: DropId,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || drop.vault.kind === 'none') return { kind: 'done' }
  const now = ports.clock.now()
  const due = await ports.store.expiredVouchers(dropId, now, CLAIMS_PER_RUN)
  if (due.length === 0) return untilNext(ports, settings, dropId)

  const nonces = due.map(({ sequence }) => sequence)
  const answer = await ports.chain.usedNonces(drop.vault.objectId, nonces)
  if (!answer.ok) {
    ports.log.warn('expired vouchers wait for the chain', {
      dropId,
      vouchers: due.length,
      reason: answer.error.reason,
    })
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS, failed: true }
  }
  const { chainTime, used } = answer.value
  const unused = due.filter((claim) => !used.has(claim.sequence) && isOver(claim, chainTime))
  if (unused.length > 0) {
    const sequences = unused.map(({ sequence }) => sequence)
    const intentIds = unused.flatMap(({ intentId }) => intentId ?? [])
    await ports.store.changeDrop(dropId, { sequences, intentIds }, (pool) =>
      release(pool, unused, ports.clock.now()),
    )
  }
  const isWaiting = unused.length < due.length
  return isWaiting ? { kind: 'again', dueAt: now + RETRY_DELAY_MS } : untilNext(ports, settings, dropId)
}

async function untilNext(ports: ExpirePorts, settings: Settings, dropId: DropId): Promise<JobOutcome> {
  const next = await ports.store.nextVoucherExpiry(dropId)
  return next === null ? { kind: 'done' } : { kind: 'again', dueAt: next + settings.expiryMarginMs }
}

/** Only claims that are as they were when the chain was asked: one that was confirmed or signed anew stays. */
function release(pool: Pool | null, asked: readonly Claim[], now: Instant): Change<void> {
  if (pool === null) return { result: undefined }
  const due = asked.flatMap((before) => {
    const claim = pool.claims.get(before.sequence)
    return claim && voucherExpiryOf(claim) === voucherExpiryOf(before) ? [{ claim }] : []
  })
  const released = settleClaims(pool, due, ({ claim }, drop, intent) => expireClaim(claim, drop, intent, now))
  return { ...released, result: undefined }
}

function isOver(claim: Claim, chainTime: Instant): boolean {
  const expiresAt = voucherExpiryOf(claim)
  return expiresAt !== null && expiresAt < chainTime
}
