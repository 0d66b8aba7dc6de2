import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconWallet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { credential } from '../../api/credential.ts'
import { CopiedText } from '../../components/copied-text.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { endSession, linkWallet } from '../../session/sign-in.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import type { Me } from '../frame/use-me.ts'

/** The wallet that is one's own here: it can sign in, and gets what drops bring in. */
export function WalletLink({ me }: { readonly me: Me }) {
  const connect = useConnectWallet()
  const reads = useQueryClient()
  const link = useMutation({
    mutationFn: async () => {
      const wallet = await connect('message')
      const secret = credential.get()
      if (!wallet || secret === null) return
      const { token } = await linkWallet(wallet, secret)
      // One is signed in already; the session that comes with the link is not needed.
      await endSession(token)
      notifications.show({ message: 'Your wallet is linked.' })
    },
    onSuccess: () => reads.invalidateQueries(),
  })
  return (
    <Card withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} component="section" aria-label="Wallet">
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2} size="h4">
            Wallet
          </Title>
          <Text size="sm" c="dimmed">
            {me.walletAddress === null
              ? 'Link your wallet to sign in with it. A signature proves that it is yours.'
              : 'You can sign in with it.'}
          </Text>
        </div>
        {me.walletAddress === null ? null : (
          <CopiedText text={me.walletAddress} label="your wallet’s address" />
        )}
        {link.error ? <FaultMessage fault={link.error} title="The wallet is not linked" /> : null}
        <Button
          variant={me.walletAddress === null ? 'filled' : 'default'}
          leftSection={<IconWallet size={18} />}
          loading={link.isPending}
          onClick={() => link.mutate()}
        >
          {me.walletAddress === null ? 'Link a wallet' : 'Link another wallet instead'}
        </Button>
      </Stack>
    </Card>
  )
}
