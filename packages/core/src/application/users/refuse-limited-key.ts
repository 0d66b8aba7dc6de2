import type { Refusal } from '../../domain/refusal.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'

/**
 * A key with a number of requests of its own gets no further credential of its user: each would be counted apart, and
 * whoever holds the key could ask as often as it makes others.
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
    message: `This key has its own limit of ${value} requests per minute, so it cannot create keys or sessions. Use a key without its own limit`,
    details: { limit: 'requestsPerMinute', value },
  }
}
