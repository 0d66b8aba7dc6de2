import { type Address, type Amount, amountOf, type Token } from '@dropkit/core'
import { normalizeType } from '../move-types.ts'
import type { Ledger } from './ledger.ts'
import { encodeWalletTransaction } from './wallet-transaction.ts'

export interface Preparer {
  prepareTokenDeployment(token: Token, sender: Address): Promise<string>
  prepareDeposit(
    vault: { readonly dropObjectId: Address; readonly coinType: string },
    amount: Amount,
    sender: Address,
  ): Promise<string>
}

/** Makes the bytes that an owner's wallet sends. Each has a number, so that the same act twice is two transactions. */
export function createPreparer(ledger: Ledger): Preparer {
  return {
    async prepareTokenDeployment({ id: tokenId, symbol, decimals, totalSupply, reserves }, sender) {
      return encodeWalletTransaction({
        kind: 'publish',
        sender,
        sequence: await ledger.nextSequence(sender),
        tokenId,
        symbol,
        decimals,
        forDrops: reserves.communityDrops,
        forOwner: amountOf(totalSupply - reserves.communityDrops),
      })
    },

    async prepareDeposit({ dropObjectId, coinType }, amount, sender) {
      return encodeWalletTransaction({
        kind: 'deposit',
        sender,
        sequence: await ledger.nextSequence(sender),
        dropObjectId,
        coinType: normalizeType(coinType) ?? coinType,
        amount,
      })
    },
  }
}
