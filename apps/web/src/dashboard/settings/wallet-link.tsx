import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconWallet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { credential } from '../../api/credential.ts'
import { CopiedText } from '../../components/copied-text.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { endSession, linkWallet } from '../../session/sign-in.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { inSettings } from '../../words/messages/settings.ts'
import type { Me } from '../frame/use-me.ts'

/** The user's linked wallet. It can sign in, and receives the proceeds of drops. */
export function WalletLink({ me }: { readonly me: Me }) {
  const connect = useConnectWallet()
  const reads = useQueryClient()
  const link = useMutation({
    mutationFn: async () => {
      const wallet = await connect('message')
      const secret = credential.get()
      if (!wallet || secret === null) return
      const { token } = await linkWallet(wallet, secret)
      // The user is already signed in, so the session that linking creates is not needed.
      await endSession(token)
      notifications.show({ message: inSettings('yourWalletIsLinked') })
    },
    onSuccess: () => reads.invalidateQueries(),
  })
  return (
    <Card
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      component="section"
      aria-label={inSettings('wallet')}
    >
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {inSettings('wallet')}
          </Title>
          <Text size="sm" c="dimmed">
            {me.walletAddress === null ? inSettings('linkYourWalletTo') : inSettings('youCanSignIn')}
          </Text>
        </div>
        {me.walletAddress === null ? null : (
          <CopiedText text={me.walletAddress} label={inSettings('yourWalletsAddress')} />
        )}
        {link.error ? <FaultMessage fault={link.error} title={inSettings('walletIsNotLinked')} /> : null}
        <Button
          variant={me.walletAddress === null ? 'filled' : 'default'}
          leftSection={<IconWallet size={18} />}
          loading={link.isPending}
          onClick={() => link.mutate()}
        >
          {me.walletAddress === null ? inSettings('linkWallet') : inSettings('linkAnotherWalletInstead')}
        </Button>
      </Stack>
    </Card>
  )
}
