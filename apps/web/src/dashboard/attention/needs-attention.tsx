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
          <ThingToDo key={drop.dropId} to={paymentsToDo(drop)} title={drop.title}>
            {whatWaits(drop)}
          </ThingToDo>
        ))}
        {stuck.drops.map(({ id, title }) => (
          <ThingToDo key={`vault of ${id}`} to={`/drops/${id}`} title={title}>
            {inDashboard('vaultHoldsTooLittle')}
          </ThingToDo>
        ))}
        {stuck.webhooks.map(({ id, url }) => (
          <ThingToDo key={id} to={`/webhooks/${id}`} title={url}>
            {inDashboard('webhookFails')}
          </ThingToDo>
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

function ThingToDo({
  to,
  title,
  children,
}: {
  readonly to: string
  readonly title: string
  readonly children: string
}) {
  return (
    <List.Item style={{ overflowWrap: 'anywhere' }}>
      <Anchor component={Link} to={to} underline="always" size="sm" c="inherit">
        {title}
      </Anchor>
      : {children}
    </List.Item>
  )
}

const paymentsToDo = ({ dropId, toReview, failedRefunds }: DropAttention): string =>
  `/drops/${dropId}/payments${toReview > 0 && failedRefunds === 0 ? '?status=REQUIRES_REVIEW' : ''}`

const whatWaits = ({ toReview, failedRefunds }: DropAttention): string =>
  [
    toReview === 0 ? '' : inDashboard('paymentsToReview', { count: toReview }),
    failedRefunds === 0 ? '' : inDashboard('refundsToRetry', { count: failedRefunds }),
  ]
    .filter((words) => words !== '')
    .join(', ')
