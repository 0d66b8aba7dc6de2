import { Badge } from '@mantine/core'

/** States of drops, claims, tokens, payments and deliveries, each with a word and a colour of its own kind. */
const LOOKS: Readonly<Record<string, { readonly words: string; readonly color: string }>> = {
  DRAFT: { words: 'Draft', color: 'gray' },
  SCHEDULED: { words: 'Scheduled', color: 'blue' },
  ACTIVE: { words: 'Open', color: 'leaf' },
  PAUSED: { words: 'Paused', color: 'yellow' },
  SOLD_OUT: { words: 'Sold out', color: 'grape' },
  ENDED: { words: 'Ended', color: 'gray' },
  CANCELLED: { words: 'Cancelled', color: 'red' },
  PENDING: { words: 'Pending', color: 'yellow' },
  SUBMITTED: { words: 'On its way', color: 'blue' },
  PROCESSING: { words: 'Seen', color: 'blue' },
  CONFIRMED: { words: 'Confirmed', color: 'leaf' },
  SUCCEEDED: { words: 'Done', color: 'leaf' },
  DEPLOYED: { words: 'Deployed', color: 'leaf' },
  DELIVERED: { words: 'Delivered', color: 'leaf' },
  FAILED: { words: 'Failed', color: 'red' },
  EXPIRED: { words: 'Expired', color: 'gray' },
  REQUIRES_REVIEW: { words: 'To review', color: 'orange' },
  OPEN: { words: 'To do', color: 'orange' },
  ASSIGNED: { words: 'Assigned', color: 'leaf' },
  RETURNING: { words: 'On its way back', color: 'blue' },
  RETURNED: { words: 'Returned', color: 'gray' },
  PARTIALLY_REFUNDED: { words: 'Partly refunded', color: 'grape' },
  REFUNDED: { words: 'Refunded', color: 'grape' },
}

export function StatusBadge({
  status,
  size = 'md',
}: {
  readonly status: string
  readonly size?: 'sm' | 'md' | 'lg'
}) {
  const look = LOOKS[status] ?? { words: status, color: 'gray' }
  return (
    <Badge color={look.color} variant="light" size={size} tt="none" data-status={status}>
      {look.words}
    </Badge>
  )
}
