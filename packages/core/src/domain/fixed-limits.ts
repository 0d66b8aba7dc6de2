import type { Refusal } from './refusal.ts'

/** How much a user may have at the same time, whatever the settings are. An API key counts until it is revoked. */
export const FIXED_LIMITS = { webhooksPerUser: 100, apiKeysPerUser: 1_000 } as const

const WORDS = {
  webhooksPerUser: ['webhooks', 'delete'],
  apiKeysPerUser: ['API keys', 'revoke'],
} as const

export function fixedLimitReached(limit: keyof typeof FIXED_LIMITS): Refusal {
  const [things, remedy] = WORDS[limit]
  const value = FIXED_LIMITS[limit]
  return {
    kind: 'conflict',
    reason: 'LIMIT_REACHED',
    message: `You have ${value} ${things}, the most that a user may have; ${remedy} one first`,
    details: { limit, value },
  }
}
