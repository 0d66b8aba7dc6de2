import { Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useChange } from '../../../api/changes.ts'
import { RetryRefundDocument } from '../../../api/generated/operations.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inWords } from '../../../words/time.ts'
import type { DropPayment } from './payments-tab.tsx'
import { inCoin, type ShownCoin } from './received-payment.ts'
import { TransferState } from './transfer-state.tsx'

/** Refunds of a payment, done or in progress. */
export function RefundList({
  payment: { refunds },
  coin,
}: {
  readonly payment: DropPayment
  readonly coin: ShownCoin
}) {
  if (refunds.length === 0) return null
  return (
    <Stack gap="xs" pl="sm" style={{ borderInlineStart: '3px solid var(--quiet-line)' }}>
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} coin={coin} />
      ))}
    </Stack>
  )
}

function Refund({
  refund,
  coin,
}: {
  readonly refund: DropPayment['refunds'][number]
  readonly coin: ShownCoin
}) {
  const retry = useChange(RetryRefundDocument, {
    onDone: () => notifications.show({ message: inDropTabs('refundIsSentAgain'), color: 'leaf' }),
  })
  return (
    <Group gap="sm" data-refund={refund.status}>
      <Text size="sm" className="numbers">
        {inDropTabs('amountBackTime', {
          amount: inCoin(refund.amountAtomic, coin),
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
