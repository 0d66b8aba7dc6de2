import type { Address } from '../domain/address.ts'
import type { UploadedFile } from '../domain/file.ts'
import type { ApiKeyId, FileId, SessionId, UserId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Piece } from '../domain/piece-manifest.ts'
import type { Result } from '../domain/result.ts'
import type { ApiKey, Credential, SignInChallenge, User } from '../domain/user.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Change, UniqueConflict } from './change-set.ts'
import type { Page } from './page.ts'

/** A credential as it stands now, by the hash of its secret. */
export interface KnownCredential {
  readonly credential: Credential
  readonly user: User
  readonly secretHash: string
  readonly requestsPerMinute: number | null
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
}

/** Users, their credentials and sign-ins, webhooks and files. */
export interface AccountStore {
  /** `webhooks` is how many the user has. While the user is locked, only this change can add one. */
  changeUser<T>(
    userId: UserId,
    decide: (user: User | null, webhooks: number) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  /** `webhook` in the decision is what it becomes; `removed` deletes it with its deliveries. */
  changeWebhook<T>(
    webhookId: WebhookId,
    decide: (webhook: Webhook | null) => Change<T> & { readonly webhook?: Webhook | 'removed' },
  ): Promise<Result<T, UniqueConflict>>
  changeApiKey<T>(
    keyId: ApiKeyId,
    decide: (key: ApiKey | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  /** Credentials by the SHA-256 of their secrets, hex; unknown ones are missing from the map. */
  credentials(secretHashes: readonly string[]): Promise<ReadonlyMap<string, KnownCredential>>
  /** Notes when keys were last used. */
  touchApiKeys(lastUsed: ReadonlyMap<ApiKeyId, Instant>): Promise<void>
  /** By id, for any number at once; what does not exist is missing from the map. */
  users(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, User>>
  usersByWallet(wallets: readonly Address[]): Promise<ReadonlyMap<Address, User>>
  userByUsername(username: string): Promise<User | undefined>
  apiKeys(userId: UserId): Promise<readonly ApiKey[]>
  webhooks(ids: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, Webhook>>
  listWebhooks(ownerId: UserId, page: Page<WebhookId>): Promise<readonly Webhook[]>
  /** The challenges of an address that are neither used nor over at `now`, newest first; with a requester only its own. */
  liveChallenges(
    address: Address,
    question: { readonly now: Instant; readonly limit: number; readonly requester?: string },
  ): Promise<readonly SignInChallenge[]>
  /** Removes challenges that are not used. */
  dropChallenges(nonces: readonly string[]): Promise<void>
  /** Uses a challenge up, whether the store has it or not; false when it was used already. */
  useChallenge(challenge: SignInChallenge, now: Instant): Promise<boolean>
  revokeSession(sessionId: SessionId, now: Instant): Promise<void>
  userByIdentity(identityProviderId: string): Promise<User | undefined>
  files(ids: readonly FileId[]): Promise<ReadonlyMap<FileId, UploadedFile>>
  /**
   * Locks the uploads of some bytes. `own` is the one with this id, null when it is not there; `other` is any of the
   * others, null when there is none. `file` in the decision says that the upload with this id is removed.
   */
  changeFile<T>(
    file: Pick<UploadedFile, 'id' | 'contentHash'>,
    decide: (
      own: UploadedFile | null,
      other: UploadedFile | null,
    ) => Change<T> & { readonly file?: 'removed' },
  ): Promise<Result<T, UniqueConflict>>
  /** Keeps the wallets of an uploaded list where `listed` facts are looked up by index. Doing it again changes nothing. */
  keepWalletList(fileId: FileId, wallets: readonly Address[]): Promise<void>
  /** Whether that list is kept. */
  hasWalletList(fileId: FileId): Promise<boolean>
  /** Keeps the pieces of an uploaded manifest, also when the upload is removed. Doing it again changes nothing. */
  keepPieces(fileId: FileId, pieces: readonly Piece[]): Promise<void>
  /** Pieces of manifests, by number from the lowest: those after the number `after`. */
  pieces(fileIds: readonly FileId[], page: Page<number>): Promise<ReadonlyMap<FileId, readonly Piece[]>>
}
