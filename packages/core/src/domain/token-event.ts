import type { EventType, NewEvent } from './event.ts'
import type { EventData } from './event-data.ts'
import type { UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Token } from './token.ts'

export const tokenEvent = (
  type: Extract<EventType, `token.${string}`>,
  token: Token,
  at: Instant,
  actorId: UserId | null,
): NewEvent => ({
  type,
  at,
  ownerId: token.creatorId,
  actorId,
  dropId: null,
  tokenId: token.id,
  intentId: null,
  data: {
    tokenId: token.id,
    name: token.name,
    symbol: token.symbol,
    status: token.deployment.kind,
    ...(token.deployment.kind === 'DEPLOYED'
      ? { coinType: token.deployment.coinType, packageId: token.deployment.packageId }
      : {}),
    ...(token.deployment.kind === 'FAILED' ? { reason: token.deployment.reason } : {}),
  } satisfies EventData[typeof type],
})
