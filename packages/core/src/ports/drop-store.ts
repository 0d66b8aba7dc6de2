import type { Address } from '../domain/address.ts'
import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim } from '../domain/claim.ts'
import type { Drop } from '../domain/drop.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { GatingConfig } from '../domain/gating/gating.ts'
import type { ClaimPlace, DropId, ExemptionId, GatingConfigId, TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Result } from '../domain/result.ts'
import type { Token } from '../domain/token.ts'
import type { Change, UniqueConflict } from './change-set.ts'
import type { DropState, DropStateQuery } from './drop-state.ts'

/** Drops, their claims and vaults, and the tokens they give out. */
export interface DropStore {
  /** Locks the drop, loads what is asked for in a constant number of queries, and commits what `decide` says. */
  changeDrop<T>(
    dropId: DropId,
    question: DropStateQuery,
    decide: (dropState: DropState | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  changeToken<T>(
    tokenId: TokenId,
    decide: (token: Token | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  tokens(ids: readonly TokenId[]): Promise<ReadonlyMap<TokenId, Token>>
  drops(ids: readonly DropId[]): Promise<ReadonlyMap<DropId, Drop>>
  /** Without regard to case. */
  dropByShortcode(shortcode: string): Promise<Drop | undefined>
  /** Keyed by `claimIdOf`; also claims on deleted drops. */
  claims(places: readonly ClaimPlace[]): Promise<ReadonlyMap<string, Claim>>
  /** Claims whose voucher ran out before `before`, oldest first. */
  expiredVouchers(dropId: DropId, before: Instant, limit: number): Promise<readonly Claim[]>
  /** When the next voucher of this drop runs out; null when none is out. */
  nextVoucherExpiry(dropId: DropId): Promise<Instant | null>
  /** Claims that we deliver ourselves and that no transaction carries yet, oldest first. */
  undeliveredClaims(dropId: DropId, limit: number): Promise<readonly Claim[]>
  /** Claims that wait for the beacon (`isUndrawn`), by sequence. */
  undrawnClaims(dropId: DropId, limit: number): Promise<readonly Claim[]>
  /** What `changeDrop` would see, without a lock: for looking, not for deciding. */
  dropState(dropId: DropId, question: DropStateQuery): Promise<DropState | null>
  /** The drop by its vault, also when it was deleted. */
  dropsByVault(dropObjectIds: readonly Address[]): Promise<ReadonlyMap<Address, Drop>>
  /** Drops whose vault is open, deleted ones included, by id after one of them. */
  openVaults(page: { readonly after?: DropId | undefined; readonly limit: number }): Promise<readonly Drop[]>
  /** How many open vaults a user's drops have, and how many of its payment intents are unpaid; each counted up to `most`. */
  countOpenOf(userId: UserId, most: number): Promise<{ readonly vaults: number; readonly intents: number }>
  /** How many vaults have an alarm. */
  countVaultAlarms(): Promise<number>
  /** Also when it was deleted. */
  dropForSettlement(dropId: DropId): Promise<Drop | undefined>
  /** Transactions for this drop whose outcome is not known yet, oldest first. */
  openChainTransactions(dropId: DropId): Promise<readonly ChainTransaction[]>
  /** The drop's claims, oldest first, after a sequence. */
  claimsInOrder(dropId: DropId, afterSequence: number, limit: number): Promise<readonly Claim[]>
  /** By id; what does not exist is missing from the map. */
  exemptions(ids: readonly ExemptionId[]): Promise<ReadonlyMap<ExemptionId, Exemption>>
  /** A gating config by its id. */
  gatingConfig(id: GatingConfigId): Promise<GatingConfig | undefined>
}
