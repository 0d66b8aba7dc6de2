import type { Words } from './words.ts'

/** Wallets that an owner has exempted from a drop's gating rules. */
export const gatingExemptions = ({ text, integer, end }: Words): string[] => [
  `create table gating_exemptions (
    id ${text} not null primary key,
    drop_id ${text} not null references drops (id),
    wallet ${text} not null,
    reason ${text} not null,
    granted_by ${text} not null,
    granted_at ${integer} not null,
    revoked_by ${text},
    revoked_at ${integer},
    check ((revoked_by is null) = (revoked_at is null))
  ) ${end}`,
  'create unique index gating_exemptions_wallet on gating_exemptions (drop_id, wallet) where revoked_at is null',
  'create index gating_exemptions_of_drop on gating_exemptions (drop_id, id)',
  `alter table drops add column exemption_count ${integer} not null default 0 check (exemption_count >= 0)`,
]
