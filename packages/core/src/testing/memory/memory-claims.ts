import type { Claim } from '../../domain/claim.ts'
import type { DropId } from '../../domain/ids.ts'
import type { MemoryState } from './memory-state.ts'

export function claimsIn(state: MemoryState, ids: readonly string[] | undefined): Claim[] {
  return (ids ?? []).flatMap((id) => state.claims.get(id) ?? [])
}

export const claimsOn = (state: MemoryState, dropId: DropId): Claim[] =>
  claimsIn(state, state.claimIdsByDrop.get(dropId)).sort((one, other) => one.sequence - other.sequence)

export const isUndelivered = ({ state }: Claim): boolean =>
  state.kind === 'PENDING' && state.expiresAt === null

export const hasVoucherOut = ({ state }: Claim): boolean =>
  state.kind === 'PENDING' && state.expiresAt !== null
