import type { Address, DropId, Instant, LotteryEntry, RankPage } from '@dropkit/core'
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
