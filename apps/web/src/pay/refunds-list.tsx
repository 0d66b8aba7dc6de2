import { Group, Stack, Text, Title } from '@mantine/core'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { TransactionText } from '../components/transaction-text.tsx'
import { inPay } from '../words/messages.ts'
import { inWords } from '../words/time.ts'

/** Refunds of this payment, done or in progress. */
export function RefundsList({
  refunds,
  show,
}: {
  readonly refunds: PaymentOnPageFragment['refunds']
  /** Formats an amount in the currency's smallest units. */
  readonly show: (amountAtomic: string) => string
}) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {inPay('refunds')}
      </Title>
      {refunds.map(({ id, amountAtomic, reason, status, txHash, createdAt }) => (
        <Stack key={id} gap={4}>
          <Group justify="space-between" gap="xs">
            <Text fw={600} className="numbers">
              {show(amountAtomic)}
            </Text>
            <StatusBadge status={status} />
          </Group>
          <Text size="sm" c="dimmed">
            {inWords(createdAt)}
            {reason === null ? '' : ` · ${reason}`}
          </Text>
          {txHash === null ? null : <TransactionText txHash={txHash} label={inPay('refundName')} />}
        </Stack>
      ))}
    </Stack>
  )
}
