import {
  DropPayoutsDocument,
  OpenUnmatchedPaymentsDocument,
  PaymentsNeedingAttentionDocument,
  StuckDeliveriesDocument,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { useMe } from '../frame/use-me.ts'
import { attentionOf, type DropAttention, type StuckDeliveries, stuckDeliveriesOf } from './attention.ts'

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
