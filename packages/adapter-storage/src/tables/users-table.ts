import type { Address, ApiKey, ApiKeyId, Instant, Origin, User, UserId } from '@dropkit/core'
import { column, plainTable, type RowOf, type Table } from './table.ts'

const USER_COLUMNS = {
  id: column<UserId>('text'),
  username: column<string>('text'),
  origin: column<Origin>('text'),
  identity_provider_id: column<string>('text'),
  wallet_address: column<Address | null>('text'),
  display_name: column<string | null>('text'),
  email: column<string | null>('text'),
  bio: column<string | null>('text'),
  avatar: column<string | null>('text'),
  logo: column<string | null>('text'),
  cover: column<string | null>('text'),
  accent_color: column<string | null>('text'),
  /** JSON */
  links: column<string>('json'),
  requests_per_minute: column<number | null>('integer'),
  created_at: column<Instant>('integer'),
  updated_at: column<Instant>('integer'),
}
export type UserRow = RowOf<typeof USER_COLUMNS>

export const usersTable: Table<User, UserRow> = {
  name: 'users',
  columns: USER_COLUMNS,
  fixed: ['id', 'created_at'],
  toRow: (user) => ({
    id: user.id,
    username: user.username,
    origin: user.origin,
    identity_provider_id: user.identityProviderId,
    wallet_address: user.walletAddress,
    display_name: user.displayName,
    email: user.email,
    bio: user.bio,
    avatar: user.avatar,
    logo: user.logo,
    cover: user.cover,
    accent_color: user.accentColor,
    links: JSON.stringify(user.links),
    requests_per_minute: user.requestsPerMinute,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    username: row.username,
    origin: row.origin,
    identityProviderId: row.identity_provider_id,
    walletAddress: row.wallet_address,
    displayName: row.display_name,
    email: row.email,
    bio: row.bio,
    avatar: row.avatar,
    logo: row.logo,
    cover: row.cover,
    accentColor: row.accent_color,
    links: JSON.parse(row.links),
    requestsPerMinute: row.requests_per_minute,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}

const API_KEY_COLUMNS = {
  id: column<ApiKeyId>('text'),
  user_id: column<UserId>('text'),
  name: column<string>('text'),
  project: column<string | null>('text'),
  secret_hash: column<string>('text'),
  preview: column<string>('text'),
  requests_per_minute: column<number | null>('integer'),
  last_used_at: column<Instant | null>('integer'),
  revoked_at: column<Instant | null>('integer'),
  created_at: column<Instant>('integer'),
}
export type ApiKeyRow = RowOf<typeof API_KEY_COLUMNS>

export const apiKeysTable: Table<ApiKey, ApiKeyRow> = plainTable('api_keys', API_KEY_COLUMNS, [
  'id',
  'user_id',
  'created_at',
])
