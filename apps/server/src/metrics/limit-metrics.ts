import type { RateRefusal } from '@dropkit/adapter-graphql'
import { Counter, type Registry } from 'prom-client'
import type { RateLimits, TokensTaken } from '../limits/rate-limits.ts'

/** Wraps the limits and counts what they refuse. */
export function countedLimits(limits: RateLimits, registry: Registry): RateLimits {
  const registers = [registry]
  const limited = new Counter({
    name: 'dropkit_rate_limited_total',
    help: 'Requests that were turned away because too many came, by the limit that was reached',
    labelNames: ['limit'] as const,
    registers,
  })
  const badCredentials = new Counter({
    name: 'dropkit_bad_credentials_total',
    help: 'Credentials that were given and are none',
    registers,
  })
  const count = (refusal: RateRefusal | null) => {
    if (refusal !== null) limited.inc({ limit: refusal.limit })
  }
  const told = (taken: TokensTaken): TokensTaken => {
    count(taken.refusal)
    return taken
  }
  const toldOf = (refusal: RateRefusal | null): RateRefusal | null => {
    count(refusal)
    return refusal
  }
  return {
    takeTokens: async (authenticated, tokens, address) =>
      told(await limits.takeTokens(authenticated, tokens, address)),
    takeTokensOf: async (address) => told(await limits.takeTokensOf(address)),
    async countBadCredential(address) {
      badCredentials.inc()
      return toldOf(await limits.countBadCredential(address))
    },
    countWebhookSend: async (caller) => toldOf(await limits.countWebhookSend(caller)),
  }
}
