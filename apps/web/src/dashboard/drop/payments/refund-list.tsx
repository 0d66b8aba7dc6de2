import { Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useChange } from '../../../api/changes.ts'
import { RetryRefundDocument } from '../../../api/generated/operations.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { inWholeTokens } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inWords } from '../../../words/time.ts'
import type { DropPayment } from './payments-tab.tsx'
import { TransferState } from './transfer-state.tsx'

/** Refunds of a payment, done or in progress. */
export function RefundList({
  payment: { refunds, currency },
  decimals,
}: {
  readonly payment: DropPayment
  readonly decimals: number
}) {
  if (refunds.length === 0) return null
  return (
    <Stack gap="xs" pl="sm" style={{ borderInlineStart: '3px solid var(--quiet-line)' }}>
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} currency={currency} decimals={decimals} />
      ))}
    </Stack>
  )
}

function Refund({
  refund,
  currency,
  decimals,
}: {
  readonly refund: DropPayment['refunds'][number]
  readonly currency: string
  readonly decimals: number
}) {
  const retry = useChange(RetryRefundDocument, {
    onDone: () => notifications.show({ message: inDropTabs('refundIsSentAgain'), color: 'leaf' }),
  })
  return (
    <Group gap="sm" data-refund={refund.status}>
      <Text size="sm" className="numbers">
        {inDropTabs('amountCurrencyBackTime', {
          amount: inWholeTokens(refund.amountAtomic, decimals),
          currency,
          time: inWords(refund.createdAt),
        })}
      </Text>
      <StatusBadge status={refund.status} size="sm" />
      {refund.reason ? (
        <Text size="sm" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          “{refund.reason}”
        </Text>
      ) : null}
      <TransferState
        transfer={refund}
        label={inDropTabs('transactionOfRefundId', { id: refund.id })}
        retry={retry}
      />
    </Group>
  )
}
