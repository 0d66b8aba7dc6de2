import type { Words } from './words.ts'

/**
 * Claim links, and who sends a drop's claims to the chain. Servers of an earlier release treat every drop as a drop without
 * links whose claimers use vouchers.
 */
export const claimLinks = ({ text, integer, flag, amount, client, endByKey }: Words): string[] => [
  `create table claim_links (
    drop_id ${text} not null,
    id ${text} not null,
    ${amount('amount')},
    expires_at ${integer},
    sequence ${integer},
    revoked_at ${integer},
    created_at ${integer} not null,
    primary key (drop_id, id)
  ) ${endByKey}`,
  'create index claim_links_newest on claim_links (drop_id, created_at, id)',
  `alter table drops add column is_link_only ${flag} not null default ${client === 'pg' ? 'false' : '0'}`,
  `alter table drops add column delivery ${text} not null default 'WALLET'
     check (delivery in ('WALLET', 'SPONSORED', 'SERVER'))`,
]
