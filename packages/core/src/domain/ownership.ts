import type { Address } from './address.ts'
import { publishableOf } from './api-keys.ts'
import type { Drop } from './drop.ts'
import { FORBIDDEN, notFound, type Refusal } from './refusal.ts'
import type { Caller } from './user.ts'

/** Only the owner can see a DRAFT. For other callers it does not exist. */
export const canRead = (caller: Caller, drop: Pick<Drop, 'status' | 'creatorId'>): boolean =>
  drop.status !== 'DRAFT' || drop.creatorId === caller.user.id

/**
 * Whether the drop appears on its creator's page. Drops that only the owner or holders of claim links can claim do not, and
 * neither do drops that were cancelled or are not published.
 */
export const isPublicDrop = (drop: Pick<Drop, 'status' | 'claimAccess' | 'isLinkOnly'>): boolean =>
  drop.status !== 'DRAFT' && drop.status !== 'CANCELLED' && drop.claimAccess !== 'OWNER' && !drop.isLinkOnly

/** Why the caller may not change an object; undefined if the caller owns it. */
export const refusalToChange = (caller: Caller, ownerId: string): Refusal | undefined =>
  caller.user.id === ownerId ? undefined : FORBIDDEN

/**
 * Why the caller may not claim for this wallet; undefined if the caller may. A user who signed in with a wallet may claim
 * only for that wallet, also through API keys. Other keys may claim for any wallet while the drop is OPEN. A publishable
 * key may do so only on free drops of its owner, because anyone could use up with it what other wallets have bought.
 */
export function refusalToClaimFor(caller: Caller, drop: Drop, claimer: Address): Refusal | undefined {
  if (!canRead(caller, drop)) return notFound('Drop')
  const key = publishableOf(caller)
  if (key && key.ownerId !== drop.creatorId) return FORBIDDEN
  const isOwner = caller.user.id === drop.creatorId
  const access = drop.claimAccess === 'OPEN' && key && drop.price !== null ? 'WALLET' : drop.claimAccess
  switch (access) {
    case 'OWNER':
      return isOwner ? undefined : FORBIDDEN
    case 'WALLET':
      return caller.user.walletAddress === claimer ? undefined : FORBIDDEN
    case 'OPEN':
      if (isOwner || caller.user.origin !== 'wallet') return undefined
      return caller.user.walletAddress === claimer ? undefined : FORBIDDEN
  }
}
