import { useState } from 'react'
import { ApiRefusal } from '../api/api-refusal.ts'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { rememberSent } from '../wallet/sent-transactions.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { lacksCoins } from '../words/chain-reason.ts'

/** The state of the attempt to pay. */
export type WalletPayment =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly wallet: Wallet | null }
  /** The chosen wallet is not the one that the payment belongs to. */
  | { readonly kind: 'wrong_wallet'; readonly wallet: Wallet }
  | { readonly kind: 'too_poor' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly fault: unknown }

/** Pays with a wallet: the exact amount with the memo, in a transaction that the server has built. */
export function useWalletPayment(intent: PaymentOnPageFragment) {
  const connect = useConnectWallet()
  const [state, setState] = useState<WalletPayment>({ kind: 'idle' })

  async function payBy(wallet: Wallet): Promise<void> {
    try {
      const { carryPayment } = await import('./carry-payment.ts')
      await carryPayment(wallet, intent, ({ kind }) => {
        if (kind === 'paying') setState({ kind: 'asking', wallet })
        if (kind !== 'confirming_payment') return
        rememberSent(intent.id, Date.now())
        setState({ kind: 'sent' })
      })
      setState({ kind: 'idle' })
    } catch (fault) {
      // The page shows what became of the payment.
      if (fault instanceof ApiRefusal && fault.code === 'PAYMENT_NOT_CONFIRMED')
        return setState({ kind: 'idle' })
      setState(lacksCoins(fault) ? { kind: 'too_poor' } : { kind: 'failed', fault })
    }
  }

  return {
    state,
    async pay(): Promise<void> {
      setState({ kind: 'asking', wallet: null })
      const wallet = await connect('transaction')
      if (wallet === null) return setState({ kind: 'idle' })
      if (wallet.address !== intent.walletAddress) return setState({ kind: 'wrong_wallet', wallet })
      await payBy(wallet)
    },
  }
}
