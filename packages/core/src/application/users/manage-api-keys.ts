import { parseOrigins } from '../../domain/api-keys.ts'
import { utf8 } from '../../domain/encodings.ts'
import { readId } from '../../domain/ids.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import type { ApiKey, Caller } from '../../domain/user.ts'
import type { Change, Effect, Ports } from '../../ports/index.ts'
import { FIXED_LIMITS, fixedLimitReached } from '../settings.ts'
import { type KeyTerms, type NewKey, newApiKey, parseKeyTerms, refuseLimitedKey } from './manage-users.ts'

type KeyPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'random' | 'hashes' | 'secrets'>

/** The name of a new key, its purpose, and its requests per minute; null or missing: no limit of its own. */
export interface CreateApiKeyInput {
  readonly name: string
  readonly project?: string | null | undefined
  readonly requestsPerMinute?: number | null | undefined
}

/** Creates another key for the caller. It has exactly the user's rights. */
export async function createApiKey(
  ports: KeyPorts,
  caller: Caller,
  input: CreateApiKeyInput,
): Promise<Result<NewKey, Refusal>> {
  const { name, project, requestsPerMinute } = input
  const terms = parseKeyTerms({ name, project, requestsPerMinute })
  return terms.ok ? insertKey(ports, caller, terms.value) : terms
}

/**
 * The name of a new publishable key, the origins whose pages may use it, and the requests per minute of all of them
 * together.
 */
export interface CreatePublishableKeyInput extends CreateApiKeyInput {
  readonly origins: readonly string[]
}

/**
 * Creates a key that may be part of a web page. It reads what anonymous visitors read, and claims from the owner's drops;
 * see `publishableCaller`.
 */
export async function createPublishableKey(
  ports: KeyPorts,
  caller: Caller,
  input: CreatePublishableKeyInput,
): Promise<Result<NewKey, Refusal>> {
  const origins = parseOrigins(input.origins, 'origins')
  if (!origins.ok) return origins
  const { name, project, requestsPerMinute } = input
  const terms = parseKeyTerms({ name, project, requestsPerMinute })
  return terms.ok ? insertKey(ports, caller, { ...terms.value, origins: origins.value }) : terms
}

async function insertKey(ports: KeyPorts, caller: Caller, terms: KeyTerms): Promise<Result<NewKey, Refusal>> {
  const refusal = await refuseLimitedKey(ports, caller)
  if (refusal) return err(refusal)
  const key = newApiKey(ports, caller.user, terms, ports.clock.now())
  if (!key.ok) return key
  const { apiKey, secret } = key.value
  const shownOnce = ports.secrets.seal(utf8(secret), SEALED_FOR.secret(apiKey.id))
  const created = await ports.store.changeUser(
    caller.user.id,
    (_user, live): Change<boolean> =>
      live < FIXED_LIMITS.apiKeysPerUser
        ? { result: true, insert: { apiKeys: [apiKey] }, effect: { kind: 'key', id: apiKey.id, shownOnce } }
        : { result: false },
    { of: 'apiKeys', most: FIXED_LIMITS.apiKeysPerUser },
  )
  if (!created.ok) throw new Error('invariant broken: a random secret was drawn twice')
  return created.value ? key : err(fixedLimitReached('apiKeysPerUser'))
}

/** Rebuilds an answer that was lost: the key with its secret. */
export async function recoverApiKey(
  ports: Pick<Ports, 'store' | 'secrets'>,
  caller: Caller,
  { id, shownOnce }: Effect,
): Promise<Result<NewKey, Refusal>> {
  const keyId = readId('key', id)
  const apiKey = keyId && (await ports.store.apiKey(keyId))
  if (apiKey?.userId !== caller.user.id || shownOnce === undefined) return err(notFound('API key'))
  // The secret is ASCII.
  const secret = String.fromCharCode(...ports.secrets.open(shownOnce, SEALED_FOR.secret(apiKey.id)))
  return ok({ apiKey, secret })
}

/** Revokes one of the caller's keys immediately. Repeating it changes nothing. */
export async function revokeApiKey(
  ports: KeyPorts,
  caller: Caller,
  id: string,
): Promise<Result<true, Refusal>> {
  const keyId = readId('key', id)
  if (!keyId) return err(notFound('API key'))
  const changed = await ports.store.changeApiKey(keyId, (key): Change<Result<true, Refusal>> => {
    if (key === null || key.userId !== caller.user.id) return { result: err(notFound('API key')) }
    if (key.revokedAt !== null) return { result: ok(true) }
    const revoked = { ...key, revokedAt: ports.clock.now() }
    return { result: ok(true), update: { apiKeys: [revoked] }, effect: { kind: 'key', id: key.id } }
  })
  if (!changed.ok) throw new Error('invariant broken: revoking takes no unique value')
  return changed.value
}

/** The caller's valid keys, newest first. */
export const listApiKeys = ({ store }: Pick<Ports, 'store'>, caller: Caller): Promise<readonly ApiKey[]> =>
  store.apiKeys(caller.user.id)
