import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { MyApiKeysDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { inSettings } from '../../words/messages/settings.ts'
import { ApiKeyRow } from './api-key-row.tsx'
import classes from './api-keys.module.css'
import { CreateApiKey } from './create-api-key.tsx'
import { CreatePublishableKey } from './create-publishable-key.tsx'

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
