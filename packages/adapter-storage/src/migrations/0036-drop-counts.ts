import type { Words } from './words.ts'

/** The counts behind the analytics of drops. Servers of an earlier release count nothing. */
export const dropCounts = ({ text, integer, endByKey }: Words): string[] => [
  `create table drop_counts (
    drop_id ${text} not null,
    span ${text} not null check (span in ('HOUR', 'DAY')),
    starts_at ${integer} not null,
    counted ${text} not null,
    amount ${integer} not null,
    expires_at ${integer} not null,
    primary key (drop_id, span, starts_at, counted)
  ) ${endByKey}`,
  'create index drop_counts_expiry on drop_counts (expires_at)',
]
