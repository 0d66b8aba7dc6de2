import { ok, type SignedVoucher } from '@dropkit/core'
import type { FakeChainWallet, WalletAnswer } from './fake-chain-wallet.ts'
import type { Ledger } from './ledger.ts'
import { digestOf } from './ledger-hashes.ts'
import { voucherRule } from './pay-voucher.ts'
import { noVault, readAddress, readAll, readAmount, readText, readWholeNumber } from './read-input.ts'
import { sendTransaction } from './send-transaction.ts'

/**
 * Executes a wallet's claim. It costs two reads and one transaction, however many claims there were before. The digest is
 * derived from the voucher alone, because a voucher is paid only once. A failure has its own digest, because the same
 * voucher may be paid later.
 */
export async function claimByVoucher(
  ledger: Ledger,
  input: Parameters<FakeChainWallet['claim']>[0],
): WalletAnswer {
  const read = readAll({
    dropObjectId: readAddress(input.dropObjectId, 'dropObjectId'),
    claimer: readAddress(input.claimer, 'claimer'),
    amount: readAmount(input.amount, 'amount'),
    nonce: readWholeNumber(input.nonce, 'nonce'),
    expiresAt: readWholeNumber(input.expiry, 'expiry'),
    signature: readText(input.signature, 'signature', ok),
  })
  if (!read.ok) return read
  const voucher: SignedVoucher = read.value
  const { dropObjectId, claimer, amount, nonce, expiresAt, signature } = voucher
  const parts = [dropObjectId, claimer, amount, nonce, expiresAt, signature]
  const digest = digestOf('claim', ...parts)
  const rule = await voucherRule(ledger, voucher, digest)
  if (rule === null) return noVault('dropObjectId', dropObjectId)
  const failureDigest = digestOf('failed claim', ...parts)
  return sendTransaction(ledger, { digest, failureDigest, sender: claimer, ...rule })
}
