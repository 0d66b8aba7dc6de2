import { type Claim, isReserved, type Standing } from '../../domain/claim.ts'
import { type Drop, walletLimit } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import { claimIdOf } from '../../domain/ids.ts'
import type { Pool, PoolQuestion } from '../../ports/store.ts'
import { type MemoryState, walletKey } from './memory-state.ts'

export function claimsIn(state: MemoryState, ids: readonly string[] | undefined): Claim[] {
  return (ids ?? []).flatMap((id) => state.claims.get(id) ?? [])
}

export function loadPool(state: MemoryState, dropId: DropId, question: PoolQuestion): Pool | null {
  const drop = state.drops.get(dropId)
  if (!drop) return null
  const standings = new Map<Claim['claimer'], Standing>()
  for (const wallet of question.wallets ?? []) {
    const claims = claimsIn(state, state.claimIdsByWallet.get(walletKey(dropId, wallet)))
    if (claims.length > 0) standings.set(wallet, standingOf(drop, claims, question.countConfirmed ?? false))
  }
  const wanted = question.allClaims
    ? claimsIn(state, state.claimIdsByDrop.get(dropId))
    : claimsIn(
        state,
        (question.sequences ?? []).map((sequence) => claimIdOf(dropId, sequence)),
      )
  const inOrder = wanted.sort((one, other) => one.sequence - other.sequence)
  return {
    drop,
    standings,
    paid: new Map(),
    claims: new Map(inOrder.map((claim) => [claim.sequence, claim])),
  }
}

/** What `Standing` says it holds, of one wallet's claims from the oldest to the newest. */
export function standingOf(drop: Drop, claims: readonly Claim[], countConfirmed: boolean): Standing {
  const inOrder = claims.toSorted((one, other) => one.sequence - other.sequence)
  const isLimited = drop.claimType === 'STREAK' || walletLimit(drop) !== Number.POSITIVE_INFINITY
  const reserved = inOrder.filter((claim) => isReserved(claim.state))
  const newest = isLimited ? reserved.at(-1) : undefined
  return {
    live: reserved.filter((claim) => claim.state.kind === 'PENDING' || claim === newest),
    slots: isLimited ? reserved.map((claim) => claim.slot) : [],
    confirmedCount: countConfirmed
      ? inOrder.filter((claim) => claim.state.kind === 'CONFIRMED').length
      : null,
  }
}
