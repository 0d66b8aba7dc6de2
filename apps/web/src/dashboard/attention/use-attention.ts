import {
  DropPayoutsDocument,
  OpenUnmatchedPaymentsDocument,
  PaymentsNeedingAttentionDocument,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { useMe } from '../frame/use-me.ts'
import { attentionOf, type DropAttention } from './attention.ts'

const READ_EVERY_MS = 60_000

/** Drops with payments that wait for their owner, among the 200 newest payments; of one drop only if it is given. */
export function useAttention(dropId: string | null = null): readonly DropAttention[] {
  const { data } = useRead(PaymentsNeedingAttentionDocument, { dropId }, { refetchInterval: READ_EVERY_MS })
  return data?.me ? attentionOf(data.paymentIntents, data.me.id) : []
}

/** How many of a drop's ten newest payouts have failed. */
export function useFailedPayouts(dropId: string): number {
  const variables = { dropId, limit: 10, after: null }
  const { data } = useRead(DropPayoutsDocument, variables, { refetchInterval: READ_EVERY_MS })
  return data?.payouts.filter(({ status }) => status === 'FAILED').length ?? 0
}

/** How many payments belong to no order and wait for the operator; 0 for everyone else. At most 200 are counted. */
export function useUnmatchedCount(): number {
  const { me } = useMe()
  const { data } = useRead(
    OpenUnmatchedPaymentsDocument,
    {},
    { enabled: isOperator(me), refetchInterval: READ_EVERY_MS },
  )
  return data?.unmatchedPayments.length ?? 0
}

/** Whether this user is the operator of the server: the user `admin`. */
export const isOperator = (me: { readonly identityProviderId: string } | undefined): boolean =>
  me?.identityProviderId === 'local:admin'
