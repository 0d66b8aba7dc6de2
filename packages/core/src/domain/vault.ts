import type { Amount } from './amount.ts'
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
