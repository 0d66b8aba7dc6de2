import { Alert, Button, Skeleton, type SkeletonProps, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentProps, Suspense, use } from 'react'
import { ApiRefusal } from '../api/errors.ts'
import { inPlainWords, loadReasons } from '../words/error-words.ts'
import { t } from '../words/messages.ts'

/** Why something could not be loaded or done, with a retry button if a retry may help. */
export const ErrorMessage = (props: ComponentProps<typeof LoadedMessage>) => (
  <Suspense>
    <LoadedMessage {...props} />
  </Suspense>
)

function LoadedMessage({
  error,
  onRetry,
  title,
}: {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  readonly title?: string
}) {
  const loading = error instanceof ApiRefusal ? loadReasons(error) : undefined
  if (loading !== undefined) use(loading)
  const requestId = error instanceof ApiRefusal && error.code === 'INTERNAL' ? error.requestId : undefined
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Text size="sm">{inPlainWords(error)}</Text>
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

/** Shown in place of data: a skeleton while it loads, or why it could not be loaded, with a retry button. */
export const NotLoaded = ({
  read,
  ...skeleton
}: SkeletonProps & {
  readonly read: { readonly error: unknown; readonly refetch: () => unknown }
}) =>
  read.error ? (
    <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <Skeleton {...skeleton} />
  )
