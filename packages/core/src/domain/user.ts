import type { Address } from './address.ts'
import { type ApiKeyId, idOf, type SessionId, type UserId } from './ids.ts'
import type { Instant } from './instant.ts'

/** How a user was created. A user who came by wallet may act only for that wallet. */
export type Origin = 'local' | 'wallet' | 'openid'

/** An account with drops, keys or a wallet. */
export interface User {
  readonly id: UserId
  /** Unique, `[a-z0-9_-]{3,32}`. */
  readonly username: string
  readonly origin: Origin
  /** `local:<username>`, `wallet:<address>`, or the subject that an OpenID provider gave. */
  readonly identityProviderId: string
  /** The wallet that the user has proved to hold; unique. */
  readonly walletAddress: Address | null
  readonly displayName: string | null
  readonly email: string | null
  readonly bio: string | null
  readonly avatar: string | null
  /** The creator's page and the claim pages of the creator's drops show these three. */
  readonly logo: string | null
  readonly cover: string | null
  /** `#rrggbb` in lower case. */
  readonly accentColor: string | null
  /** https URLs that the creator's page shows, in this order. */
  readonly links: readonly string[]
  /** Requests per minute for all the user's credentials together; null for the server's default. */
  readonly requestsPerMinute: number | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A credential for programs that does not expire. The secret is shown once and never stored. */
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

/** A message that a wallet is asked to sign. Valid once and for five minutes. */
export interface SignInChallenge {
  /** The random part of the challenge; also its key. */
  readonly nonce: string
  readonly address: Address
  readonly message: string
  readonly expiresAt: Instant
  readonly usedAt: Instant | null
  /** The hashed network address of the requester; empty if it is not known. */
  readonly requester: string
}

/** How a caller has authenticated. A program that embeds core is `system`. */
export type Credential =
  | { readonly kind: 'api_key'; readonly id: ApiKeyId }
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'openid'; readonly subject: string }
  /** A page without a signed-in user. It may follow the payment with this public id. */
  | { readonly kind: 'visitor'; readonly paymentIntentId: string | null }
  /** A page of one of these origins. The key is part of the page, so everyone can read it. */
  | {
      readonly kind: 'publishable_key'
      readonly id: ApiKeyId
      readonly ownerId: UserId
      readonly origins: readonly string[]
    }
  | { readonly kind: 'system' }

/** The authenticated caller. */
export interface Caller {
  readonly user: User
  readonly credential: Credential
}

const OPERATOR = 'local:admin'

/** Whether a caller may act as the operator: the user `admin` of the first start, or the program that embeds core. */
export const isOperator = ({ user, credential }: Caller): boolean =>
  credential.kind === 'system' || (user.origin === 'local' && user.identityProviderId === OPERATOR)

/** The user of every anonymous visitor. It is never stored, and no stored user has its id or name. */
export const NOBODY: User = {
  id: idOf('user', '0'.repeat(32)),
  username: 'visitor',
  origin: 'local',
  identityProviderId: 'visitor',
  walletAddress: null,
  displayName: null,
  email: null,
  bio: null,
  avatar: null,
  logo: null,
  cover: null,
  accentColor: null,
  links: [],
  requestsPerMinute: null,
  createdAt: 0,
  updatedAt: 0,
}

type VisitorCredential = Extract<Credential, { readonly kind: 'visitor' }>

/** The credential of an anonymous visitor; undefined for other callers. */
export const visitorOf = ({
  credential,
}: {
  readonly credential: Credential
}): VisitorCredential | undefined => (credential.kind === 'visitor' ? credential : undefined)
