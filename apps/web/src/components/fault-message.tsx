import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiRefusal } from '../api/api-refusal.ts'
import { t } from '../words/messages.ts'
import { inPlainWords } from '../words/refusal.ts'

/** Why something could not be loaded or done, with a retry button if a retry may help. */
export function FaultMessage({
  fault,
  onRetry,
  title,
}: {
  readonly fault: unknown
  readonly onRetry?: (() => void) | undefined
  readonly title?: string
}) {
  const requestId = fault instanceof ApiRefusal && fault.code === 'INTERNAL' ? fault.requestId : undefined
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Text size="sm">{inPlainWords(fault)}</Text>
      {requestId === undefined ? null : (
        <Text size="xs" c="dimmed" ff="monospace">
          {t('requestId', { id: requestId })}
        </Text>
      )}
      {onRetry === undefined ? null : (
        <Button variant="light" color="red" size="xs" mt="xs" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </Alert>
  )
}
