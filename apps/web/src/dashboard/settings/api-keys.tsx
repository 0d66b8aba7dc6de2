import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { MyApiKeysDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { ApiKeyRow } from './api-key-row.tsx'
import classes from './api-keys.module.css'
import { CreateApiKey } from './create-api-key.tsx'
import { CreatePublishableKey } from './create-publishable-key.tsx'

/** Keys for programs that act in one's name. */
export function ApiKeys() {
  const [isOpen, dialog] = useDisclosure(false)
  const [isPublishableOpen, publishableDialog] = useDisclosure(false)
  const [secret, setSecret] = useState<string | null>(null)
  const read = useRead(MyApiKeysDocument, {})
  const keys = read.data?.apiKeys
  return (
    <Card withBorder radius="lg" padding={0} component="section" aria-label="API keys">
      <Group justify="space-between" p={{ base: 'md', sm: 'xl' }} pb="md" align="flex-start">
        <div className={classes['words']}>
          <Title order={2} size="h4">
            API keys
          </Title>
          <Text size="sm" c="dimmed">
            A program with a key can do everything that you can. Give each program its own key, so that you
            can revoke one alone.
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="light" leftSection={<IconPlus size={17} />} onClick={dialog.open}>
            New key
          </Button>
          <Button variant="default" onClick={publishableDialog.open}>
            New publishable key
          </Button>
        </Group>
      </Group>
      {read.error ? (
        <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
      ) : keys === undefined ? (
        <Skeleton height={70} m="md" aria-busy />
      ) : keys.length === 0 ? (
        <Text c="dimmed" px={{ base: 'md', sm: 'xl' }} pb="lg">
          You have no keys. The dashboard needs none: keys are for programs.
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
        title="Your new API key"
        secret={secret}
        label="the key"
        onClose={() => setSecret(null)}
      >
        Programs send it with each request, as <code>Authorization: Bearer dk_…</code>
      </ShownOnceDialog>
    </Card>
  )
}
