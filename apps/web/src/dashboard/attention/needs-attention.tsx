import { Alert, Anchor, List } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { Link } from 'react-router'
import { counted } from '../../words/amount.ts'
import type { DropAttention } from './attention.ts'
import { useAttention, useUnmatchedCount } from './use-attention.ts'

/** Money that waits for a decision of this user, with links to where it is made. Nothing if there is none. */
export function NeedsAttention() {
  const drops = useAttention()
  const unmatched = useUnmatchedCount()
  if (drops.length === 0 && unmatched === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconBellRinging size={18} />}
      title="Needs attention"
      mb="md"
      role="region"
      aria-label="Needs attention"
    >
      <List size="sm" spacing={4}>
        {drops.map((drop) => (
          <List.Item key={drop.dropId} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/drops/${drop.dropId}/payments`} underline="always" size="sm">
              {drop.title}
            </Anchor>
            : {whatWaits(drop)}
          </List.Item>
        ))}
        {unmatched === 0 ? null : (
          <List.Item>
            <Anchor component={Link} to="/unmatched" underline="always" size="sm">
              Unmatched payments
            </Anchor>
            : {counted(unmatched, 'payment')} to assign or return
          </List.Item>
        )}
      </List>
    </Alert>
  )
}

const whatWaits = ({ toReview, failedRefunds }: DropAttention): string =>
  [
    toReview === 0 ? '' : `${counted(toReview, 'payment')} to review`,
    failedRefunds === 0 ? '' : `${counted(failedRefunds, 'failed refund')} to retry`,
  ]
    .filter((words) => words !== '')
    .join(', ')
