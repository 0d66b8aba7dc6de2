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
import { column, plainTable, type RowOf, type Table } from './table.ts'

const LOTTERY_ENTRY_COLUMNS = {
  drop_id: column<DropId>('text'),
  wallet: column<Address>('text'),
  entered_at: column<Instant>('integer'),
  chunk_root: column<string | null>('text'),
  order_key: column<string | null>('text'),
}
export type LotteryEntryRow = RowOf<typeof LOTTERY_ENTRY_COLUMNS>

/** An entry row with the rank page that contains its order key, if there is one. */
export type RankedEntryRow = LotteryEntryRow & {
  readonly first_rank?: number | null
  readonly keys?: string | null
}

export const lotteryEntriesTable: Table<LotteryEntry, LotteryEntryRow, RankedEntryRow> = {
  name: 'lottery_entries',
  columns: LOTTERY_ENTRY_COLUMNS,
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

const CLAIM_LINK_COLUMNS = {
  drop_id: column<DropId>('text'),
  id: column<ClaimLinkId>('text'),
  amount: column<string | null>('amount'),
  expires_at: column<Instant | null>('integer'),
  sequence: column<number | null>('integer'),
  revoked_at: column<Instant | null>('integer'),
  created_at: column<Instant>('integer'),
}
export type ClaimLinkRow = RowOf<typeof CLAIM_LINK_COLUMNS>

export const claimLinksTable: Table<ClaimLink, ClaimLinkRow> = {
  name: 'claim_links',
  columns: CLAIM_LINK_COLUMNS,
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

const EXEMPTION_COLUMNS = {
  id: column<ExemptionId>('text'),
  drop_id: column<DropId>('text'),
  wallet: column<Address>('text'),
  reason: column<string>('text'),
  granted_by: column<UserId>('text'),
  granted_at: column<Instant>('integer'),
  revoked_by: column<UserId | null>('text'),
  revoked_at: column<Instant | null>('integer'),
}
export type ExemptionRow = RowOf<typeof EXEMPTION_COLUMNS>

export const exemptionsTable: Table<Exemption, ExemptionRow> = plainTable(
  'gating_exemptions',
  EXEMPTION_COLUMNS,
  ['id', 'drop_id', 'wallet', 'reason', 'granted_by', 'granted_at'],
)

const PIECE_COLUMNS = {
  number: column<number>('integer'),
  name: column<string | null>('text'),
  image_url: column<string | null>('text'),
  attributes: column<string>('json'),
}
export type PieceRow = RowOf<typeof PIECE_COLUMNS>

/** Without the id of the manifest, because pieces are read by it. */
export const piecesTable: Table<Piece, PieceRow> = {
  name: 'pieces',
  columns: PIECE_COLUMNS,
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
