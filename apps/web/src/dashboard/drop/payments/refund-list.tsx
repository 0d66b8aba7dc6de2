import { Group, Stack, Text } from '@mantine/core'
import { CopiedText } from '../../../components/copied-text.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { inWholeTokens } from '../../../words/amount.ts'
import { shortAddress } from '../../../words/short-address.ts'
import { inWords } from '../../../words/time.ts'
import type { DropPayment } from './payments-tab.tsx'

/** What of a payment was given back, or is on its way. */
export function RefundList({
  payment: { refunds, currency },
  decimals,
}: {
  readonly payment: DropPayment
  readonly decimals: number
}) {
  if (refunds.length === 0) return null
  return (
    <Stack gap={4} pl="sm" style={{ borderInlineStart: '3px solid var(--quiet-line)' }}>
      {refunds.map((refund) => (
        <Group key={refund.id} gap="sm">
          <Text size="sm" className="numbers">
            {inWholeTokens(refund.amountAtomic, decimals)} {currency} back, {inWords(refund.createdAt)}
          </Text>
          <StatusBadge status={refund.status} size="sm" />
          {refund.reason ? (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              “{refund.reason}”
            </Text>
          ) : null}
          {refund.txHash === null ? null : (
            <CopiedText
              text={refund.txHash}
              shown={shortAddress(refund.txHash)}
              label={`transaction of refund ${refund.id}`}
            />
          )}
        </Group>
      ))}
    </Stack>
  )
}
