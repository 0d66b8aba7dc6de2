import type { Words } from './words.ts'

/** The retry schedule of each refund and payout. */
export const transferAttempts = ({ text, integer }: Words): string[] =>
  ['refunds', 'payouts'].flatMap((table) => [
    `alter table ${table} add column attempts ${integer} not null default 0`,
    `alter table ${table} add column next_attempt_at ${integer}`,
    `alter table ${table} add column last_error ${text}`,
    `create index ${table}_due on ${table} (drop_id, coalesce(next_attempt_at, created_at), id)
       where state = 'PENDING'`,
    // An earlier release also finds PENDING transfers by the new index, and sorts them.
    `drop index ${table}_pending`,
  ])
