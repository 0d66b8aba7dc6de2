import { allOrNone, goTogether } from './0001-records.ts'
import type { Words } from './words.ts'

const RECEIPT = ['tx_hash', 'paid_from', 'paid_coin_type', 'paid_amount', 'paid_at', 'is_counted']

const paymentIntents = ({ text, integer, flag, amount, amountsAtMost, end, endOften }: Words): string[] => [
  `create table payment_intents (
    id ${text} not null primary key,
    external_id ${text} not null,
    drop_id ${text} not null references drops (id),
    creator_id ${text} not null,
    payer_id ${text} not null,
    wallet ${text} not null,
    payment_method ${text} not null,
    quantity ${integer} not null check (quantity >= 1),
    ${amount('unit_price')} not null,
    currency ${text} not null,
    coin_type ${text} not null,
    recipient ${text} not null,
    state ${text} not null,
    candidate ${text},
    candidate_since ${integer},
    tx_hash ${text},
    paid_from ${text},
    paid_coin_type ${text},
    ${amount('paid_amount')},
    paid_at ${integer},
    is_counted ${flag},
    ${amount('price')},
    reason ${text},
    cancelled_at ${integer},
    held ${integer} not null check (held >= 0),
    spent ${integer} not null check (spent >= 0),
    ${amount('earned')} not null,
    ${amount('paid_out')} not null,
    ${amount('refunding')} not null,
    ${amount('refunded')} not null,
    expires_at ${integer} not null,
    created_at ${integer} not null,
    updated_at ${integer} not null,
    constraint payment_intents_quantity_suffices check (held + spent <= quantity),
    constraint payment_intents_receipt_suffices check (refunded <= refunding and refunding <= paid_amount and price <= paid_amount and earned <= paid_amount and paid_out <= earned),
    constraint payment_intents_receipt_suffices_for_all check (paid_amount is null or ${amountsAtMost(['refunding', 'paid_out'], 'paid_amount')}),
    ${goTogether('state', ['candidate', 'candidate_since', ...RECEIPT, 'price', 'reason', 'cancelled_at'], {
      PENDING: { set: [], maybe: ['candidate'] },
      PROCESSING: { set: ['candidate', 'candidate_since'] },
      PAID: { set: [...RECEIPT, 'price'], maybe: ['reason'] },
      IN_REVIEW: { set: [...RECEIPT, 'reason'] },
      EXPIRED: { set: [], maybe: ['candidate'] },
      CANCELLED: { set: ['cancelled_at'], maybe: ['candidate'] },
    })}
  ) ${endOften}`,
  'create unique index payment_intents_external_id on payment_intents (external_id)',
  'create index payment_intents_payer on payment_intents (payer_id, id)',
  'create index payment_intents_creator on payment_intents (creator_id, id) where payer_id <> creator_id',
  `create index payment_intents_open on payment_intents (drop_id, created_at, id)
     where state in ('PENDING', 'PROCESSING')`,
  `create index payment_intents_open_payer on payment_intents (drop_id, payer_id)
     where state in ('PENDING', 'PROCESSING')`,
  `create index payment_intents_unspent on payment_intents (wallet, drop_id) where held > 0`,
  `create index payment_intents_unpaid on payment_intents (wallet, expires_at)
     where state in ('PENDING', 'PROCESSING', 'EXPIRED', 'CANCELLED') or not is_counted`,
  'create index payment_intents_paid_by on payment_intents (paid_from, expires_at) where is_counted',
  'create index payment_intents_candidate on payment_intents (expires_at, id) where candidate is not null',
  `create index payment_intents_money on payment_intents (drop_id, id)
     where state in ('PAID', 'IN_REVIEW') and refunded < paid_amount`,
  `create index payment_intents_earning_apart on payment_intents (drop_id, id)
     where paid_coin_type <> coin_type and paid_out < earned`,
  `create table used_payments (
    tx_hash ${text} not null constraint used_payments_tx_hash primary key,
    intent_id ${text} not null
  ) ${end}`,
]

const TRANSFER = {
  PENDING: { set: [] },
  SUCCEEDED: { set: ['tx_hash'] },
  FAILED: { set: ['failure_reason'] },
} as const

const transfers = ({ text, integer, amount, end }: Words): string[] => [
  `create table refunds (
    id ${text} not null primary key,
    intent_id ${text} not null references payment_intents (id),
    drop_id ${text} not null references drops (id),
    ${amount('amount')} not null,
    coin_type ${text} not null,
    recipient ${text} not null,
    reason ${text},
    state ${text} not null,
    tx_hash ${text},
    failure_reason ${text},
    created_at ${integer} not null,
    ${goTogether('state', ['tx_hash', 'failure_reason'], TRANSFER)}
  ) ${end}`,
  'create index refunds_intent on refunds (intent_id, created_at, id)',
  `create index refunds_pending on refunds (drop_id, created_at, id) where state = 'PENDING'`,
  `create table payouts (
    id ${text} not null primary key,
    drop_id ${text} not null references drops (id),
    creator_id ${text} not null,
    ${amount('amount')} not null,
    currency ${text} not null,
    coin_type ${text} not null,
    intent_id ${text} references payment_intents (id),
    recipient ${text} not null,
    state ${text} not null,
    tx_hash ${text},
    failure_reason ${text},
    created_at ${integer} not null,
    ${goTogether('state', ['tx_hash', 'failure_reason'], TRANSFER)}
  ) ${end}`,
  `create index payouts_pending on payouts (drop_id, created_at, id) where state = 'PENDING'`,
]

/** The number of claims per hour and drop, from which statistics are computed without counting claims. */
const claimHours = ({ text, integer, endByKey }: Words): string[] => [
  `create table claim_hours (
    drop_id ${text} not null,
    hour ${integer} not null,
    count ${integer} not null,
    primary key (drop_id, hour)
  ) ${endByKey}`,
]

/** Wallet lists for gating rules, by upload. `wallet_lists` says which uploads are complete. */
const walletLists = ({ text, endByKey }: Words): string[] => [
  `create table wallet_lists (file_id ${text} not null primary key) ${endByKey}`,
  `create table wallet_list_members (
    file_id ${text} not null,
    wallet ${text} not null,
    primary key (file_id, wallet)
  ) ${endByKey}`,
  'create index drops_gating on drops (gating_id) where gating_id is not null',
  // Contains only events that a payment intent caused.
  `create index events_intent on events (intent_id, position) where intent_id is not null`,
]

const reported = (words: Words): string[] => [...claimHours(words), ...walletLists(words)]

export const payments = (words: Words): string[] => [
  ...paymentIntents(words),
  ...transfers(words),
  ...reported(words),
]

const credentials = ({ text, integer, end, endByKey }: Words): string[] => [
  `create table sessions (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    secret_hash ${text} not null,
    expires_at ${integer} not null,
    revoked_at ${integer},
    created_at ${integer} not null
  ) ${end}`,
  'create unique index sessions_secret_hash on sessions (secret_hash)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table sign_in_challenges (
    nonce ${text} not null primary key,
    address ${text} not null,
    message ${text} not null,
    expires_at ${integer} not null,
    used_at ${integer}
  ) ${endByKey}`,
  'create index sign_in_challenges_live on sign_in_challenges (address, expires_at) where used_at is null',
  'create index sign_in_challenges_expiry on sign_in_challenges (expires_at)',
]

const files = ({ text, integer, end }: Words): string[] => [
  `create table files (
    id ${text} not null primary key,
    owner_id ${text} not null references users (id),
    content_hash ${text} not null,
    filename ${text} not null,
    content_type ${text} not null,
    inline_type ${text},
    size_bytes ${integer} not null,
    created_at ${integer} not null
  ) ${end}`,
  'create index files_content on files (content_hash)',
]

/** Idempotency records. A running request has a lease; a finished one has an answer. */
const receipts = ({ text, integer, endByKey }: Words): string[] => [
  `create table receipts (
    user_id ${text} not null,
    key ${text} not null,
    fingerprint ${text} not null,
    fence ${integer} not null,
    leased_until ${integer},
    effect_kind ${text},
    effect_id ${text},
    answer ${text},
    expires_at ${integer} not null,
    primary key (user_id, key),
    ${allOrNone(['effect_kind', 'effect_id'])}
  ) ${endByKey}`,
  'create index receipts_expiry on receipts (expires_at)',
]

export const identity = (words: Words): string[] => [
  ...credentials(words),
  ...files(words),
  ...receipts(words),
]

const registrations = ({ text, integer, flag, json, end }: Words): string[] => [
  `create table webhooks (
    id ${text} not null primary key,
    owner_id ${text} not null references users (id),
    url ${text} not null,
    events ${json} not null,
    secret ${text} not null,
    previous_secret ${text},
    previous_secret_until ${integer},
    is_active ${flag} not null,
    failing_since ${integer},
    created_at ${integer} not null,
    updated_at ${integer} not null,
    ${allOrNone(['previous_secret', 'previous_secret_until'])}
  ) ${end}`,
  'create index webhooks_owner on webhooks (owner_id, id)',
]

const deliveries = ({ text, integer, endOften }: Words): string[] => [
  // No reference to webhooks: removing a webhook also removes its deliveries, and queueing locks the webhook.
  `create table webhook_deliveries (
    id ${text} not null primary key,
    webhook_id ${text} not null,
    position ${integer} not null,
    event_type ${text} not null,
    attempts ${integer} not null,
    state ${text} not null,
    next_attempt_at ${integer},
    ended_at ${integer},
    status_code ${integer},
    error ${text},
    fence ${integer} not null default 0,
    leased_until ${integer},
    ${goTogether('state', ['next_attempt_at', 'ended_at'], {
      waiting: { set: ['next_attempt_at'] },
      delivered: { set: ['ended_at'] },
      given_up: { set: ['ended_at'] },
    })}
  ) ${endOften}`,
  'create unique index webhook_deliveries_event on webhook_deliveries (webhook_id, position)',
  // New deliveries are ordered by log position, and failed ones by their next attempt. Thousands that wait for their next
  // attempt are therefore not scanned to find the few that are due.
  `create index webhook_deliveries_fresh on webhook_deliveries (webhook_id, position)
     where state = 'waiting' and attempts = 0`,
  `create index webhook_deliveries_again on webhook_deliveries (webhook_id, next_attempt_at)
     where state = 'waiting' and attempts > 0`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting'`,
  'create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null',
]

/** The log position up to which events were dispatched to webhooks. */
const cursor = ({ client, integer, flag }: Words): string[] => [
  `create table delivery_cursor (
    only_row ${flag} not null primary key check (only_row),
    position ${integer} not null
  )${client === 'pg' ? ' with (fillfactor = 20)' : ''}`,
  `insert into delivery_cursor (only_row, position) values (${client === 'pg' ? 'true' : '1'}, 0)`,
]

const SKEWED: Readonly<Record<string, readonly string[]>> = {
  webhook_deliveries: ['webhook_id'],
  webhooks: ['owner_id'],
  payment_intents: ['drop_id', 'creator_id', 'payer_id', 'wallet'],
  events: ['intent_id'],
}

/** As for drops and events: no user has so many rows that a full scan would be faster than an index. */
const planning = ({ client }: Words): string[] =>
  client === 'better-sqlite3'
    ? []
    : Object.entries(SKEWED).flatMap(([table, columns]) =>
        columns.map((column) => `alter table ${table} alter column ${column} set statistics 0`),
      )

export const webhooks = (words: Words): string[] => [
  ...registrations(words),
  ...deliveries(words),
  ...cursor(words),
  ...planning(words),
]
