import { sealedFence } from './0013-to-0026.ts'
import type { Words } from './words.ts'

/** The collection of an NFT drop. Null for other drops and for drops of earlier releases. */
export const collections = ({ json }: Words): string[] => [`alter table drops add column collection ${json}`]

/**
 * The number of bytes that each user has stored so far, under the keys that core uses (`user-limits.ts`): files, and the
 * texts of drops. Smaller things that were created before this release are not counted.
 */
export const storedBytes = (): string[] => [
  `insert into key_values (key, value)
   select 'limits/stored-in-all/' || owner_id, '0 ' || cast(sum(bytes) as text)
   from (
     select owner_id, size_bytes + 1000 as bytes from files
     union all
     select creator_id, 2500 + length(title) + coalesce(length(description), 0) + length(cast(metadata as text))
     from drops where deleted_at is null
   ) stored
   group by owner_id`,
]

/**
 * The last attempts of each delivery, as a JSON array. Attempts before this release, and those of servers of an earlier
 * release, are missing from it.
 */
export const deliveryAttempts = ({ json }: Words): string[] => [
  `alter table webhook_deliveries add column attempt_log ${json}`,
]

/** The branding of creators. Servers of an earlier release do not change it. */
export const branding = ({ text }: Words): string[] =>
  ['logo', 'cover', 'accent_color'].map((column) => `alter table users add column ${column} ${text}`)

/**
 * Claims that are delivered to another address than that of their wallet. A server of an earlier release delivers such a
 * claim to the wallet itself, so that nothing is lost.
 */
export const claimRecipients = ({ text }: Words): string[] => [
  `alter table claims add column recipient ${text}`,
  `alter table claims add column recipient_nonce ${text}`,
  `create unique index claims_recipient_nonce on claims (drop_id, user_address, recipient_nonce)
     where recipient_nonce is not null`,
]

/** The origins whose pages may embed a drop's claim page. Servers of an earlier release have no such page. */
export const embedOrigins = ({ json }: Words): string[] => [
  `alter table drops add column embed_origins ${json} not null default '[]'`,
]

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

/** The human check of a drop. Servers of an earlier release check nothing. */
export const humanChecks = ({ text }: Words): string[] => [
  `alter table drops add column human_check ${text} not null default 'NONE'
     check (human_check in ('NONE', 'PROOF_OF_WORK', 'TURNSTILE'))`,
]

/** The links of a creator's page. Servers of an earlier release do not change them. */
export const profileLinks = ({ json }: Words): string[] => [
  `alter table users add column links ${json} not null default '[]'`,
]

/**
 * `statusOf` of the domain as SQL: the status of a payment intent that the API shows. The indexes below are on this expression,
 * so neither may change.
 */
export const intentStatus = (client: Words['client']): string => {
  const zero = client === 'pg' ? '0' : `'${'0'.repeat(20)}'`
  return `case
    when state not in ('PAID', 'IN_REVIEW') then state
    when refunded >= paid_amount then 'REFUNDED'
    when state = 'IN_REVIEW' then 'REQUIRES_REVIEW'
    when refunded > ${zero} then 'PARTIALLY_REFUNDED'
    else 'CONFIRMED' end`
}

/** Each state of a delivery as a condition of a partial index. Migration 0045 replaces the one of `waiting`. */
const DELIVERIES_WITH_STATUS = {
  waiting: `state not in ('delivered', 'given_up')`,
  delivered: `state = 'delivered'`,
  given_up: `state = 'given_up'`,
} as const

/** Payments by status, of a buyer, of a creator and of a drop, and the deliveries of a webhook by state. */
export const statusFilters = ({ client }: Words): string[] => [
  `create index payment_intents_payer_status on payment_intents (payer_id, (${intentStatus(client)}), id)`,
  ...['creator', 'drop'].map(
    (scope) =>
      `create index payment_intents_${scope}_status on payment_intents (${scope}_id, (${intentStatus(client)}), id)
       where payer_id <> creator_id`,
  ),
  ...Object.entries(DELIVERIES_WITH_STATUS).map(
    ([state, condition]) =>
      `create index webhook_deliveries_${state} on webhook_deliveries (webhook_id, position) where ${condition}`,
  ),
]

/**
 * Users whose events wait for their turn, because they had more deliveries than one run queues: the position up to which
 * their events were queued, and the turn in which that was. Servers of an earlier release queue later events of these
 * users at once, and leave the waiting ones to the servers of this release.
 * No reference to users: queueing must not wait for a change that has locked the user.
 */
export const webhookBacklogs = ({ text, integer, endOften }: Words): string[] => [
  `create table webhook_backlogs (
    user_id ${text} not null primary key,
    position ${integer} not null,
    turn ${integer} not null
  ) ${endOften}`,
]

/** Finds the intents of a user for which a transaction is named, however many other users have. */
export const candidatesOfUser = (): string[] => [
  `create index payment_intents_candidate_of_user on payment_intents (payer_id, expires_at, id)
     where candidate is not null`,
]

/** Reads open vaults owner by owner, so that the audit can go on to the next owner however many vaults one has. */
export const openVaultsOfUser = (): string[] => [
  'drop index drops_open_vault',
  'drop index drops_open_vault_creator',
  `create index drops_open_vault_of_user on drops (creator_id, id) where vault = 'open'`,
]

/**
 * Each state of a delivery as a condition. Each has a partial index, so none may change. No database derives the condition of
 * `waiting` from `state = 'waiting'`. If it did, taking deliveries would use that index, and read all waiting deliveries.
 */
export const DELIVERIES_IN = {
  waiting: `coalesce(state, '') not in ('delivered', 'given_up')`,
  delivered: `state = 'delivered'`,
  given_up: `state = 'given_up'`,
} as const

/**
 * Indexes of waiting deliveries that no database uses to take deliveries: one for the filter by status, and one for the
 * metric of due deliveries, which contains those of all webhooks.
 */
export const waitingDeliveries = (): string[] => [
  'drop index webhook_deliveries_waiting',
  `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position) where ${DELIVERIES_IN.waiting}`,
  'drop index webhook_deliveries_due',
  `create index webhook_deliveries_next_attempt on webhook_deliveries (next_attempt_at)
     where next_attempt_at is not null`,
]

/** The condition that a drop's vault can still be opened. A partial index has it, so it may not change. */
export const VAULT_TO_OPEN = `vault = 'none' and deleted_at is null and status <> 'CANCELLED'`

/** Indexes for the records that limits per user count. */
export const limitedOfUser = (): string[] => [
  `create index drops_vault_to_open on drops (creator_id) where ${VAULT_TO_OPEN}`,
  'create index api_keys_live on api_keys (user_id) where revoked_at is null',
]

/** Finds the intents that are in review with a transfer, when it is assigned to another intent or returned. */
export const intentsWaitingWith = (): string[] => [
  'create index payment_intents_waiting_with on payment_intents (tx_hash, id) where not is_counted',
]

/** `transferOf` of the domain as SQL; empty for none. An index is on this expression, so it may not change. */
export const TRANSFER_OR_NONE = `coalesce(refund_id, payout_id, '')`

/**
 * Finds the open transactions for the vault of a drop and for some transfers, however many open refunds the drop has. Refuses
 * a second open transaction in a lane (`laneOf` of the domain). Deliveries are not limited, because the states of their claims
 * already prevent two deliveries of one claim. The index is on expressions, because servers of an earlier release would leave
 * a column for them empty.
 */
export const openTransactions = (): string[] => [
  'drop index chain_transactions_open',
  `create unique index chain_transactions_lane on chain_transactions (drop_id, (${TRANSFER_OR_NONE}), (
     case
       when purpose in ('open_vault', 'fund_vault') then 'filling'
       when purpose in ('pause_vault', 'resume_vault') then 'pause'
       when purpose = 'deliver_claims' then id
       else purpose
     end
   )) where state = 'sent'`,
]

/**
 * The secrets of a webhook that were replaced before `previous_secret` and were still valid then, sealed together. Servers of
 * an earlier release sign without them, and leave the column as it is.
 */
export const earlierSecrets = ({ client, text }: Words): string[] => [
  `alter table webhooks add column earlier_secrets ${text}`,
  ...sealedFence(client, ['webhooks', 'earlier_secrets']),
]
