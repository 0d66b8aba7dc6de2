import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiRefusal } from '../../../api/api-refusal.ts'
import { PrepareFundingDocument } from '../../../api/generated/operations.ts'
import { postOrThrow } from '../../../api/post-json.ts'
import { request } from '../../../api/request.ts'
import { useConnectWallet } from '../../../wallet/connect-wallet.tsx'
import type { Wallet } from '../../../wallet/wallet.ts'
import { inDrop } from '../../../words/messages/drop.ts'

/** Deposits the missing amount into the drop's vault, from a wallet that its owner chooses. */
export function useFunding(dropId: string, onDone: () => void) {
  const connect = useConnectWallet()
  const [chosen, setChosen] = useState<Wallet | null>(null)
  const funding = useMutation({
    async mutationFn(coins: { readonly coinType: string; readonly amount: string } | null) {
      const wallet = coins === null ? await connect('transaction') : chosen
      if (wallet === null) return false
      setChosen(wallet)
      if (coins !== null) await postOrThrow('/fake-chain/faucet', { address: wallet.address, ...coins })
      const input = { dropId, senderAddress: wallet.address }
      const { prepareDropFunding } = await request(PrepareFundingDocument, { input })
      if (!prepareDropFunding) throw new ApiRefusal('The service prepared no transaction')
      await wallet.execute(prepareDropFunding.transactionBytes)
      return true
    },
    onSuccess(isSent) {
      if (!isSent) return
      notifications.show({ message: inDrop('sentVaultFillsAs'), color: 'leaf' })
      onDone()
    },
  })
  return {
    start: () => funding.mutate(null),
    /** The same on the fake chain, after it has put free coins into the wallet. */
    startWithTestCoins: (coinType: string, amount: bigint) =>
      funding.mutate({ coinType, amount: String(amount) }),
    isPending: funding.isPending,
    fault: funding.error,
  }
}
