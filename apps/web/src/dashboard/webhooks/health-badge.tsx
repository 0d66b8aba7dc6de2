import { Badge } from '@mantine/core'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import type { Health } from './delivery-words.ts'

const LOOKS: Readonly<Record<Health, { readonly words: string; readonly color: string }>> = {
  off: { words: inWebhooks('switchedOff'), color: 'gray' },
  new: { words: inWebhooks('nothingSentYet'), color: 'blue' },
  sending: { words: inWebhooks('sending'), color: 'blue' },
  working: { words: inWebhooks('working'), color: 'leaf' },
  failing: { words: inWebhooks('failing'), color: 'red' },
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
