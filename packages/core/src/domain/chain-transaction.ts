import type { Amount } from './amount.ts'
import type { ChainTransactionId, DropId, PayoutId, RefundId } from './ids.ts'
import type { Instant } from './instant.ts'

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

const LANES: { readonly [Kind in ChainPurpose['kind']]: string } = {
  open_vault: 'filling',
  fund_vault: 'filling',
  deliver_claims: 'delivery',
  refund: 'transfers',
  payout: 'transfers',
  rotate_key: 'key',
  pause_vault: 'pause',
  resume_vault: 'pause',
  close_vault: 'closing',
}

/** Of those in one lane a drop has one under way at a time: two would do twice what is to be done once. */
export const laneOf = ({ kind }: ChainPurpose): string => LANES[kind]
