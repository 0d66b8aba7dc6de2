import type { Amount } from './amount.ts'
import type { ChainTransactionId, DropId, PayoutId, RefundId } from './ids.ts'
import type { Instant } from './instant.ts'
import { unreachable } from './unreachable.ts'

/** What a transaction of ours is for: what follows from its success. */
export type ChainPurpose =
  | { readonly kind: 'open_vault'; readonly deposit: Amount }
  | { readonly kind: 'fund_vault'; readonly deposit: Amount }
  | { readonly kind: 'deliver_claims'; readonly sequences: readonly number[] }
  | { readonly kind: 'close_vault' }
  | { readonly kind: 'refund'; readonly refundId: RefundId }
  | { readonly kind: 'payout'; readonly payoutId: PayoutId }
  | { readonly kind: 'rotate_key' }
  | { readonly kind: 'pause_vault' }
  | { readonly kind: 'resume_vault' }

/**
 * A transaction that the service sends itself. It is kept, signed and with its digest, before it is sent: after a
 * crash the same bytes go again, and new ones only once the chain has shown that these never took effect.
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

/**
 * Of the transactions in one lane, a drop has at most one under way: two would do twice what is to be done once. Each
 * refund, payout and delivery has a lane of its own, so none waits for another. What keeps two deliveries from carrying
 * the same claim is the claim's state, which changes when the delivery is kept.
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
