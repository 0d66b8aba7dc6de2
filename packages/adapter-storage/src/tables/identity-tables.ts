import type {
  Address,
  FileId,
  Instant,
  Session,
  SessionId,
  SignInChallenge,
  UploadedFile,
  UserId,
} from '@dropkit/core'
import type { Table } from './table.ts'

export interface SessionRow {
  id: SessionId
  user_id: UserId
  secret_hash: string
  expires_at: Instant
  revoked_at: Instant | null
  created_at: Instant
}

export const sessionsTable: Table<Session, SessionRow> = {
  name: 'sessions',
  columns: {
    id: 'text',
    user_id: 'text',
    secret_hash: 'text',
    expires_at: 'integer',
    revoked_at: 'integer',
    created_at: 'integer',
  },
  fixed: ['id', 'user_id', 'created_at'],
  toRow: (session) => ({
    id: session.id,
    user_id: session.userId,
    secret_hash: session.secretHash,
    expires_at: session.expiresAt,
    revoked_at: session.revokedAt,
    created_at: session.createdAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    userId: row.user_id,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }),
}

export interface ChallengeRow {
  nonce: string
  address: Address
  message: string
  expires_at: Instant
  used_at: Instant | null
  requester: string
}

export const challengesTable: Table<SignInChallenge, ChallengeRow> = {
  name: 'sign_in_challenges',
  columns: {
    nonce: 'text',
    address: 'text',
    message: 'text',
    expires_at: 'integer',
    used_at: 'integer',
    requester: 'text',
  },
  fixed: ['nonce'],
  toRow: (challenge) => ({
    nonce: challenge.nonce,
    address: challenge.address,
    message: challenge.message,
    expires_at: challenge.expiresAt,
    used_at: challenge.usedAt,
    requester: challenge.requester,
  }),
  fromRow: (row) => ({
    nonce: row.nonce,
    address: row.address,
    message: row.message,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    requester: row.requester,
  }),
}

export interface FileRow {
  id: FileId
  owner_id: UserId
  content_hash: string
  content_name: string
  filename: string
  content_type: string
  inline_type: string | null
  size_bytes: number
  created_at: Instant
}

export const filesTable: Table<UploadedFile, FileRow> = {
  name: 'files',
  columns: {
    id: 'text',
    owner_id: 'text',
    content_hash: 'text',
    content_name: 'text',
    filename: 'text',
    content_type: 'text',
    inline_type: 'text',
    size_bytes: 'integer',
    created_at: 'integer',
  },
  fixed: ['id', 'owner_id', 'created_at'],
  toRow: (file) => ({
    id: file.id,
    owner_id: file.ownerId,
    content_hash: file.contentHash,
    content_name: file.contentName,
    filename: file.filename,
    content_type: file.contentType,
    inline_type: file.inlineType,
    size_bytes: file.sizeBytes,
    created_at: file.createdAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    ownerId: row.owner_id,
    contentHash: row.content_hash,
    contentName: row.content_name,
    filename: row.filename,
    contentType: row.content_type,
    inlineType: row.inline_type,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
  }),
}
