import { useEffect, useState } from 'react'
import { type FoundWallet, findWallets } from '../element/wallet-standard.ts'

/** Returns the Sui wallets of this browser; updates when a wallet announces itself. */
export function useWallets(network = 'mainnet'): readonly FoundWallet[] {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([])
  useEffect(() => findWallets(`sui:${network}`, setWallets), [network])
  return wallets
}
