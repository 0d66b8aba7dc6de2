import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import {
  type ApiKeyRowFragment,
  MyApiKeysDocument,
  RevokeApiKeyDocument,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useNow } from '../../components/use-now.ts'
import { count } from '../../words/amount.ts'
import { inSettings } from '../../words/messages/settings.ts'
import { ago, inWords } from '../../words/time.ts'
import { creator } from '../creator.ts'
import classes from './api-keys.module.css'
import { CreateApiKey, CreatePublishableKey } from './create-keys.tsx'

/** Keys for programs that act on the user's behalf. */
export function ApiKeys() {
  const [isOpen, dialog] = useDisclosure(false)
  const [isPublishableOpen, publishableDialog] = useDisclosure(false)
  const [secret, setSecret] = useState<string | null>(null)
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
      {read.error ? (
        <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
      ) : keys === undefined ? (
        <Skeleton height={70} m="md" aria-busy />
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
      <CreatePublishableKey isOpen={isPublishableOpen} onClose={publishableDialog.close} />
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
        fault={revoke.error}
        onConfirm={() => revoke.mutate({ id: apiKey.id })}
        onClose={dialog.close}
      >
        <Text>{inSettings(isThisOne ? 'revokeOwnKeyText' : 'revokeKeyText')}</Text>
      </ConfirmDialog>
    </li>
  )
}
