import { hashedOfPublishableKey, originsOfKey, publishableCaller } from '../../domain/api-keys.ts'
import { utf8 } from '../../domain/encodings.ts'
import { type ApiKeyId, idOf } from '../../domain/ids.ts'
import { HOUR_MS, type Instant } from '../../domain/instant.ts'
import { parseExternalId } from '../../domain/payment/payment-intent.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import { type Caller, NOBODY, type User } from '../../domain/user.ts'
import type { KnownCredential, OpenIdVerifier, Ports } from '../../ports/index.ts'
import { createBatcher } from '../batcher.ts'
import { newUser } from './manage-users.ts'
import { hashSecret, openToken, sealToken } from './secrets.ts'

type AuthPorts = Pick<Ports, 'store' | 'clock' | 'hashes' | 'ids' | 'openId'>

export interface Authenticator {
  /** The owner of a bearer secret. A revoked or expired secret has none. */
  authenticate(secret: string): Promise<Result<Authenticated, Refusal>>
  /** Stores when keys were last used. Call it from time to time, and at the end. What fails is stored by the next call. */
  flushLastUsed(): Promise<void>
}

/** The caller, and the requests per minute of this credential; null if it has no limit of its own. */
export interface Authenticated {
  readonly caller: Caller
  readonly requestsPerMinute: number | null
}

const UNAUTHENTICATED: Refusal = { kind: 'unauthenticated' }
const LOOKS_LIKE_JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/
const MAX_BATCH = 500
const MAX_SECRET_LENGTH = 4_096
/** Tokens may list groups and roles. Node accepts no more characters for all headers of a request together. */
const MAX_JWT_LENGTH = 16_384

/**
 * Looks credentials up in the store, simultaneous ones together. Nothing is cached between lookups, and a request never
 * joins a lookup that has already started, so a revocation takes effect when it is committed.
 */
export function createAuthenticator(ports: AuthPorts): Authenticator {
  const lastUsed = new Map<ApiKeyId, Instant>()
  const batcher = createBatcher<string, KnownCredential | undefined>({
    maxBatch: MAX_BATCH,
    run: async (hashes) => {
      const known = await ports.store.credentials([...new Set(hashes)])
      return hashes.map((hash) => known.get(hash))
    },
  })

  async function authenticateByHash(secret: string): Promise<Result<Authenticated, Refusal>> {
    if (secret.length > MAX_SECRET_LENGTH) return err(UNAUTHENTICATED)
    const origins = originsOfKey(secret)
    const hash = hashSecret(ports, origins ? hashedOfPublishableKey(secret) : secret)
    const known = await batcher.add(hash)
    if (!known || !equalInConstantTime(known.secretHash, hash)) return err(UNAUTHENTICATED)
    const now = ports.clock.now()
    const isOver = known.revokedAt !== null || (known.expiresAt !== null && now >= known.expiresAt)
    if (isOver) return err(UNAUTHENTICATED)
    const { credential, user, requestsPerMinute } = known
    if (credential.kind === 'api_key') lastUsed.set(credential.id, now)
    if (origins) {
      if (credential.kind !== 'api_key') return err(UNAUTHENTICATED)
      return ok({ caller: publishableCaller(credential.id, user, origins), requestsPerMinute })
    }
    return ok({ caller: { user, credential }, requestsPerMinute })
  }

  /** An operator may have chosen a key that looks like a provider's token. */
  async function authenticateByEither(
    openId: OpenIdVerifier,
    secret: string,
  ): Promise<Result<Authenticated, Refusal>> {
    const verified = await openId.verify(secret).then(ok, (cause: unknown) => err(cause))
    if (verified.ok && verified.value) return authenticateByOpenId(ports, verified.value)
    const byHash = await authenticateByHash(secret)
    if (!byHash.ok && !verified.ok) throw verified.error
    return byHash
  }

  return {
    async authenticate(secret) {
      if (typeof secret !== 'string' || secret === '' || secret.length > MAX_JWT_LENGTH)
        return err(UNAUTHENTICATED)
      return ports.openId && LOOKS_LIKE_JWT.test(secret)
        ? authenticateByEither(ports.openId, secret)
        : authenticateByHash(secret)
    },

    async flushLastUsed() {
      if (lastUsed.size === 0) return
      const used = new Map(lastUsed)
      await ports.store.touchApiKeys(used)
      for (const [id, usedAt] of used) if (lastUsed.get(id) === usedAt) lastUsed.delete(id)
    },
  }
}

/** The user that the provider's token names. Creates the user if it is new. */
async function authenticateByOpenId(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  { subject, email }: { readonly subject: string; readonly email: string | null },
): Promise<Result<Authenticated, Refusal>> {
  const user = await userOfSubject(ports, subject, email)
  const caller: Caller = { user, credential: { kind: 'openid', subject } }
  return ok({ caller, requestsPerMinute: user.requestsPerMinute })
}

async function userOfSubject(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  subject: string,
  email: string | null,
): Promise<User> {
  const known = await ports.store.userByIdentity(subject)
  if (known) return known
  const now = ports.clock.now()
  const uniquePart = ports.ids.next(now)
  const base = newUser({ id: idOf('user', uniquePart), username: `o-${uniquePart.slice(-20)}` }, now)
  const user: User = { ...base, origin: 'openid', identityProviderId: subject, email }
  const created = await ports.store.create({ insert: { users: [user] } })
  const winner = created.ok ? user : await ports.store.userByIdentity(subject)
  if (!winner) throw new Error('invariant broken: an identity is taken and belongs to no user')
  return winner
}

function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index++)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

type VisitPorts = Pick<Ports, 'store' | 'clock' | 'secrets'>

const LIFETIME_MS = 12 * HOUR_MS
const PREFIX = 'dv_'
/** Real tokens have about 200 characters. */
const MAX_TOKEN_LENGTH = 1_024

/** A started visit. Its token represents a caller without a user. */
export interface StartedVisit {
  /** `dv_…` */
  readonly token: string
  readonly expiresAt: Instant
}

/** The content of a token, as JSON. */
interface Visit {
  readonly expiresAt: Instant
  readonly paymentIntentId: string | null
}

/**
 * Makes a token with which a page without a user reads public data and, if it names one (`pi_…`), a payment. The token
 * itself contains everything, sealed, so anonymous visitors leave nothing in the store.
 */
export async function startVisit(
  ports: VisitPorts,
  input: { readonly paymentIntentId?: string | null | undefined },
): Promise<Result<StartedVisit, Refusal>> {
  const { paymentIntentId = null } = input
  if (paymentIntentId !== null) {
    const externalId = parseExternalId(paymentIntentId)
    const intent = externalId && (await ports.store.paymentIntentByExternalId(externalId))
    if (!intent) return err(notFound('Payment intent'))
  }
  const visit: Visit = { expiresAt: ports.clock.now() + LIFETIME_MS, paymentIntentId }
  const token = sealToken(ports.secrets, utf8(JSON.stringify(visit)), SEALED_FOR.visit())
  return ok({ token: PREFIX + token, expiresAt: visit.expiresAt })
}

/** The visitor with this token; refused after it has expired. */
export function readVisit(
  ports: Pick<VisitPorts, 'clock' | 'secrets'>,
  token: string,
): Result<Authenticated, Refusal> {
  if (!token.startsWith(PREFIX) || token.length > MAX_TOKEN_LENGTH) return err(UNAUTHENTICATED)
  const visit = openVisit(ports, token.slice(PREFIX.length))
  if (!visit || ports.clock.now() >= visit.expiresAt) return err(UNAUTHENTICATED)
  const credential = { kind: 'visitor', paymentIntentId: visit.paymentIntentId } as const
  return ok({ caller: { user: NOBODY, credential }, requestsPerMinute: null })
}

function openVisit({ secrets }: Pick<VisitPorts, 'secrets'>, token: string): Visit | undefined {
  const bytes = openToken(secrets, token, SEALED_FOR.visit())
  return bytes && (JSON.parse(String.fromCharCode(...bytes)) as Visit)
}
