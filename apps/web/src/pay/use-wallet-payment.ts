import { useState } from 'react'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { sendPayment } from '../wallet/send-payment.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { lacksCoins } from '../words/chain-reason.ts'

/** The state of the attempt to pay. */
export type WalletPayment =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly wallet: Wallet | null }
  /** The chosen wallet is not the one that the payment belongs to. */
  | { readonly kind: 'wrong_wallet'; readonly wallet: Wallet }
  | { readonly kind: 'too_poor' }
  | { readonly kind: 'sent'; readonly txHash: string }
  | { readonly kind: 'failed'; readonly fault: unknown }

/** Pays with a wallet: the exact amount with the memo, in a transaction that the server has built. */
export function useWalletPayment(intent: PaymentOnPageFragment) {
  const connect = useConnectWallet()
  const [state, setState] = useState<WalletPayment>({ kind: 'idle' })

  async function payBy(wallet: Wallet): Promise<void> {
    try {
      const txHash = await sendPayment(request, wallet, intent.id, () => setState({ kind: 'asking', wallet }))
      setState(txHash === null ? { kind: 'idle' } : { kind: 'sent', txHash })
    } catch (fault) {
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
