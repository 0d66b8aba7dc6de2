import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { inSettings } from '../../words/messages/settings.ts'
import { useMe } from '../frame/use-me.ts'
import { ApiKeys } from './api-keys.tsx'
import { ProfileForm } from './profile-form.tsx'
import { WalletLink } from './wallet-link.tsx'

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
