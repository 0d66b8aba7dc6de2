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
 * Lets a wallet send an open payment, told of by `onWallet`; gives the transaction's hash. Null when nothing was sent: it is no longer to be
 * paid, or is on its way already, from another tab or page of this browser perhaps.
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
      // Whoever asked its owner may have waited long for the answer.
      rememberSent(paymentId, Date.now())
      return txHash
    } catch (fault) {
      // Without an answer it may have been sent all the same.
      if (!mayPass(fault)) forgetSent(paymentId)
      throw fault
    }
  })
