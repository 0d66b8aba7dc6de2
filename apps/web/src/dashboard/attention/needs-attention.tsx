import { Alert, Anchor, List } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { Link } from 'react-router'
import { inDashboard } from '../../words/messages/dashboard.ts'
import type { DropAttention } from './attention.ts'
import { useAttention, useStuckDeliveries, useUnmatchedCount } from './use-attention.ts'

/** Payments, refunds, vaults and webhooks that need this user, with links. Shows nothing if there are none. */
export function NeedsAttention() {
  const drops = useAttention()
  const unmatched = useUnmatchedCount()
  const stuck = useStuckDeliveries()
  if (drops.length + unmatched + stuck.drops.length + stuck.webhooks.length === 0) return null
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
              to={`/drops/${drop.dropId}/payments${drop.toReview > 0 && drop.failedRefunds === 0 ? '?status=REQUIRES_REVIEW' : ''}`}
              underline="always"
              size="sm"
              c="inherit"
            >
              {drop.title}
            </Anchor>
            : {whatWaits(drop)}
          </List.Item>
        ))}
        {stuck.drops.map(({ id, title }) => (
          <List.Item key={`vault of ${id}`} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/drops/${id}`} underline="always" size="sm" c="inherit">
              {title}
            </Anchor>
            : {inDashboard('vaultHoldsTooLittle')}
          </List.Item>
        ))}
        {stuck.webhooks.map(({ id, url }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/webhooks/${id}`} underline="always" size="sm" c="inherit">
              {url}
            </Anchor>
            : {inDashboard('webhookFails')}
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
