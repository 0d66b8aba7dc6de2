import { Button, Stack, Text } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { FaultMessage } from '../../components/fault-message.tsx'
import { pageData } from '../../page/page-data.ts'
import { signIn } from '../../session/sign-in.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { creator } from '../creator.ts'

/** Signs in with a wallet's signature. A wallet that is not known yet gets a new user. */
export function WalletSignIn() {
  const connect = useConnectWallet()
  const enter = useMutation({
    mutationFn: async () => {
      const wallet = await connect('message')
      return wallet && signIn(wallet)
    },
    onSuccess: (session) => {
      if (!session) return
      const { token, expiresAt, user } = session
      creator.signIn({ secret: token, expiresAt, walletAddress: user.walletAddress })
    },
  })
  return (
    <Stack gap="sm">
      <Button
        size="lg"
        leftSection={<IconWallet size={21} />}
        loading={enter.isPending}
        onClick={() => enter.mutate()}
      >
        {inDashboard('continueWithWallet')}
      </Button>
      {pageData.chain === 'fake' ? (
        <Text size="sm" c="dimmed">
          {inDashboard('newHereTestWallet')}
        </Text>
      ) : null}
      {enter.error ? <FaultMessage fault={enter.error} title={inDashboard('youAreNotSigned')} /> : null}
    </Stack>
  )
}
