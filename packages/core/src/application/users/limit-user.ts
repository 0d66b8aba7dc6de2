import { parseRequestsPerMinute } from '../../domain/api-keys.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller, User } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'

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
  { credential, user }: Caller,
): Promise<Refusal | undefined> {
  if (credential.kind !== 'api_key') return undefined
  const keys = await store.apiKeys(user.id)
  const value = keys.find(({ id }) => id === credential.id)?.requestsPerMinute ?? null
  if (value === null) return undefined
  return {
    kind: 'conflict',
    reason: 'KEY_LIMITED',
    message: `This key has its own limit of ${value} requests per minute, so it cannot create keys or sessions. Use a key without its own limit`,
    details: { limit: 'requestsPerMinute', value },
  }
}
