import type { Refusal } from '../../domain/refusal.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'

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
