import { type Claim, type DropId, idOfClaim } from '@dropkit/core'
import type { MemoryState } from './memory-state.ts'
import type { Undo } from './memory-table.ts'

export const walletKey = (dropId: DropId, claimer: string): string => `${dropId}:${claimer}`

/** Adds a new claim to the indexes by drop and by wallet. */
export function noteClaim(state: MemoryState, claim: Claim, undo: Undo): void {
  const id = idOfClaim(claim)
  const onDrop = listIn(state.claimIdsByDrop, claim.dropId)
  const ofWallet = listIn(state.claimIdsByWallet, walletKey(claim.dropId, claim.claimer))
  onDrop.push(id)
  ofWallet.push(id)
  undo.push(() => {
    onDrop.pop()
    ofWallet.pop()
  })
}

function listIn<K>(lists: Map<K, string[]>, key: K): string[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

export function claimsIn(state: MemoryState, ids: readonly string[] | undefined): Claim[] {
  return (ids ?? []).flatMap((id) => state.claims.get(id) ?? [])
}

export const claimsOn = (state: MemoryState, dropId: DropId): Claim[] =>
  claimsIn(state, state.claimIdsByDrop.get(dropId)).sort((one, other) => one.sequence - other.sequence)

export const isUndelivered = ({ state }: Claim): boolean =>
  state.kind === 'PENDING' && state.expiresAt === null

export const hasVoucherOut = ({ state }: Claim): boolean =>
  state.kind === 'PENDING' && state.expiresAt !== null
