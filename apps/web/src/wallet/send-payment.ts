import { PaymentTransactionDocument } from '../api/generated/operations.ts'
import type { TypedDocument } from '../api/typed-document.ts'
import { mayPass } from '../api/with-retries.ts'
import { inOneTab } from './in-one-tab.ts'
import { forgetSent, rememberSent, wasSent } from './sent-transactions.ts'
import type { Wallet } from './wallet.ts'

type Read = <Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
) => Promise<Result>

/**
 * Lets a wallet send an open payment, and returns the transaction's hash. Calls `onWallet` before it asks the wallet. Null
 * if nothing was sent, because the payment is no longer open or another tab or page of this browser has sent it already.
 */
export const sendPayment = (
  read: Read,
  wallet: Wallet,
  paymentId: string,
  onWallet: () => void,
): Promise<string | null> =>
  inOneTab(`dropkit pays ${paymentId}`, async () => {
    if (wasSent(paymentId, Date.now())) return null
    const { paymentIntent } = await read(PaymentTransactionDocument, { id: paymentId })
    const bytes = paymentIntent?.paymentTransaction
    if (!bytes) return null
    onWallet()
    rememberSent(paymentId, Date.now())
    try {
      const txHash = await wallet.execute(bytes)
      // The wallet's owner may have taken long to confirm.
      rememberSent(paymentId, Date.now())
      return txHash
    } catch (fault) {
      // If there was no answer, the transaction may have been sent.
      if (!mayPass(fault)) forgetSent(paymentId)
      throw fault
    }
  })
