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
import { column, plainTable, type RowOf, type Table } from './table.ts'

const SESSION_COLUMNS = {
  id: column<SessionId>('text'),
  user_id: column<UserId>('text'),
  secret_hash: column<string>('text'),
  expires_at: column<Instant>('integer'),
  revoked_at: column<Instant | null>('integer'),
  created_at: column<Instant>('integer'),
}
export type SessionRow = RowOf<typeof SESSION_COLUMNS>

export const sessionsTable: Table<Session, SessionRow> = plainTable('sessions', SESSION_COLUMNS, [
  'id',
  'user_id',
  'created_at',
])

const CHALLENGE_COLUMNS = {
  nonce: column<string>('text'),
  address: column<Address>('text'),
  message: column<string>('text'),
  expires_at: column<Instant>('integer'),
  used_at: column<Instant | null>('integer'),
  requester: column<string>('text'),
}
export type ChallengeRow = RowOf<typeof CHALLENGE_COLUMNS>

export const challengesTable: Table<SignInChallenge, ChallengeRow> = plainTable(
  'sign_in_challenges',
  CHALLENGE_COLUMNS,
  ['nonce'],
)

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

export const filesTable: Table<UploadedFile, FileRow> = plainTable('files', FILE_COLUMNS, [
  'id',
  'owner_id',
  'created_at',
])
