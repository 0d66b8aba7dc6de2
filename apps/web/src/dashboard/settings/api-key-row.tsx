import { Badge, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useChange } from '../../api/changes.ts'
import { type ApiKeyRowFragment, RevokeApiKeyDocument } from '../../api/generated/operations.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useNow } from '../../components/use-now.ts'
import { count } from '../../words/amount.ts'
import { inSettings } from '../../words/messages/settings.ts'
import { ago, inWords } from '../../words/time.ts'
import { creator } from '../creator.ts'
import classes from './api-keys.module.css'

/** An active key, with a button that revokes it. */
export function ApiKeyRow({ apiKey }: { readonly apiKey: ApiKeyRowFragment }) {
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
