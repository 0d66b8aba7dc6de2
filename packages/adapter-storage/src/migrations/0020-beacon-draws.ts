import type { Words } from './words.ts'

/** Drops whose amounts are drawn from public randomness, and the order of claims as a hash chain. */
export const beaconDraws = ({ text, integer }: Words): string[] => [
  `alter table drops add column beacon ${text}`,
  `alter table drops add column order_head ${text}`,
  `alter table drops add column order_since ${integer}`,
  `alter table drops add column order_last ${integer}`,
  `alter table drops add column order_round ${integer}`,
  `alter table claims add column round ${integer}`,
  `alter table claims add column revealed_at ${integer}`,
  `alter table claims add column round_signature ${text}`,
  `alter table claims add column order_head ${text}`,
  `create index claims_undrawn on claims (drop_id, sequence) where round is not null and revealed_at is null`,
]
