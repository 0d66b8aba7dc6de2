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
import { column, type RowOf, type Table } from './table.ts'

const SESSION_COLUMNS = {
  id: column<SessionId>('text'),
  user_id: column<UserId>('text'),
  secret_hash: column<string>('text'),
  expires_at: column<Instant>('integer'),
  revoked_at: column<Instant | null>('integer'),
  created_at: column<Instant>('integer'),
}
export type SessionRow = RowOf<typeof SESSION_COLUMNS>

export const sessionsTable: Table<Session, SessionRow> = {
  name: 'sessions',
  columns: SESSION_COLUMNS,
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

const CHALLENGE_COLUMNS = {
  nonce: column<string>('text'),
  address: column<Address>('text'),
  message: column<string>('text'),
  expires_at: column<Instant>('integer'),
  used_at: column<Instant | null>('integer'),
  requester: column<string>('text'),
}
export type ChallengeRow = RowOf<typeof CHALLENGE_COLUMNS>

export const challengesTable: Table<SignInChallenge, ChallengeRow> = {
  name: 'sign_in_challenges',
  columns: CHALLENGE_COLUMNS,
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

const FILE_COLUMNS = {
  id: column<FileId>('text'),
  owner_id: column<UserId>('text'),
  content_hash: column<string>('text'),
  content_name: column<string>('text'),
  filename: column<string>('text'),
  content_type: column<string>('text'),
  inline_type: column<string | null>('text'),
  size_bytes: column<number>('integer'),
  created_at: column<Instant>('integer'),
}
export type FileRow = RowOf<typeof FILE_COLUMNS>

export const filesTable: Table<UploadedFile, FileRow> = {
  name: 'files',
  columns: FILE_COLUMNS,
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
