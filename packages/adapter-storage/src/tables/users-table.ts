import type { Address, ApiKey, ApiKeyId, Instant, Origin, User, UserId } from '@dropkit/core'
import type { Table } from './table.ts'

export interface UserRow {
  id: UserId
  username: string
  origin: Origin
  identity_provider_id: string
  wallet_address: Address | null
  display_name: string | null
  email: string | null
  bio: string | null
  avatar: string | null
  logo: string | null
  cover: string | null
  accent_color: string | null
  /** JSON */
  links: string
  requests_per_minute: number | null
  created_at: Instant
  updated_at: Instant
}

export const usersTable: Table<User, UserRow> = {
  name: 'users',
  columns: {
    id: 'text',
    username: 'text',
    origin: 'text',
    identity_provider_id: 'text',
    wallet_address: 'text',
    display_name: 'text',
    email: 'text',
    bio: 'text',
    avatar: 'text',
    logo: 'text',
    cover: 'text',
    accent_color: 'text',
    links: 'json',
    requests_per_minute: 'integer',
    created_at: 'integer',
    updated_at: 'integer',
  },
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

export interface ApiKeyRow {
  id: ApiKeyId
  user_id: UserId
  name: string
  project: string | null
  secret_hash: string
  preview: string
  requests_per_minute: number | null
  last_used_at: Instant | null
  revoked_at: Instant | null
  created_at: Instant
}

export const apiKeysTable: Table<ApiKey, ApiKeyRow> = {
  name: 'api_keys',
  columns: {
    id: 'text',
    user_id: 'text',
    name: 'text',
    project: 'text',
    secret_hash: 'text',
    preview: 'text',
    requests_per_minute: 'integer',
    last_used_at: 'integer',
    revoked_at: 'integer',
    created_at: 'integer',
  },
  fixed: ['id', 'user_id', 'created_at'],
  toRow: (key) => ({
    id: key.id,
    user_id: key.userId,
    name: key.name,
    project: key.project,
    secret_hash: key.secretHash,
    preview: key.preview,
    requests_per_minute: key.requestsPerMinute,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
    created_at: key.createdAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    project: row.project,
    secretHash: row.secret_hash,
    preview: row.preview,
    requestsPerMinute: row.requests_per_minute,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }),
}
