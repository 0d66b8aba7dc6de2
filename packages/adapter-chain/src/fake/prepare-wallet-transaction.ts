import {
  type Address,
  type Amount,
  amountOf,
  type Chain,
  type SignedVoucher,
  type Token,
} from '@dropkit/core'
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
  prepareClaim(voucher: SignedVoucher, coinType: string, sender: Address): Promise<string>
  preparePayment(payment: Parameters<Chain['preparePayment']>[0], sender: Address): Promise<string>
}

/** Builds the bytes that users' wallets send. Each has a number, so that the same action twice gives two transactions. */
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

    async prepareClaim({ dropObjectId, claimer, amount, nonce, expiresAt, signature }, _coinType, sender) {
      const sequence = await ledger.nextSequence(sender)
      const voucher = { dropObjectId, claimer, amount, nonce, expiresAt, signature }
      return encodeWalletTransaction({ kind: 'claim', sender, sequence, ...voucher })
    },

    async preparePayment({ to, coinType, amount, memo }, sender) {
      return encodeWalletTransaction({
        kind: 'pay',
        sender,
        sequence: await ledger.nextSequence(sender),
        to,
        coinType: normalizeType(coinType) ?? coinType,
        amount,
        memo,
      })
    },
  }
}
