import { useEffect, useState } from 'react'
import { type FoundWallet, findWallets } from '../element/wallet-standard.ts'

/** The wallets for Sui in this browser, as they announce themselves. */
export function useWallets(network = 'mainnet'): readonly FoundWallet[] {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([])
  useEffect(() => findWallets(`sui:${network}`, setWallets), [network])
  return wallets
}
