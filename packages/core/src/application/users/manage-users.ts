import {
  apiKeySecret,
  hashedOfPublishableKey,
  parseRequestsPerMinute,
  previewOf,
  publishableKey,
} from '../../domain/api-keys.ts'
import { idOf } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { noTextRefusal, parseText, parseUsername } from '../../domain/text.ts'
import { type ApiKey, type Caller, NOBODY, type User } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { drawSecret, hashSecret } from './secrets.ts'

type UserPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'random' | 'hashes'>

/** A new key. */
export interface NewKey {
  readonly apiKey: ApiKey
  /** Shown once; only its hash is stored. */
  readonly secret: string
}

/** The name of a new key, and its requests per minute. */
export interface KeyTerms {
  readonly name: string
  readonly project?: string | null | undefined
  readonly requestsPerMinute?: number | null | undefined
  /** A secret chosen by the operator. Default: a random one. */
  readonly secret?: string | undefined
  /** For a publishable key: the origins whose pages may use it. */
  readonly origins?: readonly string[] | undefined
}

const LEAST_SECRET_LENGTH = 16

/** Creates a local user with a first key. Refuses with `conflict` if the name is taken. */
export async function createLocalUser(
  ports: UserPorts,
  input: { readonly username: string; readonly key: KeyTerms },
): Promise<Result<NewKey & { readonly user: User }, Refusal>> {
  const username = parseUsername(input.username, 'username')
  if (!username.ok) return username
  const terms = parseKeyTerms(input.key, 'key.')
  if (!terms.ok) return terms
  const now = ports.clock.now()
  const user = newUser({ id: idOf('user', ports.ids.next(now)), username: username.value }, now)
  const key = newApiKey(ports, user, terms.value, now)
  if (!key.ok) return key
  const created = await ports.store.create({ insert: { users: [user], apiKeys: [key.value.apiKey] } })
  if (!created.ok)
    return err({
      kind: 'conflict',
      reason: 'TAKEN',
      field: 'username',
      message: `The name ${user.username} is taken`,
    })
  return ok({ user, ...key.value })
}

export const newUser = (given: Pick<User, 'id' | 'username'>, now: Instant): User => ({
  ...NOBODY,
  ...given,
  identityProviderId: `local:${given.username}`,
  createdAt: now,
  updatedAt: now,
})

/** Parses the terms of a key; `prefix` precedes field names in refusals. */
export function parseKeyTerms(input: KeyTerms, prefix = ''): Result<KeyTerms, Refusal> {
  const name = parseText(input?.name, `${prefix}name`, { min: 1, max: 120 })
  if (!name.ok) return name
  const project =
    input.project == null ? ok(null) : parseText(input.project, `${prefix}project`, { min: 1, max: 120 })
  if (!project.ok) return project
  const requestsPerMinute = parseRequestsPerMinute(input.requestsPerMinute ?? null)
  if (!requestsPerMinute.ok) return requestsPerMinute
  const { secret } = input
  const noText = secret === undefined ? undefined : noTextRefusal(secret, `${prefix}secret`)
  if (noText) return err(noText)
  return ok({ name: name.value, project: project.value, requestsPerMinute: requestsPerMinute.value, secret })
}

/** Makes a key. It is valid when it has been committed. */
export function newApiKey(
  ports: Pick<Ports, 'ids' | 'random' | 'hashes'>,
  user: User,
  terms: KeyTerms,
  now: Instant,
): Result<NewKey, Refusal> {
  const { origins } = terms
  const draw = origins ? (entropy: Uint8Array) => publishableKey(entropy, origins) : apiKeySecret
  const secret = terms.secret ?? drawSecret(ports.random, draw)
  if (secret.length < LEAST_SECRET_LENGTH) {
    return err(
      badInput('secret', 'TOO_SHORT', `An API key must have at least ${LEAST_SECRET_LENGTH} characters`, {
        least: LEAST_SECRET_LENGTH,
      }),
    )
  }
  const apiKey: ApiKey = {
    id: idOf('key', ports.ids.next(now)),
    userId: user.id,
    name: terms.name,
    project: terms.project ?? null,
    secretHash: hashSecret(ports, origins ? hashedOfPublishableKey(secret) : secret),
    preview: origins ? `pk_…${secret.slice(-6)}` : previewOf(secret),
    requestsPerMinute: terms.requestsPerMinute ?? null,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: now,
  }
  return ok({ apiKey, secret })
}

/** The user to limit, and the limit. */
export interface LimitUserInput {
  readonly username: string
  /** Requests per minute for all of the user's credentials together, at least 1; null for no limit. */
  readonly requestsPerMinute: number | null
}

/** For operators. Applies from the next request on. */
export async function limitUser(
  ports: Pick<Ports, 'store' | 'clock'>,
  input: LimitUserInput,
): Promise<Result<User, Refusal>> {
  const requestsPerMinute = parseRequestsPerMinute(input.requestsPerMinute)
  if (!requestsPerMinute.ok) return requestsPerMinute
  const found = await ports.store.userByUsername(input.username)
  if (!found) return err(notFound('User'))
  const changed = await ports.store.changeUser(found.id, (user): Change<Result<User, Refusal>> => {
    if (user === null) return { result: err(notFound('User')) }
    const updatedAt = ports.clock.now()
    const limited: User = { ...user, requestsPerMinute: requestsPerMinute.value, updatedAt }
    return { result: ok(limited), update: { users: [limited] } }
  })
  if (!changed.ok) throw new Error('invariant broken: a limit is not a unique field')
  return changed.value
}

/**
 * Refuses if the caller's key has its own request limit: other credentials are counted separately, so the key could exceed
 * its limit through them.
 */
export async function refuseLimitedKey(
  { store }: Pick<Ports, 'store'>,
  { credential }: Caller,
): Promise<Refusal | undefined> {
  if (credential.kind !== 'api_key') return undefined
  const value = (await store.apiKey(credential.id))?.requestsPerMinute
  if (value == null) return undefined
  return {
    kind: 'conflict',
    reason: 'KEY_LIMITED',
    message: `This key has its own limit of ${value} requests per minute, so it cannot create keys or sessions. Use a key without its own limit`,
    details: { limit: 'requestsPerMinute', value },
  }
}
