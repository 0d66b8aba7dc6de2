import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import type { Drop, Tally } from './drop.ts'
import type { Refusal } from './refusal.ts'

/**
 * Why a claim of this amount cannot be paid on the chain yet; undefined if it can. The deposits must cover everything that
 * is reserved, including this claim. Confirmed claims have already left the vault, so the balance alone does not decide.
 */
export function vaultRefusal(
  { vault }: Pick<Drop, 'vault'>,
  tally: Tally,
  amount: Amount,
): Refusal | undefined {
  switch (vault.kind) {
    case 'none':
      return { kind: 'drop_not_ready', waitingFor: 'its vault is not on the chain yet' }
    case 'closed':
      return { kind: 'drop_not_ready', waitingFor: 'its vault is closed' }
    case 'open':
      return vault.deposited >= tally.reservedAmount + amount
        ? undefined
        : { kind: 'drop_not_ready', waitingFor: 'its vault does not hold enough' }
  }
}

/** What a wallet has deposited into a vault in total. */
export interface WalletDeposit {
  readonly from: Address
  readonly amount: Amount
}

/** Adds a deposit to what the same wallet has deposited before. */
export function withDeposit(
  deposits: readonly WalletDeposit[],
  from: Address,
  amount: Amount,
): readonly WalletDeposit[] {
  const earlier = deposits.find((deposit) => deposit.from === from)?.amount ?? 0n
  return [
    ...deposits.filter((deposit) => deposit.from !== from),
    { from, amount: amountOf(earlier + amount) },
  ]
}

/**
 * What each wallet gets back when a vault is closed: its share of the deposits, applied to the balance and rounded down.
 * The operator gets the remainder.
 */
export const sharesOfLeftover = (vault: {
  readonly balance: bigint
  readonly deposited: bigint
  readonly walletDeposits: readonly WalletDeposit[]
}): readonly { readonly to: Address; readonly amount: Amount }[] =>
  vault.walletDeposits
    .map(({ from, amount }) => ({ to: from, amount: amountOf((vault.balance * amount) / vault.deposited) }))
    .filter(({ amount }) => amount > 0n)
