import { type Claim, isReserved, type WalletState } from './claim.ts'
import { type Drop, walletLimit } from './drop.ts'

/** The `WalletState` of a wallet, from all its claims on the drop in any order. */
export function walletStateOf(drop: Drop, claims: readonly Claim[]): WalletState {
  const inOrder = claims.toSorted((one, other) => one.sequence - other.sequence)
  const isLimited = drop.claimType === 'STREAK' || walletLimit(drop) !== Number.POSITIVE_INFINITY
  const reserved = inOrder.filter((claim) => isReserved(claim.state))
  const newest = isLimited || drop.award.kind === 'random' ? reserved.at(-1) : undefined
  return {
    live: reserved.filter((claim) => claim.state.kind === 'PENDING' || claim === newest),
    slots: isLimited ? reserved.map((claim) => claim.slot) : [],
  }
}
