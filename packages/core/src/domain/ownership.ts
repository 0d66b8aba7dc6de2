import type { Address } from './address.ts'
import type { Drop } from './drop.ts'
import { publishableOf } from './publishable-key.ts'
import { FORBIDDEN, notFound, type Refusal } from './refusal.ts'
import type { Caller } from './user.ts'

/** Only its owner can see a DRAFT; for other callers it does not exist. */
export const canRead = (caller: Caller, drop: Pick<Drop, 'status' | 'creatorId'>): boolean =>
  drop.status !== 'DRAFT' || drop.creatorId === caller.user.id

/** Why the caller may not change a thing, or undefined when it may. */
export const refusalToChange = (caller: Caller, ownerId: string): Refusal | undefined =>
  caller.user.id === ownerId ? undefined : FORBIDDEN

/**
 * Why the caller may not claim for this wallet, or undefined when it may. Who came by wallet sign-in speaks for that
 * wallet alone, also through API keys; a service's own key may claim for any wallet while the drop is OPEN. A publishable key
 * may do so on the drops of its owner alone.
 */
export function refusalToClaimFor(caller: Caller, drop: Drop, claimer: Address): Refusal | undefined {
  if (!canRead(caller, drop)) return notFound('Drop')
  const key = publishableOf(caller)
  if (key && key.ownerId !== drop.creatorId) return FORBIDDEN
  const isOwner = caller.user.id === drop.creatorId
  switch (drop.claimAccess) {
    case 'OWNER':
      return isOwner ? undefined : FORBIDDEN
    case 'WALLET':
      return caller.user.walletAddress === claimer ? undefined : FORBIDDEN
    case 'OPEN':
      if (isOwner || caller.user.origin !== 'wallet') return undefined
      return caller.user.walletAddress === claimer ? undefined : FORBIDDEN
  }
}
