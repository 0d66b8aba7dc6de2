import type { Words } from './words.ts'

/**
 * Wallets that entered lotteries, and their order. Servers of an earlier release treat every drop as a drop without a
 * lottery.
 */
export const lotteries = ({ text, integer, json, endByKey }: Words): string[] => [
  `create table lottery_entries (
    drop_id ${text} not null,
    wallet ${text} not null,
    entered_at ${integer} not null,
    chunk_root ${text},
    order_key ${text},
    primary key (drop_id, wallet)
  ) ${endByKey}`,
  'create index lottery_entries_of_chunks on lottery_entries (drop_id, wallet) where chunk_root is not null',
  `create table lottery_rank_pages (
    drop_id ${text} not null,
    first_key ${text} not null,
    first_rank ${integer} not null check (first_rank >= 1),
    keys ${text} not null,
    primary key (drop_id, first_key)
  ) ${endByKey}`,
  `alter table drops add column lottery ${json}`,
]
