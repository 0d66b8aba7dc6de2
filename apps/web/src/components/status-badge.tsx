import { Badge } from '@mantine/core'
import type { TokenStatus } from '../api/generated/operations.ts'
import { statusLook } from '../words/status-words.ts'

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
