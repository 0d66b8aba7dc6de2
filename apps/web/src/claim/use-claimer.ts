import { useRef } from 'react'
import { pageData } from '../page/page-data.ts'
import { signIn } from '../session/sign-in.ts'
import { useConnectWallet } from '../wallet/connect-wallet.tsx'
import { developmentAccounts } from '../wallet/development-accounts.ts'
import { developmentWallet } from '../wallet/development-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { claimer } from './claimer.ts'

export interface Claimer {
  /** Null before a wallet is connected. */
  readonly address: string | null
  /** Lets the claimer choose a wallet and sign in with it. Null if the claimer cancels. */
  readonly connect: () => Promise<Wallet | null>
  /** The connected wallet. After a reload, the claimer may have to choose it again. Null if the claimer cancels. */
  readonly wallet: () => Promise<Wallet | null>
  readonly disconnect: () => void
}

/** The claimer on this page. */
export function useClaimer(): Claimer {
  const address = claimer.use()?.walletAddress ?? null
  const choose = useConnectWallet()
  const chosen = useRef<Wallet | null>(null)

  const connect = async () => {
    const wallet = await choose('message')
    if (wallet === null) return null
    const { token, expiresAt } = await signIn(wallet)
    chosen.current = wallet
    claimer.signIn({ secret: token, expiresAt, walletAddress: wallet.address })
    return wallet
  }
  const wallet = async () => {
    if (chosen.current?.address === address) return chosen.current
    const known = pageData.chain === 'fake' && developmentAccounts().find((one) => one.address === address)
    if (!known) return connect()
    chosen.current = developmentWallet(known)
    return chosen.current
  }
  const disconnect = () => {
    chosen.current = null
    void claimer.end()
  }
  return { address, connect, wallet, disconnect }
}
