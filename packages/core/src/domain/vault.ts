import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import type { Drop, Tally } from './drop.ts'
import type { Refusal } from './refusal.ts'

/**
 * Why a claim of this amount could not be paid out on the chain yet, or undefined when it could. What was ever
 * deposited must cover all that is reserved and this claim: what is confirmed has left the vault again.
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

/** What a wallet has put into a vault, over all its deposits. */
export interface WalletDeposit {
  readonly from: Address
  readonly amount: Amount
}

/** The deposits with another one, added to what the same wallet has put in before. */
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
 * What goes back to each wallet when a vault is closed: of what is left the part that it has put in of all that was,
 * rounded down. What remains is the operator's.
 */
export const sharesOfLeftover = (vault: {
  readonly balance: bigint
  readonly deposited: bigint
  readonly walletDeposits: readonly WalletDeposit[]
}): readonly { readonly to: Address; readonly amount: Amount }[] =>
  vault.walletDeposits
    .map(({ from, amount }) => ({ to: from, amount: amountOf((vault.balance * amount) / vault.deposited) }))
    .filter(({ amount }) => amount > 0n)
