import { Badge } from '@mantine/core'
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
