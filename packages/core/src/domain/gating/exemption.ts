import type { Address } from '../address.ts'
import type { Drop } from '../drop.ts'
import { dropEvent, type Transition } from '../event.ts'
import type { DropId, ExemptionId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'

/** The owner's permission for one wallet to claim regardless of the drop's gating rules. All other checks still apply. */
export interface Exemption {
  readonly id: ExemptionId
  readonly dropId: DropId
  readonly wallet: Address
  readonly reason: string
  readonly grantedBy: UserId
  readonly grantedAt: Instant
  readonly revokedBy: UserId | null
  /** Null while the exemption is valid. */
  readonly revokedAt: Instant | null
}

/** The largest number of valid exemptions on one drop. For more wallets, use a `wallet_allowlist`. */
export const MAX_EXEMPTIONS = 10_000

/** The longest reason, in characters. */
export const MAX_REASON_LENGTH = 500

/** The result of a grant or a revocation. `drop` is null if nothing changes. */
export type ExemptionChange = Transition<{ readonly exemption: Exemption; readonly drop: Drop | null }>

/** Grants an exemption. If the wallet already has one for the same reason, nothing changes. */
export function grantExemption(
  drop: Drop,
  earlier: Exemption | undefined,
  granted: Exemption,
): Result<ExemptionChange, Refusal> {
  if (earlier?.reason === granted.reason) return ok({ exemption: earlier, drop: null, events: [] })
  if (earlier) {
    const message = 'This wallet is exempt for another reason; revoke that exemption first'
    return err({
      kind: 'conflict',
      reason: 'EXEMPT_ALREADY',
      field: 'walletAddress',
      message,
      details: { exemptionId: earlier.id },
    })
  }
  if (drop.exemptionCount >= MAX_EXEMPTIONS) {
    const message = `A drop may have at most ${MAX_EXEMPTIONS} exemptions; use a wallet_allowlist rule for more`
    return err({
      kind: 'conflict',
      reason: 'LIMIT_REACHED',
      message,
      details: { limit: 'exemptions', value: MAX_EXEMPTIONS },
    })
  }
  return ok(changed('gating.exemption_granted', drop, granted, drop.exemptionCount + 1))
}

/** Revokes a valid exemption. */
export const revokeExemption = (
  drop: Drop,
  exemption: Exemption,
  by: { readonly userId: UserId; readonly now: Instant },
): ExemptionChange =>
  changed(
    'gating.exemption_revoked',
    drop,
    { ...exemption, revokedBy: by.userId, revokedAt: by.now },
    drop.exemptionCount - 1,
  )

/**
 * Facts that were gathered before the first exemption do not say which wallets are exempt, so the first exemption makes
 * them outdated.
 */
function changed(
  type: 'gating.exemption_granted' | 'gating.exemption_revoked',
  before: Drop,
  exemption: Exemption,
  exemptionCount: number,
): ExemptionChange {
  const now = exemption.revokedAt ?? exemption.grantedAt
  const isFirst = before.exemptionCount === 0
  const gating =
    before.gating && isFirst ? { ...before.gating, version: before.gating.version + 1 } : before.gating
  const drop: Drop = { ...before, gating, exemptionCount, updatedAt: now }
  const data = {
    exemptionId: exemption.id,
    userAddress: exemption.wallet,
    reason: exemption.reason,
    exemptionCount,
  }
  const event = dropEvent(type, drop, now, exemption.revokedBy ?? exemption.grantedBy, data)
  return { exemption, drop, events: [event] }
}
