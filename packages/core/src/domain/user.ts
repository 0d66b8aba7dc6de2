import type { Address } from './address.ts'
import type { ApiKeyId, SessionId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'

/** How a user first came to the service. Who came by wallet speaks for that wallet alone. */
export type Origin = 'local' | 'wallet' | 'openid'

/** An account with drops, keys or a wallet. */
export interface User {
  readonly id: UserId
  /** Unique, `[a-z0-9_-]{3,32}`. */
  readonly username: string
  readonly origin: Origin
  /** `local:<username>`, `wallet:<address>`, or the subject that an OpenID provider gave. */
  readonly identityProviderId: string
  /** The wallet the user has proved to hold; unique. */
  readonly walletAddress: Address | null
  readonly displayName: string | null
  readonly email: string | null
  readonly bio: string | null
  readonly avatar: string | null
  /** Requests a minute for all the user's credentials together; null = the server's default. */
  readonly requestsPerMinute: number | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A credential that does not expire, for programs. The secret itself is shown once and never kept. */
export interface ApiKey {
  readonly id: ApiKeyId
  readonly userId: UserId
  readonly name: string
  readonly project: string | null
  /** SHA-256 of the whole key, hex; unique. */
  readonly secretHash: string
  /** The part of the key that is safe to show. */
  readonly preview: string
  readonly requestsPerMinute: number | null
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
  readonly createdAt: Instant
}

/** A credential from signing in with a wallet. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly secretHash: string
  readonly expiresAt: Instant
  readonly revokedAt: Instant | null
  readonly createdAt: Instant
}

/** The message that a wallet is asked to sign; good once and for five minutes. */
export interface SignInChallenge {
  /** The challenge's random part, and its key. */
  readonly nonce: string
  readonly address: Address
  readonly message: string
  readonly expiresAt: Instant
  readonly usedAt: Instant | null
  /** From where it was asked for, hashed; empty where that is not known. */
  readonly requester: string
}

/** By what a caller has shown who he is; a service that embeds core is `system`. */
export type Credential =
  | { readonly kind: 'api_key'; readonly id: ApiKeyId }
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'openid'; readonly subject: string }
  /** Of a page without a signed-in user; the payment, by its outer id, that it may follow. */
  | { readonly kind: 'visitor'; readonly paymentIntentId: string | null }
  /** Of a page of one of these origins; the key stands in the page, where everybody can read it. */
  | {
      readonly kind: 'publishable_key'
      readonly id: ApiKeyId
      readonly ownerId: UserId
      readonly origins: readonly string[]
    }
  | { readonly kind: 'system' }

/** Who is asking, after authentication. */
export interface Caller {
  readonly user: User
  readonly credential: Credential
}
