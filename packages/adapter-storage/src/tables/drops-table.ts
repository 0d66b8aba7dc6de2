import {
  amountOf,
  type BriefDrop,
  type ClaimAccess,
  type ClaimDelivery,
  type ClaimType,
  type Drop,
  type DropId,
  type DropStatus,
  type DropType,
  type HumanCheckKind,
  type Instant,
  type Json,
  type Tally,
  type TokenId,
  type UserId,
} from '@dropkit/core'
import { parseJson } from '@dropkit/core/internal'
import type { Dialect, Value } from '../database.ts'
import {
  AWARD_COLUMNS,
  awardOf,
  formerKeysOf,
  GATING_COLUMNS,
  gatingOf,
  ORDER_COLUMNS,
  orderOf,
  RULE_COLUMNS,
  rowOfAward,
  rowOfGating,
  rowOfOrder,
  rowOfVault,
  textOfFormerKeys,
  VAULT_COLUMNS,
  vaultOf,
  voucherKeyOf,
} from './drop-unions.ts'
import { column, type Flag, isLong, LONG_TEXT, must, onFirstRead, type RowOf, type Table } from './table.ts'

/**
 * The columns of `Tally`, the only ones that most claims change. No index has them. An update of `status` makes SQLite write
 * the drop's entries in nine indexes again, even if the status stays the same.
 */
export const TALLY_COLUMNS = {
  reserved_amount: column<string>('amount'),
  reserved_count: column<number>('integer'),
  held_amount: column<string>('amount'),
  held_items: column<number>('integer'),
  last_sequence: column<number>('integer'),
  ...ORDER_COLUMNS,
}

/** The columns that claims, payments and the passage of time change. */
export const PROGRESS_COLUMNS = {
  ...TALLY_COLUMNS,
  status: column<DropStatus>('text'),
  completed_at: column<Instant | null>('integer'),
  lottery: column<string | null>('json'),
  updated_at: column<Instant>('integer'),
  takings_received: column<string>('amount'),
  takings_refunding: column<string>('amount'),
  takings_paid_out: column<string>('amount'),
  takings_earned: column<string>('amount'),
  takings_owed: column<string>('amount'),
  takings_coin: column<string | null>('text'),
}

const DROP_COLUMNS = {
  id: column<DropId>('text'),
  creator_id: column<UserId>('text'),
  token_id: column<TokenId>('text'),
  title: column<string>('text'),
  description: column<string | null>('text'),
  image_url: column<string | null>('text'),
  shortcode: column<string>('text'),
  community_id: column<string | null>('text'),
  metadata: column<string>('json'),
  collection: column<string | null>('json'),
  estimated_value_usd: column<number | null>('real'),
  type: column<DropType>('text'),
  claim_type: column<ClaimType>('text'),
  claim_access: column<ClaimAccess>('text'),
  is_link_only: column<Flag>('boolean'),
  delivery: column<ClaimDelivery>('text'),
  human_check: column<HumanCheckKind>('text'),
  embed_origins: column<string>('json'),
  ...AWARD_COLUMNS,
  pool: column<string>('amount'),
  supply: column<number | null>('integer'),
  max_per_wallet: column<number | null>('integer'),
  price_atomic: column<string | null>('amount'),
  currency: column<string>('text'),
  starts_at: column<Instant | null>('integer'),
  claim_deadline: column<Instant | null>('integer'),
  ...GATING_COLUMNS,
  exemption_count: column<number>('integer'),
  ...VAULT_COLUMNS,
  voucher_public_key: column<string>('text'),
  voucher_private_key: column<string>('text'),
  next_voucher_public_key: column<string | null>('text'),
  next_voucher_private_key: column<string | null>('text'),
  former_public_keys: column<string | null>('text'),
  created_at: column<Instant>('integer'),
  deleted_at: column<Instant | null>('integer'),
  ...PROGRESS_COLUMNS,
}
export type DropRow = RowOf<typeof DROP_COLUMNS>

/** A drop row as reads select it, with its gating rules. */
export type DropRead = DropRow & { readonly gating_rules: string | null }

/** The same, with null for long metadata and long rules. */
export type BriefDropRead = Omit<DropRead, 'metadata'> & { readonly metadata: string | null }

const PROGRESS_FIELDS: ReadonlySet<string> = new Set([
  'status',
  'completedAt',
  'tally',
  'payments',
  'paymentCoin',
  'lottery',
  'updatedAt',
])

/** Which columns cover the difference between two versions of a drop: `TALLY_COLUMNS`, `PROGRESS_COLUMNS` or all. */
export function differenceOf(before: Drop, after: Drop): 'tally' | 'progress' | 'whole' {
  const changed = (Object.keys(after) as (keyof Drop)[]).filter((field) => before[field] !== after[field])
  if (changed.every((field) => field === 'tally')) return 'tally'
  return changed.every((field) => PROGRESS_FIELDS.has(field)) ? 'progress' : 'whole'
}

export const rowOfTally = ({ tally }: Drop): { readonly [Column in keyof typeof TALLY_COLUMNS]: Value } => ({
  reserved_amount: tally.reservedAmount,
  reserved_count: tally.reservedCount,
  held_amount: tally.heldAmount,
  held_items: tally.heldItems,
  last_sequence: tally.lastSequence,
  ...rowOfOrder(tally.order),
})

/**
 * Long metadata and rules of a drop are parsed when they are first read. They have up to 64 and 130 kB, and a list can have 200
 * drops, of which most readers want neither.
 */
export const dropsTable: Table<Drop, DropRow, DropRead> = {
  name: 'drops',
  columns: DROP_COLUMNS,
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
    ...rowOfTally(drop),
    takings_received: drop.payments.received,
    takings_refunding: drop.payments.refunded,
    takings_paid_out: drop.payments.paidOut,
    takings_earned: drop.payments.earned,
    takings_owed: drop.payments.owed,
    takings_coin: drop.paymentCoin,
    ...rowOfVault(drop.vault),
    voucher_public_key: drop.voucherKey.publicKey,
    voucher_private_key: drop.voucherKey.privateKey,
    next_voucher_public_key: drop.nextVoucherKey?.publicKey ?? null,
    next_voucher_private_key: drop.nextVoucherKey?.privateKey ?? null,
    former_public_keys: textOfFormerKeys(drop.formerKeys),
    created_at: drop.createdAt,
    updated_at: drop.updatedAt,
    deleted_at: drop.deletedAt,
  }),
  fromRow: (row) => dropOf(row) as Drop,
}

const tallyOf = (row: RowOf<typeof TALLY_COLUMNS>): Tally => ({
  reservedAmount: amountOf(BigInt(row.reserved_amount)),
  reservedCount: row.reserved_count,
  heldAmount: amountOf(BigInt(row.held_amount)),
  heldItems: row.held_items,
  lastSequence: row.last_sequence,
  order: orderOf(row),
})

/** A drop whose long values may have been left out of its row. */
export function dropOf(row: BriefDropRead): BriefDrop {
  const drop: BriefDrop = {
    id: row.id,
    creatorId: row.creator_id,
    tokenId: row.token_id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    shortcode: row.shortcode,
    communityId: row.community_id,
    metadata:
      row.metadata === null ? undefined : isLong(row.metadata) ? {} : (parseJson(row.metadata) as Json),
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
    gating: isLong(row.gating_rules) ? null : gatingOf(row),
    exemptionCount: row.exemption_count,
    status: row.status,
    completedAt: row.completed_at,
    tally: tallyOf(row),
    payments: {
      received: BigInt(row.takings_received),
      refunded: BigInt(row.takings_refunding),
      paidOut: BigInt(row.takings_paid_out),
      earned: BigInt(row.takings_earned),
      owed: BigInt(row.takings_owed),
    },
    paymentCoin: row.takings_coin,
    vault: vaultOf(row),
    voucherKey: must(voucherKeyOf(row.voucher_public_key, row.voucher_private_key), 'voucher key'),
    nextVoucherKey: voucherKeyOf(row.next_voucher_public_key, row.next_voucher_private_key),
    formerKeys:
      row.former_public_keys === null ? null : formerKeysOf(row.former_public_keys, row.voucher_public_key),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
  const { metadata } = row
  if (isLong(metadata)) onFirstRead(drop, 'metadata', () => parseJson(metadata) as Json)
  if (isLong(row.gating_rules)) onFirstRead(drop, 'gating', () => gatingOf(row))
  return drop
}

/** The rules of a drop as JSON, for reads of `drops`. */
function rulesOf(dialect: Dialect): string {
  const rules = dialect.jsonRows(ruleColumns, RULES_OF_DROP, 'gating_rules.position')
  return `coalesce(${rules}, '[]')`
}
const ruleColumns = RULE_COLUMNS.map((column) => `gating_rules.${column}`)
const RULES_OF_DROP = 'gating_rules where gating_rules.drop_id = drops.id'

const columns = Object.keys(DROP_COLUMNS).map((column) => `drops.${column}`)

/** What a read of drops selects: their columns and their gating rules, from the same snapshot. */
export const dropSelection = (dialect: Dialect): string =>
  `${columns.join(', ')}, case when drops.gating_id is null then null else ${rulesOf(dialect)} end as gating_rules`

/** The same without long metadata and long rules, which the database then does not send. */
export function briefDropSelection(dialect: Dialect): string {
  const short = columns.map((column) =>
    column === 'drops.metadata'
      ? `case when ${dialect.bytesOf(column)} <= ${LONG_TEXT} then ${column} end as metadata`
      : column,
  )
  // The other texts of a rule are short.
  const bytes = `${dialect.bytesOf('gating_rules.value')} + coalesce(${dialect.bytesOf('gating_rules.description')}, 0)`
  const bytesOfRules = `(select coalesce(sum(${bytes}), 0) from ${RULES_OF_DROP})`
  return `${short.join(', ')}, case when drops.gating_id is not null and ${bytesOfRules} <= ${LONG_TEXT}
    then ${rulesOf(dialect)} end as gating_rules`
}

/** What `gatingOf` needs. */
export const gatingSelection = (dialect: Dialect): string =>
  `drops.id, ${Object.keys(GATING_COLUMNS).join(', ')}, ${rulesOf(dialect)} as gating_rules`
