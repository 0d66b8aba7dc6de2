import { Alert, Anchor, List } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { Link } from 'react-router'
import {
  DropPayoutsDocument,
  OpenUnmatchedPaymentsDocument,
  PaymentsNeedingAttentionDocument,
  StuckDeliveriesDocument,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { inDashboard } from '../../words/messages.ts'
import { useMe } from '../creator.ts'
import { attentionOf, type DropAttention, type StuckDeliveries, stuckDeliveriesOf } from './attention.ts'

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
          <AttentionItem key={drop.dropId} to={paymentsToDo(drop)} title={drop.title}>
            {attentionWords(drop)}
          </AttentionItem>
        ))}
        {stuck.drops.map(({ id, title }) => (
          <AttentionItem key={`vault of ${id}`} to={`/drops/${id}`} title={title}>
            {inDashboard('vaultHoldsTooLittle')}
          </AttentionItem>
        ))}
        {stuck.webhooks.map(({ id, url }) => (
          <AttentionItem key={id} to={`/webhooks/${id}`} title={url}>
            {inDashboard('webhookFails')}
          </AttentionItem>
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

function AttentionItem({
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

const attentionWords = ({ toReview, failedRefunds }: DropAttention): string =>
  [
    toReview === 0 ? '' : inDashboard('paymentsToReview', { count: toReview }),
    failedRefunds === 0 ? '' : inDashboard('refundsToRetry', { count: failedRefunds }),
  ]
    .filter((words) => words !== '')
    .join(', ')

const READ_EVERY_MS = 60_000

/**
 * Drops with payments that need their owner's attention: the 200 newest to review, and failed refunds of the 200 newest
 * payments. With `dropId`, only that drop.
 */
export function useAttention(dropId: string | null = null): readonly DropAttention[] {
  const { data } = useRead(PaymentsNeedingAttentionDocument, { dropId }, { refetchInterval: READ_EVERY_MS })
  return data?.me ? attentionOf([...data.toReview, ...data.newest], data.me.id) : []
}

/** Open drops whose vault holds too little, among the 50 newest, and webhooks whose receiver fails. */
export function useStuckDeliveries(): StuckDeliveries {
  const { me } = useMe()
  const { data } = useRead(
    StuckDeliveriesDocument,
    { creatorId: me?.id ?? '' },
    { enabled: me !== undefined, refetchInterval: READ_EVERY_MS },
  )
  return stuckDeliveriesOf(data ?? { drops: [], webhooks: [] })
}

/** How many of the ten newest payouts of a drop have failed. */
export function useFailedPayouts(dropId: string): number {
  const variables = { dropId, limit: 10, after: null }
  const { data } = useRead(DropPayoutsDocument, variables, { refetchInterval: READ_EVERY_MS })
  return data?.payouts.filter(({ status }) => status === 'FAILED').length ?? 0
}

/** How many unmatched payments need the operator's decision, at most 200. 0 for all other users. */
export function useUnmatchedCount(): number {
  const { me } = useMe()
  const { data } = useRead(
    OpenUnmatchedPaymentsDocument,
    {},
    { enabled: isOperator(me), refetchInterval: READ_EVERY_MS },
  )
  return data?.unmatchedPayments.length ?? 0
}

/** Whether this user is the server's operator, which is the user `admin`. */
export const isOperator = (me: { readonly identityProviderId: string } | undefined): boolean =>
  me?.identityProviderId === 'local:admin'
