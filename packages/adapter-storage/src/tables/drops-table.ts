import {
  amountOf,
  type ClaimAccess,
  type ClaimDelivery,
  type ClaimType,
  type Drop,
  type DropId,
  type DropStatus,
  type DropType,
  type HumanCheckKind,
  type Instant,
  type TokenId,
  type UserId,
} from '@dropkit/core'
import type { Dialect } from '../database.ts'
import {
  type AwardRow,
  awardOf,
  type GatingRow,
  gatingOf,
  type OrderRow,
  orderOf,
  RULE_COLUMNS,
  rowOfAward,
  rowOfGating,
  rowOfOrder,
  rowOfVault,
  type VaultRow,
  vaultOf,
  voucherKeyOf,
} from './drop-unions.ts'
import { type Flag, must, type Table } from './table.ts'

export interface DropRow extends AwardRow, OrderRow, VaultRow, GatingRow {
  id: DropId
  creator_id: UserId
  token_id: TokenId
  title: string
  description: string | null
  image_url: string | null
  shortcode: string
  community_id: string | null
  metadata: string
  collection: string | null
  estimated_value_usd: number | null
  type: DropType
  claim_type: ClaimType
  claim_access: ClaimAccess
  is_link_only: Flag
  delivery: ClaimDelivery
  human_check: HumanCheckKind
  embed_origins: string
  lottery: string | null
  pool: string
  supply: number | null
  max_per_wallet: number | null
  price_atomic: string | null
  currency: string
  starts_at: Instant | null
  claim_deadline: Instant | null
  exemption_count: number
  status: DropStatus
  completed_at: Instant | null
  reserved_amount: string
  reserved_count: number
  held_amount: string
  held_items: number
  last_sequence: number
  takings_received: string
  takings_refunding: string
  takings_paid_out: string
  takings_earned: string
  takings_owed: string
  voucher_public_key: string
  voucher_private_key: string
  next_voucher_public_key: string | null
  next_voucher_private_key: string | null
  created_at: Instant
  updated_at: Instant
  deleted_at: Instant | null
}

/** A drop row as reads select it, with its gating rules. */
export type DropRead = DropRow & { readonly gating_rules: string | null }

/** The only columns of a drop that a claim changes. Other columns need not be written with every claim. */
export const PROGRESS_COLUMNS = {
  status: 'text',
  completed_at: 'integer',
  reserved_amount: 'amount',
  reserved_count: 'integer',
  held_amount: 'amount',
  held_items: 'integer',
  last_sequence: 'integer',
  order_head: 'text',
  order_since: 'integer',
  order_last: 'integer',
  order_round: 'integer',
  lottery: 'json',
  updated_at: 'integer',
} as const

/** The columns of `PaymentTotals`, which a payment changes in addition. */
export const PAYMENT_COLUMNS = {
  takings_received: 'amount',
  takings_refunding: 'amount',
  takings_paid_out: 'amount',
  takings_earned: 'amount',
  takings_owed: 'amount',
} as const

const PROGRESS_FIELDS: ReadonlySet<string> = new Set([
  'status',
  'completedAt',
  'tally',
  'payments',
  'lottery',
  'updatedAt',
])

/** Whether two versions of a drop differ at most in `PROGRESS_COLUMNS` and `PAYMENT_COLUMNS`. */
export const isProgress = (before: Drop, after: Drop): boolean =>
  (Object.keys(after) as (keyof Drop)[]).every(
    (field) => PROGRESS_FIELDS.has(field) || before[field] === after[field],
  )

export const dropsTable: Table<Drop, DropRow, DropRead> = {
  name: 'drops',
  columns: {
    id: 'text',
    creator_id: 'text',
    token_id: 'text',
    title: 'text',
    description: 'text',
    image_url: 'text',
    shortcode: 'text',
    community_id: 'text',
    metadata: 'json',
    collection: 'json',
    estimated_value_usd: 'real',
    type: 'text',
    claim_type: 'text',
    claim_access: 'text',
    is_link_only: 'boolean',
    delivery: 'text',
    human_check: 'text',
    embed_origins: 'json',
    award: 'text',
    award_amount: 'amount',
    seed_commitment: 'text',
    sealed_seed: 'text',
    beacon: 'text',
    pool: 'amount',
    supply: 'integer',
    max_per_wallet: 'integer',
    price_atomic: 'amount',
    currency: 'text',
    starts_at: 'integer',
    claim_deadline: 'integer',
    gating_id: 'text',
    gating_owner_id: 'text',
    gating_is_active: 'boolean',
    gating_version: 'integer',
    gating_updated_at: 'integer',
    exemption_count: 'integer',
    vault: 'text',
    vault_object_id: 'text',
    vault_package_id: 'text',
    vault_coin_type: 'text',
    vault_deposited: 'amount',
    vault_alarm: 'text',
    vault_missing: 'amount',
    voucher_public_key: 'text',
    voucher_private_key: 'text',
    next_voucher_public_key: 'text',
    next_voucher_private_key: 'text',
    created_at: 'integer',
    deleted_at: 'integer',
    ...PROGRESS_COLUMNS,
    ...PAYMENT_COLUMNS,
  },
  fixed: ['id', 'creator_id', 'created_at'],
  toRow: (drop) => ({
    id: drop.id,
    creator_id: drop.creatorId,
    token_id: drop.tokenId,
    title: drop.title,
    description: drop.description,
    image_url: drop.imageUrl,
    shortcode: drop.shortcode,
    community_id: drop.communityId,
    metadata: JSON.stringify(drop.metadata),
    collection: drop.collection === null ? null : JSON.stringify(drop.collection),
    estimated_value_usd: drop.estimatedValueUsd,
    type: drop.type,
    claim_type: drop.claimType,
    claim_access: drop.claimAccess,
    is_link_only: drop.isLinkOnly,
    delivery: drop.delivery,
    human_check: drop.humanCheck,
    embed_origins: JSON.stringify(drop.embedOrigins),
    lottery: drop.lottery === null ? null : JSON.stringify(drop.lottery),
    ...rowOfAward(drop.award),
    pool: drop.pool,
    supply: drop.supply,
    max_per_wallet: drop.maxPerWallet,
    price_atomic: drop.price?.atomic ?? null,
    currency: drop.currency,
    starts_at: drop.startsAt,
    claim_deadline: drop.claimDeadline,
    ...rowOfGating(drop.gating),
    exemption_count: drop.exemptionCount,
    status: drop.status,
    completed_at: drop.completedAt,
    reserved_amount: drop.tally.reservedAmount,
    reserved_count: drop.tally.reservedCount,
    held_amount: drop.tally.heldAmount,
    held_items: drop.tally.heldItems,
    last_sequence: drop.tally.lastSequence,
    ...rowOfOrder(drop.tally.order),
    takings_received: drop.payments.received,
    takings_refunding: drop.payments.refunded,
    takings_paid_out: drop.payments.paidOut,
    takings_earned: drop.payments.earned,
    takings_owed: drop.payments.owed,
    ...rowOfVault(drop.vault),
    voucher_public_key: drop.voucherKey.publicKey,
    voucher_private_key: drop.voucherKey.privateKey,
    next_voucher_public_key: drop.nextVoucherKey?.publicKey ?? null,
    next_voucher_private_key: drop.nextVoucherKey?.privateKey ?? null,
    created_at: drop.createdAt,
    updated_at: drop.updatedAt,
    deleted_at: drop.deletedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    creatorId: row.creator_id,
    tokenId: row.token_id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    shortcode: row.shortcode,
    communityId: row.community_id,
    metadata: JSON.parse(row.metadata),
    // Collections of earlier releases have no manifest.
    collection: row.collection === null ? null : { manifest: null, ...JSON.parse(row.collection) },
    estimatedValueUsd: row.estimated_value_usd,
    type: row.type,
    claimType: row.claim_type,
    claimAccess: row.claim_access,
    isLinkOnly: Boolean(row.is_link_only),
    delivery: row.delivery,
    humanCheck: row.human_check,
    embedOrigins: JSON.parse(row.embed_origins),
    lottery: row.lottery === null ? null : JSON.parse(row.lottery),
    award: awardOf(row),
    pool: amountOf(BigInt(row.pool)),
    supply: row.supply,
    maxPerWallet: row.max_per_wallet,
    price: row.price_atomic === null ? null : { atomic: BigInt(row.price_atomic), currency: row.currency },
    currency: row.currency,
    startsAt: row.starts_at,
    claimDeadline: row.claim_deadline,
    gating: gatingOf(row),
    exemptionCount: row.exemption_count,
    status: row.status,
    completedAt: row.completed_at,
    tally: {
      reservedAmount: amountOf(BigInt(row.reserved_amount)),
      reservedCount: row.reserved_count,
      heldAmount: amountOf(BigInt(row.held_amount)),
      heldItems: row.held_items,
      lastSequence: row.last_sequence,
      order: orderOf(row),
    },
    payments: {
      received: BigInt(row.takings_received),
      refunded: BigInt(row.takings_refunding),
      paidOut: BigInt(row.takings_paid_out),
      earned: BigInt(row.takings_earned),
      owed: BigInt(row.takings_owed),
    },
    vault: vaultOf(row),
    voucherKey: must(voucherKeyOf(row.voucher_public_key, row.voucher_private_key), 'voucher key'),
    nextVoucherKey: voucherKeyOf(row.next_voucher_public_key, row.next_voucher_private_key),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }),
}

/** What a read of drops selects: their columns and their gating rules, from the same snapshot. */
export function dropSelection(dialect: Dialect): string {
  const rules = dialect.jsonRows(
    RULE_COLUMNS.map((column) => `gating_rules.${column}`),
    'gating_rules where gating_rules.drop_id = drops.id',
    'gating_rules.position',
  )
  const columns = Object.keys(dropsTable.columns).map((column) => `drops.${column}`)
  return `${columns.join(', ')}, case when drops.gating_id is null then null else ${rules} end as gating_rules`
}
