import type { Amount } from './amount.ts'
import type { DropType } from './drop.ts'
import type { ChainTransactionId, DropId, PayoutId, RefundId } from './ids.ts'
import type { Instant } from './instant.ts'
import { unreachable } from './invariant.ts'

/** The purpose of a transaction that the service sends. It decides what follows from success. */
export type ChainPurpose =
  | { readonly kind: 'open_vault'; readonly deposit: Amount }
  | { readonly kind: 'fund_vault'; readonly deposit: Amount }
  | {
      readonly kind: 'deliver_claims'
      readonly sequences: readonly number[]
      /** As in `OperatorAction`. */
      readonly throughPause?: true
    }
  | { readonly kind: 'close_vault' }
  | { readonly kind: 'refund'; readonly refundId: RefundId }
  | { readonly kind: 'payout'; readonly payoutId: PayoutId }
  | { readonly kind: 'rotate_key' }
  | { readonly kind: 'pause_vault' }
  | { readonly kind: 'resume_vault' }

/**
 * A transaction that the service sends. The signed bytes and the digest are stored before sending. After a crash the
 * service sends the same bytes again. It sends new bytes only after the chain has shown that the old ones had no effect.
 */
export interface ChainTransaction {
  readonly id: ChainTransactionId
  readonly dropId: DropId
  readonly purpose: ChainPurpose
  readonly bytes: string
  readonly digest: string
  readonly expiresAt: Instant
  readonly state: 'sent' | 'succeeded' | 'failed' | 'lost'
  readonly createdAt: Instant
}

/** The purposes that concern the drop's vault. The others are transfers: a refund or a payout. */
export type VaultPurposeKind = Exclude<ChainPurpose['kind'], 'refund' | 'payout'>

/** The refund or payout that a transaction pays; null if it concerns the vault. */
export function transferOf(purpose: ChainPurpose): RefundId | PayoutId | null {
  if (purpose.kind === 'refund') return purpose.refundId
  return purpose.kind === 'payout' ? purpose.payoutId : null
}

/**
 * Whether a transaction uses up the object with which the service controls the drop's vault. Sui locks an object until the end
 * of the epoch if two transactions name the same version of it.
 */
function usesControl(purpose: ChainPurpose, type: DropType): boolean {
  switch (purpose.kind) {
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return true
    case 'fund_vault':
      return type === 'NFT'
    case 'deliver_claims':
      return purpose.throughPause === true
    case 'open_vault':
    case 'refund':
    case 'payout':
      return false
    default:
      return unreachable(purpose)
  }
}

/** Whether a drop of this type may not have both transactions open at the same time. */
export const excludeEachOther = (one: ChainPurpose, other: ChainPurpose, type: DropType): boolean =>
  laneOf(one) === laneOf(other) || (usesControl(one, type) && usesControl(other, type))

/**
 * A drop has at most one open transaction per lane, because a second one could repeat the effect of the first. Each refund,
 * payout and delivery has its own lane, so none waits for another. Two deliveries never contain the same claim, because
 * storing a delivery changes the state of its claims.
 */
export function laneOf(purpose: ChainPurpose): string {
  switch (purpose.kind) {
    case 'open_vault':
    case 'fund_vault':
      return 'filling'
    case 'deliver_claims':
      return `delivery of ${purpose.sequences[0]}`
    case 'refund':
      return purpose.refundId
    case 'payout':
      return purpose.payoutId
    case 'rotate_key':
      return 'key'
    case 'pause_vault':
    case 'resume_vault':
      return 'pause'
    case 'close_vault':
      return 'closing'
    default:
      return unreachable(purpose)
  }
}
