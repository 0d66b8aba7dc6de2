import { Alert, Anchor, List } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { Link } from 'react-router'
import { inDashboard } from '../../words/messages/dashboard.ts'
import type { DropAttention } from './attention.ts'
import { useAttention, useUnmatchedCount } from './use-attention.ts'

/** Payments and refunds that need this user's decision, with links. Shows nothing if there are none. */
export function NeedsAttention() {
  const drops = useAttention()
  const unmatched = useUnmatchedCount()
  if (drops.length === 0 && unmatched === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconBellRinging size={18} />}
      title={inDashboard('needsAttention')}
      mb="md"
      role="region"
      aria-label={inDashboard('needsAttention')}
    >
      <List size="sm" spacing={4}>
        {drops.map((drop) => (
          <List.Item key={drop.dropId} style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              component={Link}
              to={`/drops/${drop.dropId}/payments`}
              underline="always"
              size="sm"
              c="inherit"
            >
              {drop.title}
            </Anchor>
            : {whatWaits(drop)}
          </List.Item>
        ))}
        {unmatched === 0 ? null : (
          <List.Item>
            {inDashboard.rich('unmatchedToDo', {
              link: (inside) => (
                <Anchor component={Link} to="/unmatched" underline="always" size="sm" c="inherit">
                  {inside}
                </Anchor>
              ),
              count: unmatched,
            })}
          </List.Item>
        )}
      </List>
    </Alert>
  )
}

const whatWaits = ({ toReview, failedRefunds }: DropAttention): string =>
  [
    toReview === 0 ? '' : inDashboard('paymentsToReview', { count: toReview }),
    failedRefunds === 0 ? '' : inDashboard('refundsToRetry', { count: failedRefunds }),
  ]
    .filter((words) => words !== '')
    .join(', ')
