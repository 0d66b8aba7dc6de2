import { Badge } from '@mantine/core'
import type { Health } from './health.ts'

const LOOKS: Readonly<Record<Health, { readonly words: string; readonly color: string }>> = {
  off: { words: 'Switched off', color: 'gray' },
  new: { words: 'Nothing sent yet', color: 'blue' },
  sending: { words: 'Sending', color: 'blue' },
  working: { words: 'Working', color: 'leaf' },
  failing: { words: 'Failing', color: 'red' },
}

export function HealthBadge({
  health,
  size = 'md',
}: {
  readonly health: Health
  readonly size?: 'md' | 'lg'
}) {
  return (
    <Badge color={LOOKS[health].color} variant="light" size={size} tt="none">
      {LOOKS[health].words}
    </Badge>
  )
}
