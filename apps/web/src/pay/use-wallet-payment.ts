import { usePay } from '@dropkit/client/react'
import { useState } from 'react'
import { faultOfFlow, walletOfFlow } from '../api/flow-faults.ts'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { rememberSent } from '../wallet/sent-transactions.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { lacksCoins } from '../words/chain-reason.ts'

/** The state of the attempt to pay. */
export type WalletPayment =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly isInWallet: boolean }
  /** The chosen wallet is not the one that the payment belongs to. */
  | { readonly kind: 'wrong_wallet'; readonly wallet: Wallet }
  | { readonly kind: 'too_poor' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly fault: unknown }

/** Pays with a wallet: the exact amount with the memo, in a transaction that the server has built. */
export function useWalletPayment({ id, walletAddress }: PaymentOnPageFragment) {
  const connect = useConnectWallet()
  const [wrong, setWrong] = useState<Wallet | null>(null)
  const flow = usePay({
    onState: ({ kind }) => (kind === 'confirming_payment' ? rememberSent(id, Date.now()) : undefined),
  })
  const wallet = walletOfFlow(async () => {
    const chosen = await connect('transaction')
    if (chosen === null || chosen.address === walletAddress) return chosen
    setWrong(chosen)
    return null
  })
  return {
    state: stateOf(flow, wrong),
    pay() {
      setWrong(null)
      flow.pay({ paymentIntentId: id, wallet })
    },
  }
}

function stateOf(
  { state, isRunning }: Pick<ReturnType<typeof usePay>, 'state' | 'isRunning'>,
  wrong: Wallet | null,
): WalletPayment {
  // The page shows what became of the payment.
  if (state?.kind === 'refused' && state.refusal.code !== 'PAYMENT_NOT_CONFIRMED') {
    const fault = faultOfFlow(state.refusal)
    return lacksCoins(fault) ? { kind: 'too_poor' } : { kind: 'failed', fault }
  }
  if (!isRunning) return wrong === null ? { kind: 'idle' } : { kind: 'wrong_wallet', wallet: wrong }
  return state?.kind === 'confirming_payment'
    ? { kind: 'sent' }
    : { kind: 'asking', isInWallet: state?.kind === 'paying' }
}
