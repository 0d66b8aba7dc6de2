import { believedClaims } from './0001-log-and-queue.ts'
import type { Words } from './words.ts'

/** An index for each way in which lists of claims, drops and events can be filtered, in the order of the list. */
export const filteredLists = ({ client }: Words): string[] => {
  const placed = client === 'better-sqlite3' ? '' : ' and position is not null'
  return [
    // Makes Postgres use the index with the status, however many claims have the same status when it collects statistics.
    ...(client === 'pg' ? ['alter table claims alter column status set (n_distinct = 50)'] : []),
    'create index claims_drop_status on claims (status, drop_id, sequence)',
    'create index claims_caller_status on claims (status, caller_id, created_at, drop_id, sequence)',
    `create index claims_creator_status on claims (status, creator_id, created_at, drop_id, sequence)
       where caller_id <> creator_id`,
    `create index drops_listed on drops (id) where deleted_at is null and status <> 'DRAFT'`,
    `create index drops_drafts on drops (creator_id, id) where deleted_at is null and status = 'DRAFT'`,
    'create index drops_kind on drops (status, type, claim_type, id) where deleted_at is null',
    ...['creator', 'token', 'community'].map(
      (scope) =>
        `create index drops_${scope}_kind on drops (${scope}_id, status, type, claim_type, id)
         where deleted_at is null`,
    ),
    `create index drops_to_end on drops (claim_deadline)
       where claim_deadline is not null and deleted_at is null
         and status in ('SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT')`,
    `create index drops_to_start on drops (starts_at)
       where starts_at is not null and deleted_at is null and status = 'SCHEDULED'`,
    `create index events_drop_actor on events (drop_id, actor_id, position)
       where drop_id is not null and actor_id <> owner_id${placed}`,
    // A new index makes Postgres lose the statistics of an empty table, so they are set again.
    ...(client === 'pg' ? believedClaims(200) : []),
  ]
}

/** The payouts of a drop's owner, newest first by id. */
export const payoutsOfDrop = (): string[] => [
  'create index payouts_of_drop on payouts (creator_id, drop_id, id)',
]

/** The open vaults and unpaid payment intents of a user, which are limited. */
export const openThingsOfUser = (): string[] => [
  `create index drops_open_vault_creator on drops (creator_id) where vault = 'open'`,
  `create index payment_intents_open_of_payer on payment_intents (payer_id) where state in ('PENDING', 'PROCESSING')`,
]

/** The unpaid intents of a drop, by wallet and by payer. They limit how many items a wallet or payer can hold. */
export const lapsedIntents = (): string[] =>
  ['wallet', 'payer_id'].map(
    (holder) =>
      `create index payment_intents_lapsed_${holder === 'wallet' ? 'wallet' : 'payer'}
         on payment_intents (${holder}, drop_id, expires_at) where state in ('EXPIRED', 'CANCELLED')`,
  )

/** The requester of a sign-in challenge. Challenges of earlier releases have none, and expire after five minutes. */
export const challengeRequesters = ({ text }: Words): string[] => [
  `alter table sign_in_challenges add column requester ${text} not null default ''`,
  'drop index sign_in_challenges_live',
  `create index sign_in_challenges_live on sign_in_challenges (address, expires_at, nonce) where used_at is null`,
  `create index sign_in_challenges_requester on sign_in_challenges (address, requester, expires_at, nonce)
     where used_at is null`,
]

type SealedColumn = readonly [table: string, column: string]

/** The sealed columns of this release. A later migration adds its own with `sealedFence`. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  ['drops', 'voucher_private_key'],
  ['drops', 'next_voucher_private_key'],
  ['drops', 'sealed_seed'],
  ['webhooks', 'secret'],
  ['webhooks', 'previous_secret'],
  ['receipts', 'effect_shown_once'],
  ['receipts', 'answer'],
]

/** The key of `key_values` under which servers store the id of the master key that seals. */
const NAMED_KEY = `'server/master-key-id'`
/** Two numbers that no other advisory lock in this database uses. */
const SEALING_LOCK = '1685221232, 2'

/**
 * Rejects a value that is newly sealed under another master key than the one that the store names, in the transaction that
 * writes it. Otherwise, a server that missed a key rotation would seal under the retired key. A store that names no key
 * accepts all values. A value that a row already has is not checked.
 */
export const sealingKey = ({ client }: Words): string[] => [
  ...(client === 'pg' ? postgresLock : []),
  ...SEALED_COLUMNS.flatMap((column) => sealedFence(client, column)),
]

export const sealedFence = (client: Words['client'], column: SealedColumn): string[] =>
  client === 'pg' ? postgresFence(column) : sqliteFence(column)

const isOfOtherKey = (column: string, named: string): string =>
  `substr(new.${column}, 1, length(${named}) + 4) <> 'v1.' || ${named} || '.'`

/** SQLite has one writer, so nothing happens between the check and the write. */
function sqliteFence([table, column]: SealedColumn): string[] {
  const trigger = (act: string, condition: string) =>
    `create trigger fence_${table}_${column}_${act === 'insert' ? act : 'update'} before ${act} on ${table}
     when ${condition} begin
       select raise(abort, 'sealed under a retired master key') from key_values
       where key = ${NAMED_KEY} and ${isOfOtherKey(column, 'value')};
     end`
  return [
    trigger('insert', `new.${column} is not null`),
    trigger(`update of ${column}`, `new.${column} is not null and new.${column} is not old.${column}`),
  ]
}

/**
 * Sealing takes the lock in shared mode, and naming another key takes it exclusively. Naming therefore waits for every
 * transaction that has read the previous name.
 */
const postgresLock: readonly string[] = [
  `create function lock_sealing() returns trigger language plpgsql as $$
   begin
     perform pg_advisory_xact_lock(${SEALING_LOCK});
     return new;
   end $$`,
  `create trigger key_values_lock_sealing before insert or update on key_values
   for each row when (new.key = ${NAMED_KEY}) execute function lock_sealing()`,
]

function postgresFence([table, column]: SealedColumn): string[] {
  const fence = `fence_${table}_${column}`
  return [
    // The check is a separate statement after the lock, so that it sees what was committed before the lock was acquired.
    `create function ${fence}() returns trigger language plpgsql as $$
     declare named text;
     begin
       perform pg_advisory_xact_lock_shared(${SEALING_LOCK});
       select value into named from key_values where key = ${NAMED_KEY};
       if ${isOfOtherKey(column, 'named')} then
         raise exception 'sealed under a retired master key' using errcode = 'DK001';
       end if;
       return new;
     end $$`,
    `create trigger ${fence}_insert before insert on ${table}
     for each row when (new.${column} is not null) execute function ${fence}()`,
    `create trigger ${fence}_update before update of ${column} on ${table}
     for each row when (new.${column} is distinct from old.${column} and new.${column} is not null)
     execute function ${fence}()`,
  ]
}

/** Finds the oldest event that has a delivery. The log is removed only up to that event. */
export const deliveredPositions = (): string[] => [
  'create index webhook_deliveries_position on webhook_deliveries (position)',
]

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

/** The attributes of single pieces of NFT drops from uploaded manifests, by upload. */
export const pieces = ({ text, integer, json, endByKey }: Words): string[] => [
  `create table pieces (
    file_id ${text} not null,
    number ${integer} not null check (number >= 1),
    name ${text},
    image_url ${text},
    attributes ${json} not null,
    primary key (file_id, number)
  ) ${endByKey}`,
]

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

/**
 * The owner of each job, and the index that finds the owners with due jobs of a kind, minute by minute, however many jobs
 * each owner has. The service's own jobs have an empty owner.
 */
export const jobOwners = ({ text }: Words): string[] => [
  `alter table jobs add column owner_id ${text} not null default ''`,
  `update jobs set owner_id = coalesce((select creator_id from drops where drops.id = jobs.subject), '')`,
  'create index jobs_turns on jobs (kind, (due_at / 60000), owner_id, due_at)',
]
