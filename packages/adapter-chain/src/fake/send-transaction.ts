import { err, ok } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { WalletAnswer } from './fake-chain-wallet.ts'
import type { Ledger, LedgerTransaction } from './ledger.ts'

/** Runs a wallet's transaction and returns its outcome. */
export async function sendTransaction(ledger: Ledger, transaction: LedgerTransaction): WalletAnswer {
  const { digest, failureDigest = digest } = transaction
  const ran = await ledger.run(transaction)
  invariant(ran.kind !== 'expired', "a wallet's transaction has no end")
  if (ran.kind === 'succeeded') return ok({ txHash: digest })
  const { name, detail } = ran.abort
  return err({ kind: 'aborted', abort: name, reason: detail, txHash: failureDigest })
}
