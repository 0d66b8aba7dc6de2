import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconWallet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useChange, useSingleMutation } from '../../api/changes.ts'
import {
  type ApiKeyRowFragment,
  MyApiKeysDocument,
  RevokeApiKeyDocument,
} from '../../api/generated/operations.ts'
import { credential } from '../../api/http.ts'
import { useRead } from '../../api/reads.ts'
import { CopiedText } from '../../components/copyable.tsx'
import { ConfirmDialog, ShownOnceDialog } from '../../components/dialogs.tsx'
import { ErrorMessage, NotLoaded } from '../../components/error-message.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { useNow } from '../../components/use-now.ts'
import { endSession, linkWallet } from '../../session/session.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { count } from '../../words/amount.ts'
import { inSettings } from '../../words/messages/settings.ts'
import { ago, inWords } from '../../words/time.ts'
import { creator, type Me, useMe } from '../creator.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { CreateApiKey, CreatePublishableKey } from './create-keys.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './settings.module.css'

/** The user's linked wallet. It can sign in, and receives the proceeds of drops. */
function WalletLink({ me }: { readonly me: Me }) {
  const connect = useConnectWallet()
  const reads = useQueryClient()
  const link = useSingleMutation({
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
        {link.error ? <ErrorMessage error={link.error} title={inSettings('walletIsNotLinked')} /> : null}
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
  const { me, error, refetch } = useMe()
  return (
    <Stack gap={0} maw={780}>
      <ScreenHead title={inSettings('settings')} />
      {me ? (
        <Stack gap="md">
          <ProfileForm key={me.id} me={me} />
          <WalletLink me={me} />
          <ApiKeys userId={me.id} />
        </Stack>
      ) : error ? (
        <ErrorMessage error={error} onRetry={refetch} />
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

/** Keys for programs that act on the user's behalf. */
function ApiKeys({ userId }: { readonly userId: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const [isPublishableOpen, publishableDialog] = useDisclosure(false)
  const [secret, setSecret] = useUnsaved<string | null>(`API key ${userId}`, null)
  const read = useRead(MyApiKeysDocument, {})
  const keys = read.data?.apiKeys
  return (
    <Card withBorder radius="lg" padding={0} component="section" aria-label={inSettings('apiKeys')}>
      <Group justify="space-between" p={{ base: 'md', sm: 'xl' }} pb="md" align="flex-start">
        <div className={classes['words']}>
          <Title order={2} size="h4">
            {inSettings('apiKeys')}
          </Title>
          <Text size="sm" c="dimmed">
            {inSettings('programWithKeyCan')}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="light" leftSection={<IconPlus size={17} />} onClick={dialog.open}>
            {inSettings('newKey')}
          </Button>
          <Button variant="default" onClick={publishableDialog.open}>
            {inSettings('newPublishableKey')}
          </Button>
        </Group>
      </Group>
      {keys === undefined ? (
        <NotLoaded read={read} height={70} m="md" aria-busy />
      ) : keys.length === 0 ? (
        <Text c="dimmed" px={{ base: 'md', sm: 'xl' }} pb="lg">
          {inSettings('youHaveNoKeys')}
        </Text>
      ) : (
        <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
          {keys.map((apiKey) => (
            <ApiKeyRow key={apiKey.id} apiKey={apiKey} />
          ))}
        </Stack>
      )}
      <CreateApiKey
        isOpen={isOpen}
        onClose={dialog.close}
        onDone={(made) => {
          dialog.close()
          setSecret(made)
        }}
      />
      <CreatePublishableKey userId={userId} isOpen={isPublishableOpen} onClose={publishableDialog.close} />
      <ShownOnceDialog
        title={inSettings('yourNewApiKey')}
        secret={secret}
        label={inSettings('key')}
        onClose={() => setSecret(null)}
      >
        {inSettings.rich('programsSendItWith', { code: () => <code>Authorization: Bearer dk_…</code> })}
      </ShownOnceDialog>
    </Card>
  )
}

/** An active key, with a button that revokes it. */
function ApiKeyRow({ apiKey }: { readonly apiKey: ApiKeyRowFragment }) {
  const [isOpen, dialog] = useDisclosure(false)
  const now = useNow(30_000)
  const revoke = useChange(RevokeApiKeyDocument, { onDone: dialog.close })
  const shown = apiKey.preview.replace('…', '')
  const isThisOne = creator.use()?.secret.startsWith(shown) === true
  const { project, requestsPerMinute, lastUsedAt } = apiKey
  const facts = [
    project === null ? null : inSettings('projectProject', { project }),
    requestsPerMinute === null
      ? null
      : inSettings('countRequestsMinute', { count: count(requestsPerMinute) }),
    lastUsedAt === null
      ? inSettings('neverUsed')
      : inSettings('lastUsedTime', { time: ago(lastUsedAt, now) }),
    inSettings('madeTime', { time: ago(apiKey.createdAt, now) }),
  ]
  const exactTimes = [
    lastUsedAt === null ? null : inSettings('lastUsedTime', { time: inWords(lastUsedAt) }),
    inSettings('madeTime', { time: inWords(apiKey.createdAt) }),
  ]
    .filter((fact) => fact !== null)
    .join('\n')
  return (
    <li className={classes['row']}>
      <div className={classes['main']}>
        <Group gap="xs">
          <Text fw={600} truncate>
            {apiKey.name}
          </Text>
          <Text size="sm" ff="monospace" c="dimmed">
            {apiKey.preview}
          </Text>
          {apiKey.preview.startsWith('pk_') ? (
            <Badge variant="light" color="gray" tt="none">
              {inSettings('publishable')}
            </Badge>
          ) : null}
          {isThisOne ? (
            <Badge variant="light" tt="none">
              {inSettings('youAreSignedIn')}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed" className="numbers" title={exactTimes}>
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        onClick={dialog.open}
        aria-label={inSettings('revokeName', { name: apiKey.name })}
      >
        {inSettings('revoke')}
      </Button>
      <ConfirmDialog
        title={inSettings('revokeQuestion', { name: apiKey.name })}
        confirmLabel={inSettings('revokeIt')}
        isOpen={isOpen}
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ id: apiKey.id })}
        onClose={dialog.close}
      >
        <Text>{inSettings(isThisOne ? 'revokeOwnKeyText' : 'revokeKeyText')}</Text>
      </ConfirmDialog>
    </li>
  )
}
