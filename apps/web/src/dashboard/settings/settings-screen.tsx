import { Button, Card, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconWallet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../api/act.ts'
import { credential } from '../../api/credential.ts'
import { CopiedText } from '../../components/copied-text.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { endSession, linkWallet } from '../../session/sign-in.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { inSettings } from '../../words/messages/settings.ts'
import { type Me, useMe } from '../frame/use-me.ts'
import { ApiKeys } from './api-keys.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The user's linked wallet. It can sign in, and receives the proceeds of drops. */
function WalletLink({ me }: { readonly me: Me }) {
  const connect = useConnectWallet()
  const reads = useQueryClient()
  const link = useAct({
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

/** The user's profile, wallet and API keys. */
export default function SettingsScreen() {
  const { me, fault, readAgain } = useMe()
  return (
    <Stack gap={0} maw={780}>
      <ScreenHead title={inSettings('settings')} />
      {me ? (
        <Stack gap="md">
          <ProfileForm key={me.id} me={me} />
          <WalletLink me={me} />
          <ApiKeys />
        </Stack>
      ) : fault ? (
        <FaultMessage fault={fault} onRetry={readAgain} />
      ) : (
        <Stack aria-busy>
          <VisuallyHidden role="status">{inSettings('loadingYourSettings')}</VisuallyHidden>
          <Skeleton height={320} radius="lg" />
          <Skeleton height={120} radius="lg" />
        </Stack>
      )}
    </Stack>
  )
}
