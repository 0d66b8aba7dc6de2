import { Badge, Group, Text } from '@mantine/core'
import type { TokenStatus } from '../api/generated/operations.ts'
import { t } from '../words/messages.ts'
import { statusLook } from '../words/status-words.ts'
import classes from './components.module.css'

export function StatusBadge({
  status,
  size = 'md',
}: {
  readonly status: string
  readonly size?: 'sm' | 'md' | 'lg'
}) {
  const look = statusLook(status)
  return (
    <Badge color={look.color} variant="light" size={size} tt="none" data-status={status}>
      {look.words}
    </Badge>
  )
}

/** Whether a token is on the chain. */
export const TokenStatusBadge = ({
  status,
  size = 'md',
}: {
  readonly status: TokenStatus
  readonly size?: 'sm' | 'md' | 'lg'
}) => <StatusBadge status={status === 'PENDING' ? 'UNDEPLOYED' : status} size={size} />

/** Shows whether the page receives updates. It is not the status of what the page shows. */
export function LiveSign({ isUp }: { readonly isUp: boolean }) {
  return (
    <Group gap={6} wrap="nowrap" component="span" role="status">
      <span className={classes['liveDot']} data-up={isUp} />
      <Text component="span" size="xs" c="dimmed">
        {t(isUp ? 'upToDate' : 'connecting')}
      </Text>
    </Group>
  )
}
