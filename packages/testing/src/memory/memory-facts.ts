import type {
  Address,
  DropId,
  DropState,
  DropStateQuery,
  Exemption,
  FactRequest,
  FileId,
  Instant,
} from '@dropkit/core'
import { DAY_MS, factKey } from '@dropkit/core/internal'
import { claimsIn, walletKey } from './memory-claims.ts'
import { type MemoryState, UNIQUE } from './memory-state.ts'

/** Returns every requested fact for every requested wallet. A fact without data is 0. */
export function factsFor(
  state: MemoryState,
  dropId: DropId,
  { wallets = [], facts }: DropStateQuery,
): DropState['facts'] {
  if (!facts) return new Map()
  const answers = facts.requests.map((request) => {
    const byWallet = new Map(
      wallets.map((wallet) => [wallet, factOf(state, dropId, request, wallet, facts.now)]),
    )
    return [factKey(request), byWallet] as const
  })
  return new Map(answers)
}

function factOf(
  state: MemoryState,
  dropId: DropId,
  { source, subject }: FactRequest,
  wallet: Address,
  now: Instant,
): bigint {
  switch (source) {
    case 'confirmed_claims':
      return confirmedOn(state, dropId, wallet)
    case 'claims_on_drop':
      return confirmedOn(state, subject as DropId, wallet)
    case 'listed':
      return state.walletLists.get(subject as FileId)?.has(wallet) ? 1n : 0n
    case 'account_age_days': {
      const user = state.users.byUnique(UNIQUE.walletAddress, wallet)
      return user ? BigInt(Math.max(0, Math.floor((now - user.createdAt) / DAY_MS))) : 0n
    }
    case 'exempted':
      return exemptionOf(state, dropId, wallet) ? 1n : 0n
    default:
      throw new Error(`the store knows nothing of ${source}`)
  }
}

/** The active exemption of a wallet. Undefined if there is none. */
export const exemptionOf = (state: MemoryState, dropId: DropId, wallet: Address): Exemption | undefined =>
  state.exemptions.byUnique(UNIQUE.exemptWallet, walletKey(dropId, wallet))

function confirmedOn(state: MemoryState, dropId: DropId, wallet: Address): bigint {
  const claims = claimsIn(state, state.claimIdsByWallet.get(walletKey(dropId, wallet)))
  return BigInt(claims.filter((claim) => claim.state.kind === 'CONFIRMED').length)
}
