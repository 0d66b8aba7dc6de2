import type { Words } from './words.ts'

/** A CHECK for a union in columns: the kind determines which columns are set and which are null. */
export const goTogether = (
  kind: string,
  columns: readonly string[],
  kinds: Readonly<Record<string, { readonly set: readonly string[]; readonly maybe?: readonly string[] }>>,
): string => {
  const cases = Object.entries(kinds).map(([value, { set, maybe = [] }]) => {
    const empty = columns.filter((column) => !set.includes(column) && !maybe.includes(column))
    const rules = [
      `${kind} = '${value}'`,
      ...set.map((column) => `${column} is not null`),
      ...empty.map((column) => `${column} is null`),
    ]
    return `(${rules.join(' and ')})`
  })
  return `check (${cases.join(' or ')})`
}

const oneOf = (column: string, ...values: string[]): string =>
  `${column} in (${values.map((value) => `'${value}'`).join(', ')})`

const users = ({ text, integer, end }: Words): string[] => [
  `create table users (
    id ${text} not null primary key,
    username ${text} not null,
    origin ${text} not null check (${oneOf('origin', 'local', 'wallet', 'openid')}),
    identity_provider_id ${text} not null,
    wallet_address ${text},
    display_name ${text},
    email ${text},
    bio ${text},
    avatar ${text},
    requests_per_minute ${integer},
    created_at ${integer} not null,
    updated_at ${integer} not null
  ) ${end}`,
  'create unique index users_username on users (username)',
  'create unique index users_identity_provider_id on users (identity_provider_id)',
  'create unique index users_wallet_address on users (wallet_address)',
  `create table api_keys (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    name ${text} not null,
    project ${text},
    secret_hash ${text} not null,
    preview ${text} not null,
    requests_per_minute ${integer},
    last_used_at ${integer},
    revoked_at ${integer},
    created_at ${integer} not null
  ) ${end}`,
  'create unique index api_keys_secret_hash on api_keys (secret_hash)',
  'create index api_keys_user on api_keys (user_id, id)',
]

const tokens = ({ text, integer, flag, amount, end }: Words): string[] => [
  `create table tokens (
    id ${text} not null primary key,
    creator_id ${text} not null references users (id),
    name ${text} not null,
    symbol ${text} not null,
    decimals ${integer} not null check (decimals between 0 and 255),
    ${amount('total_supply')} not null,
    description ${text},
    image_url ${text},
    is_external ${flag} not null,
    ${amount('community_drops_reserve')} not null,
    ${amount('public_sale_reserve')} not null,
    ${amount('creator_reserve')} not null,
    deployment ${text} not null,
    address ${text},
    package_id ${text},
    coin_type ${text},
    tx_hash ${text},
    failure_reason ${text},
    created_at ${integer} not null,
    updated_at ${integer} not null,
    ${goTogether('deployment', ['address', 'package_id', 'coin_type', 'tx_hash', 'failure_reason'], {
      PENDING: { set: [] },
      DEPLOYED: { set: ['address', 'package_id', 'coin_type'], maybe: ['tx_hash'] },
      FAILED: { set: ['tx_hash', 'failure_reason'] },
    })}
  ) ${end}`,
  'create index tokens_creator on tokens (creator_id, id)',
]

const dropColumns = ({ text, integer, real, flag, json, amount, sum }: Words): string => `
    id ${text} not null primary key,
    creator_id ${text} not null references users (id),
    token_id ${text} not null references tokens (id),
    title ${text} not null,
    description ${text},
    image_url ${text},
    shortcode ${text} not null,
    community_id ${text},
    metadata ${json} not null,
    estimated_value_usd ${real},
    type ${text} not null check (${oneOf('type', 'TOKEN', 'NFT')}),
    claim_type ${text} not null check (${oneOf('claim_type', 'REGULAR', 'STREAK', 'ELITE')}),
    claim_access ${text} not null check (${oneOf('claim_access', 'OPEN', 'WALLET', 'OWNER')}),
    award ${text} not null,
    ${amount('award_amount')},
    seed_commitment ${text},
    sealed_seed ${text},
    ${amount('pool')} not null,
    supply ${integer} check (supply >= 0),
    max_per_wallet ${integer} check (max_per_wallet >= 0),
    ${amount('price_atomic')},
    currency ${text} not null,
    starts_at ${integer},
    claim_deadline ${integer},
    gating_id ${text},
    gating_owner_id ${text},
    gating_is_active ${flag},
    gating_version ${integer},
    gating_updated_at ${integer},
    status ${text} not null check (${oneOf('status', 'DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT', 'ENDED', 'CANCELLED')}),
    completed_at ${integer},
    ${amount('reserved_amount')} not null,
    reserved_count ${integer} not null check (reserved_count >= 0),
    ${amount('held_amount')} not null,
    held_items ${integer} not null check (held_items >= 0),
    last_sequence ${integer} not null check (last_sequence >= 0),
    ${sum('takings_received')} not null,
    ${sum('takings_refunding')} not null,
    ${sum('takings_paid_out')} not null,
    ${sum('takings_earned')} not null,
    ${sum('takings_owed')} not null,
    vault ${text} not null,
    vault_object_id ${text},
    vault_package_id ${text},
    vault_coin_type ${text},
    ${amount('vault_deposited')},
    voucher_public_key ${text} not null,
    voucher_private_key ${text} not null,
    next_voucher_public_key ${text},
    next_voucher_private_key ${text},
    created_at ${integer} not null,
    updated_at ${integer} not null,
    deleted_at ${integer}`

const GATING = ['gating_id', 'gating_owner_id', 'gating_is_active', 'gating_version', 'gating_updated_at']

export const allOrNone = (columns: readonly string[]): string =>
  `check ((${columns.map((column) => `${column} is null`).join(' and ')}) or (${columns.map((column) => `${column} is not null`).join(' and ')}))`

const drops = (words: Words): string[] => [
  `create table drops (${dropColumns(words)},
    constraint drops_pool_suffices check (${words.amountsAtMost(['reserved_amount', 'held_amount'], 'pool')}),
    constraint drops_takings_suffice check (${words.sumsAtMost(['takings_refunding', 'takings_paid_out', 'takings_owed'], ['takings_received'])}),
    constraint drops_takings_accounted_for check (${words.sumsAtMost(['takings_received'], ['takings_refunding', 'takings_earned', 'takings_owed'])}),
    constraint drops_supply_suffices check (supply is null or reserved_count + held_items <= supply),
    ${goTogether('award', ['award_amount', 'seed_commitment', 'sealed_seed'], {
      open: { set: [] },
      fixed: { set: ['award_amount'] },
      random: { set: ['seed_commitment', 'sealed_seed'] },
    })},
    ${goTogether('vault', ['vault_object_id', 'vault_package_id', 'vault_coin_type', 'vault_deposited'], {
      none: { set: [] },
      open: { set: ['vault_object_id', 'vault_package_id', 'vault_coin_type', 'vault_deposited'] },
      closed: { set: ['vault_object_id'] },
    })},
    ${allOrNone(GATING)},
    ${allOrNone(['next_voucher_public_key', 'next_voucher_private_key'])}
  ) ${words.endOften}`,
  'create unique index drops_shortcode on drops (lower(shortcode)) where deleted_at is null',
  'create unique index drops_vault on drops (vault_object_id)',
  'create index drops_creator on drops (creator_id, id) where deleted_at is null',
  'create index drops_token on drops (token_id, id) where deleted_at is null',
  'create index drops_community on drops (community_id, id) where deleted_at is null and community_id is not null',
  `create table gating_rules (
    drop_id ${words.text} not null references drops (id),
    position ${words.integer} not null,
    key ${words.text} not null,
    operator ${words.text} not null,
    value ${words.text} not null,
    description ${words.text},
    primary key (drop_id, position)
  ) ${words.endByKey}`,
]

const claims = ({ text, integer, amount, sum, endByKey }: Words): string[] => [
  // No references to drops or users: a claim outlives its drop, and the check would lock the creator's row for each claim.
  `create table claims (
    drop_id ${text} not null,
    sequence ${integer} not null check (sequence >= 1),
    user_address ${text} not null,
    caller_id ${text} not null,
    creator_id ${text} not null,
    ${amount('amount')} not null,
    items ${integer} not null check (items >= 1),
    slot ${integer} not null,
    streak ${integer},
    intent_id ${text},
    ${sum('cost')} not null,
    status ${text} not null,
    expires_at ${integer},
    tx_hash ${text},
    claimed_at ${integer},
    expired_at ${integer},
    failure_reason ${text},
    failed_at ${integer},
    created_at ${integer} not null,
    primary key (drop_id, sequence),
    ${goTogether(
      'status',
      ['expires_at', 'tx_hash', 'claimed_at', 'expired_at', 'failure_reason', 'failed_at'],
      {
        PENDING: { set: [], maybe: ['expires_at'] },
        SUBMITTED: { set: ['tx_hash'] },
        CONFIRMED: { set: ['tx_hash', 'claimed_at'] },
        EXPIRED: { set: ['expired_at'] },
        FAILED: { set: ['failure_reason', 'failed_at'] },
      },
    )}
  ) ${endByKey}`,
  'create unique index claims_wallet_slot on claims (user_address, drop_id, slot)',
  'create index claims_caller on claims (caller_id, created_at, drop_id, sequence)',
  // This index and the previous one find every claim on a creator's drops. Claims that the creator made itself are only in
  // the previous one.
  'create index claims_creator on claims (creator_id, created_at, drop_id, sequence) where caller_id <> creator_id',
  `create index claims_vouchers_out on claims (drop_id, expires_at, sequence)
     where status = 'PENDING' and expires_at is not null`,
  `create index claims_undelivered on claims (drop_id, sequence) where status = 'PENDING' and expires_at is null`,
]

/** `furtherPurposes` are purposes that later migrations add. None of them has its own columns. */
export const chainTransactionsTable = (
  { text, integer, json, amount, end }: Words,
  furtherPurposes: readonly string[] = [],
): string[] => [
  `create table chain_transactions (
    id ${text} not null primary key,
    drop_id ${text} not null references drops (id),
    purpose ${text} not null,
    ${amount('deposit')},
    sequences ${json},
    refund_id ${text},
    payout_id ${text},
    bytes ${text} not null,
    digest ${text} not null,
    expires_at ${integer} not null,
    state ${text} not null check (${oneOf('state', 'sent', 'succeeded', 'failed', 'lost')}),
    created_at ${integer} not null,
    ${goTogether('purpose', ['deposit', 'sequences', 'refund_id', 'payout_id'], {
      open_vault: { set: ['deposit'] },
      fund_vault: { set: ['deposit'] },
      deliver_claims: { set: ['sequences'] },
      close_vault: { set: [] },
      refund: { set: ['refund_id'] },
      payout: { set: ['payout_id'] },
      rotate_key: { set: [] },
      ...Object.fromEntries(furtherPurposes.map((purpose) => [purpose, { set: [] }])),
    })}
  ) ${end}`,
  `create index chain_transactions_open on chain_transactions (drop_id, created_at, id) where state = 'sent'`,
]

export const records = (words: Words): string[] => [
  ...users(words),
  ...tokens(words),
  ...drops(words),
  ...claims(words),
  ...chainTransactionsTable(words),
]
