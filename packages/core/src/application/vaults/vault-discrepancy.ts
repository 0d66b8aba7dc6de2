import { type Amount, amountOf } from '../../domain/amount.ts'
import { type Claim, isReserved } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { DropState, Ports, VaultState } from '../../ports/index.ts'
import { isCancelledOrDeleted } from '../drops/cancelled-or-deleted.ts'

/** A difference between a vault and the store, before the store had time to catch up with the chain. */
export type VaultDiscrepancy = { readonly readAt: Instant } & (
  | {
      readonly alarm: 'missing_amount'
      /** What had left the vault by then: deposits minus balance. It never shrinks. */
      readonly spent: Amount
    }
  | { readonly alarm: 'unknown_key' }
  | { readonly alarm: 'vault_gone' }
)

/**
 * The largest number of claims of one drop that are checked one by one. The others may have been paid as far as we know.
 */
const MOST_OPEN_CLAIMS = 1_000

/**
 * Compares a reading of the chain with the store. Null if the store explains all of it. A deposit by a third party counts
 * in both the deposits and the balance.
 */
export async function findVaultDiscrepancy(
  store: Pick<
    Ports['store'],
    'expiredVouchers' | 'undeliveredClaims' | 'openChainTransactions' | 'dropState'
  >,
  drop: Drop,
  state: VaultState | undefined,
  readAt: Instant,
): Promise<VaultDiscrepancy | null> {
  if (drop.vault.kind !== 'open') return null
  const { alarm, missing } = drop.vault
  if (state === undefined)
    return alarm === null && !isCancelledOrDeleted(drop) ? { alarm: 'vault_gone', readAt } : null
  if (alarm === null && !keysOf(drop).includes(state.publicKey)) return { alarm: 'unknown_key', readAt }
  const spent = amountOf(state.deposited > state.balance ? state.deposited - state.balance : 0n)
  if (spent <= missing) return null
  const open = await openClaims(store, drop.id)
  const confirmed = drop.tally.reservedAmount - sumOf(open)
  return spent - missing > confirmed ? { alarm: 'missing_amount', spent, readAt } : null
}

export const keysOf = ({ voucherKey, nextVoucherKey }: Drop): readonly string[] =>
  [voucherKey, nextVoucherKey].flatMap((key) => key?.publicKey ?? [])

/** Reserved claims that are not confirmed: with an open voucher, or to be delivered by the service. */
export async function openClaims(
  store: Pick<
    Ports['store'],
    'expiredVouchers' | 'undeliveredClaims' | 'openChainTransactions' | 'dropState'
  >,
  dropId: DropId,
): Promise<readonly Claim[]> {
  const vouchers = await store.expiredVouchers(dropId, Number.MAX_SAFE_INTEGER, MOST_OPEN_CLAIMS)
  const undelivered = await store.undeliveredClaims(dropId, MOST_OPEN_CLAIMS)
  const sent = await store.openChainTransactions(dropId)
  const sequences = sent.flatMap(({ purpose }) =>
    purpose.kind === 'deliver_claims' ? purpose.sequences : [],
  )
  const carried =
    sequences.length === 0 ? [] : [...((await store.dropState(dropId, { sequences }))?.claims.values() ?? [])]
  const open = [...vouchers, ...undelivered, ...carried].filter(
    ({ state }) => isReserved(state) && state.kind !== 'CONFIRMED',
  )
  return [...new Map(open.map((claim) => [claim.sequence, claim])).values()]
}

/**
 * The part of what left a vault that nothing explains. Reserved claims may have been paid, except those that the chain has
 * shown as unpaid later than the reading.
 */
export function unexplainedAmount(
  { drop, claims }: DropState,
  spent: Amount,
  unpaid: ReadonlySet<number>,
): Amount {
  const still = [...claims.values()].filter(
    ({ sequence, state }) => unpaid.has(sequence) && isReserved(state),
  )
  const explained = drop.tally.reservedAmount - sumOf(still)
  return amountOf(spent > explained ? spent - explained : 0n)
}

const sumOf = (claims: readonly Claim[]): bigint => claims.reduce((sum, { amount }) => sum + amount, 0n)
