import { allOrNone } from './0001-records.ts'
import type { Words } from './words.ts'

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
