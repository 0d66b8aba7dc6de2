import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { PrepareFundingDocument } from '../../../api/generated/operations.ts'
import { request } from '../../../api/request.ts'
import { useConnectWallet } from '../../../wallet/connect-wallet.tsx'

/** Fills a drop's vault with what it lacks, out of a wallet that its owner chooses. */
export function useFunding(dropId: string, onDone: () => void) {
  const connect = useConnectWallet()
  const funding = useMutation({
    async mutationFn() {
      const wallet = await connect()
      if (wallet === null) return false
      const input = { dropId, senderAddress: wallet.address }
      const { prepareDropFunding } = await request(PrepareFundingDocument, { input })
      if (!prepareDropFunding) throw new Error('There is nothing to sign')
      await wallet.execute(prepareDropFunding.transactionBytes)
      return true
    },
    onSuccess(isSent) {
      if (!isSent) return
      notifications.show({ message: 'Sent: the vault fills as soon as the chain has it.', color: 'leaf' })
      onDone()
    },
  })
  return { start: () => funding.mutate(), isPending: funding.isPending, fault: funding.error }
}
