import type { Address } from '../domain/address.ts'
import type { UploadedFile } from '../domain/file.ts'
import type { ApiKeyId, FileId, SessionId, UserId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Piece } from '../domain/piece-manifest.ts'
import type { Result } from '../domain/result.ts'
import type { ApiKey, Credential, SignInChallenge, User } from '../domain/user.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Change, UniqueConflict } from './change-set.ts'
import type { Page } from './list-store.ts'

/** The current state of a credential, found by the hash of its secret. */
export interface KnownCredential {
  readonly credential: Credential
  readonly user: User
  readonly secretHash: string
  readonly requestsPerMinute: number | null
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
}

/**
 * What is counted of a user, up to `most`: webhooks, API keys that are not revoked, or drops with an open vault and drops
 * whose vault can still be opened.
 */
export interface UserCount {
  readonly of: 'webhooks' | 'apiKeys' | 'vaults'
  readonly most: number
}

/** Users, their credentials and sign-ins, webhooks and files. */
export interface AccountStore {
  /**
   * Changes a user. `count` is what `counted` asks for; 0 if nothing was asked. The user is locked before it is counted, so
   * changes that count first never exceed a limit together.
   */
  changeUser<T>(
    userId: UserId,
    decide: (user: User | null, count: number) => Change<T>,
    counted?: UserCount,
  ): Promise<Result<T, UniqueConflict>>
  /**
   * Changes a webhook. `webhook` in the decision is its new state; `removed` deletes it. No read returns its deliveries any
   * more, and the retention may delete them later.
   */
  changeWebhook<T>(
    webhookId: WebhookId,
    decide: (webhook: Webhook | null) => Change<T> & { readonly webhook?: Webhook | 'removed' },
  ): Promise<Result<T, UniqueConflict>>
  changeApiKey<T>(
    keyId: ApiKeyId,
    decide: (key: ApiKey | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  /** Credentials by the SHA-256 of their secrets, hex. Unknown ones are missing from the map. */
  credentials(secretHashes: readonly string[]): Promise<ReadonlyMap<string, KnownCredential>>
  /** Stores when keys were last used. An earlier time than the stored one changes nothing. Ignores unknown keys. */
  touchApiKeys(lastUsed: ReadonlyMap<ApiKeyId, Instant>): Promise<void>
  /** Users by id, any number in one call. Unknown ids are missing from the map. */
  users(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, User>>
  usersByWallet(wallets: readonly Address[]): Promise<ReadonlyMap<Address, User>>
  userByUsername(username: string): Promise<User | undefined>
  /** The user's API keys that are not revoked, newest first. */
  apiKeys(userId: UserId): Promise<readonly ApiKey[]>
  /** An API key, revoked or not. */
  apiKey(keyId: ApiKeyId): Promise<ApiKey | undefined>
  webhooks(ids: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, Webhook>>
  listWebhooks(ownerId: UserId, page: Page<WebhookId>): Promise<readonly Webhook[]>
  /**
   * The challenges of an address that are unused and valid at `now`, newest first. With a requester, only that requester's.
   */
  liveChallenges(
    address: Address,
    query: { readonly now: Instant; readonly limit: number; readonly requester?: string },
  ): Promise<readonly SignInChallenge[]>
  /** Removes unused challenges. */
  dropChallenges(nonces: readonly string[]): Promise<void>
  /** Uses a challenge, whether the store has it or not. False if it was already used. */
  useChallenge(challenge: SignInChallenge, now: Instant): Promise<boolean>
  revokeSession(sessionId: SessionId, now: Instant): Promise<void>
  /** Removes the sessions of a user except the newest `count`. It may leave some of more than 1,000 for the next call. */
  keepNewestSessions(userId: UserId, count: number): Promise<void>
  userByIdentity(identityProviderId: string): Promise<User | undefined>
  files(ids: readonly FileId[]): Promise<ReadonlyMap<FileId, UploadedFile>>
  /**
   * Locks all uploads of the same bytes. `own` is the upload with this id, or null. `other` is any other upload of these
   * bytes, or null. `file` in the decision removes the upload with this id.
   */
  changeFile<T>(
    file: Pick<UploadedFile, 'id' | 'contentHash'>,
    decide: (
      own: UploadedFile | null,
      other: UploadedFile | null,
    ) => Change<T> & { readonly file?: 'removed' },
  ): Promise<Result<T, UniqueConflict>>
  /**
   * Stores the wallets of an uploaded list, so that `listed` facts are found by index. Each batch is stored in its own
   * transaction. Storing a list again changes nothing. `batches` can be read once.
   */
  keepWalletList(fileId: FileId, batches: Iterable<readonly Address[]>): Promise<void>
  /** Whether the wallets of that list are stored. */
  hasWalletList(fileId: FileId): Promise<boolean>
  /** Stores the pieces of an uploaded manifest. They stay when the upload is removed. Repeating it changes nothing. */
  keepPieces(fileId: FileId, pieces: readonly Piece[]): Promise<void>
  /** Pieces of manifests, by ascending number, after the number `after`. */
  pieces(fileIds: readonly FileId[], page: Page<number>): Promise<ReadonlyMap<FileId, readonly Piece[]>>
}
