import {
  type Address,
  amountOf,
  type ClaimLink,
  type ClaimLinkId,
  type DropId,
  type Exemption,
  type ExemptionId,
  type Instant,
  type LotteryEntry,
  type Piece,
  type RankPage,
  type UserId,
} from '@dropkit/core'
import type { Columns } from '../database.ts'
import type { Table } from './table.ts'

export interface LotteryEntryRow {
  drop_id: DropId
  wallet: Address
  entered_at: Instant
  chunk_root: string | null
  order_key: string | null
}

/** An entry row with the rank page that contains its order key, if there is one. */
export type RankedEntryRow = LotteryEntryRow & {
  readonly first_rank?: number | null
  readonly keys?: string | null
}

export const lotteryEntriesTable: Table<LotteryEntry, LotteryEntryRow, RankedEntryRow> = {
  name: 'lottery_entries',
  columns: {
    drop_id: 'text',
    wallet: 'text',
    entered_at: 'integer',
    chunk_root: 'text',
    order_key: 'text',
  },
  fixed: ['drop_id', 'wallet', 'entered_at'],
  toRow: (entry) => ({
    drop_id: entry.dropId,
    wallet: entry.wallet,
    entered_at: entry.enteredAt,
    chunk_root: entry.chunkRoot,
    order_key: entry.orderKey,
  }),
  fromRow: (row) => ({
    dropId: row.drop_id,
    wallet: row.wallet,
    enteredAt: row.entered_at,
    chunkRoot: row.chunk_root,
    orderKey: row.order_key,
    rank: rankOf(row),
  }),
}

const KEY_LENGTH = 64

function rankOf({ order_key: key, first_rank: first, keys }: RankedEntryRow): number | null {
  if (key === null || first == null || keys == null) return null
  for (let place = 0; place * KEY_LENGTH < keys.length; place++)
    if (keys.startsWith(key, place * KEY_LENGTH)) return first + place
  return null
}

export const RANK_PAGES = 'lottery_rank_pages'
export const rankPageColumns: Columns = {
  drop_id: 'text',
  first_key: 'text',
  first_rank: 'integer',
  keys: 'text',
}
export const valuesOfPage = ({ dropId, firstRank, keys }: RankPage) => [
  dropId,
  keys[0] ?? '',
  firstRank,
  keys.join(''),
]

export interface ClaimLinkRow {
  drop_id: DropId
  id: ClaimLinkId
  amount: string | null
  expires_at: Instant | null
  sequence: number | null
  revoked_at: Instant | null
  created_at: Instant
}

export const claimLinksTable: Table<ClaimLink, ClaimLinkRow> = {
  name: 'claim_links',
  columns: {
    drop_id: 'text',
    id: 'text',
    amount: 'amount',
    expires_at: 'integer',
    sequence: 'integer',
    revoked_at: 'integer',
    created_at: 'integer',
  },
  fixed: ['drop_id', 'id', 'created_at'],
  toRow: (link) => ({
    drop_id: link.dropId,
    id: link.id,
    amount: link.amount,
    expires_at: link.expiresAt,
    sequence: link.sequence,
    revoked_at: link.revokedAt,
    created_at: link.createdAt,
  }),
  fromRow: (row) => ({
    dropId: row.drop_id,
    id: row.id,
    amount: row.amount === null ? null : amountOf(BigInt(row.amount)),
    expiresAt: row.expires_at,
    sequence: row.sequence,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }),
}

export interface ExemptionRow {
  id: ExemptionId
  drop_id: DropId
  wallet: Address
  reason: string
  granted_by: UserId
  granted_at: Instant
  revoked_by: UserId | null
  revoked_at: Instant | null
}

export const exemptionsTable: Table<Exemption, ExemptionRow> = {
  name: 'gating_exemptions',
  columns: {
    id: 'text',
    drop_id: 'text',
    wallet: 'text',
    reason: 'text',
    granted_by: 'text',
    granted_at: 'integer',
    revoked_by: 'text',
    revoked_at: 'integer',
  },
  fixed: ['id', 'drop_id', 'wallet', 'reason', 'granted_by', 'granted_at'],
  toRow: (exemption) => ({
    id: exemption.id,
    drop_id: exemption.dropId,
    wallet: exemption.wallet,
    reason: exemption.reason,
    granted_by: exemption.grantedBy,
    granted_at: exemption.grantedAt,
    revoked_by: exemption.revokedBy,
    revoked_at: exemption.revokedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    dropId: row.drop_id,
    wallet: row.wallet,
    reason: row.reason,
    grantedBy: row.granted_by,
    grantedAt: row.granted_at,
    revokedBy: row.revoked_by,
    revokedAt: row.revoked_at,
  }),
}

export interface PieceRow {
  number: number
  name: string | null
  image_url: string | null
  attributes: string
}

/** Without the id of the manifest, because pieces are read by it. */
export const piecesTable: Table<Piece, PieceRow> = {
  name: 'pieces',
  columns: { number: 'integer', name: 'text', image_url: 'text', attributes: 'json' },
  fixed: ['number', 'name', 'image_url', 'attributes'],
  toRow: ({ number, name, imageUrl, attributes }) => ({
    number,
    name,
    image_url: imageUrl,
    attributes: JSON.stringify(attributes),
  }),
  fromRow: (row) => ({
    number: Number(row.number),
    name: row.name,
    imageUrl: row.image_url,
    attributes: JSON.parse(row.attributes),
  }),
}
