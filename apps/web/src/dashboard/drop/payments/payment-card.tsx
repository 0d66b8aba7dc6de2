import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { ApprovePaymentDocument } from '../../../api/generated/operations.ts'
import { CopiedText } from '../../../components/copied-text.tsx'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { Labelled } from '../../../components/labelled.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { TransactionText } from '../../../components/transaction-text.tsx'
import { counted, inWholeTokens } from '../../../words/amount.ts'
import { shortAddress } from '../../../words/short-address.ts'
import { inWords } from '../../../words/time.ts'
import { cameIn, canRefund, needsReview, reasonInWords } from './payment-words.ts'
import type { DropPayment } from './payments-tab.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundList } from './refund-list.tsx'

/** One payment, why it stands where it does, and what its drop's owner can do about it. */
export function PaymentCard({
  payment,
  decimals,
}: {
  readonly payment: DropPayment
  readonly decimals: number
}) {
  const [isRefunding, setRefunding] = useState(false)
  const approve = useChange(ApprovePaymentDocument, {
    onDone: () => notifications.show({ message: 'The payment counts as paid in full.', color: 'leaf' }),
  })
  const reason = reasonInWords(payment)
  const came = cameIn(payment)
  return (
    <Paper component="li" withBorder p="md" data-payment={payment.status}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4}>
            <Group gap="sm">
              <Text fw={700} ff="heading" className="numbers">
                {inWholeTokens(payment.amountAtomic, decimals)} {payment.currency}
              </Text>
              <StatusBadge status={payment.status} size="sm" />
            </Group>
            <Text size="sm" c="dimmed" className="numbers">
              {counted(payment.quantity, 'item')} · {inWords(payment.createdAt)}
              {came === null || String(came) === payment.amountAtomic
                ? ''
                : ` · ${inWholeTokens(came, decimals)} ${payment.currency} came in`}
            </Text>
          </Stack>
          <Group gap="xs">
            {needsReview(payment) ? (
              <Button
                size="xs"
                loading={approve.isPending}
                onClick={() => approve.mutate({ id: payment.id })}
              >
                Approve
              </Button>
            ) : null}
            {canRefund(payment) ? (
              <Button size="xs" variant="default" onClick={() => setRefunding(true)}>
                Refund
              </Button>
            ) : null}
          </Group>
        </Group>
        {reason === null ? null : (
          <Text size="sm" fw={needsReview(payment) ? 600 : 400}>
            {reason}
            {needsReview(payment) ? ' Approve or refund it.' : ''}
          </Text>
        )}
        <Group gap="md">
          <Labelled words="From">
            <CopiedText
              text={payment.walletAddress}
              shown={shortAddress(payment.walletAddress)}
              label={`wallet of payment ${payment.intentId}`}
            />
          </Labelled>
          {payment.txHash === null ? null : (
            <Labelled words="Transaction">
              <TransactionText txHash={payment.txHash} label={`transaction of payment ${payment.intentId}`} />
            </Labelled>
          )}
        </Group>
        {approve.error ? <FaultMessage title="Not approved" fault={approve.error} /> : null}
        <RefundList payment={payment} decimals={decimals} />
      </Stack>
      <RefundDialog
        payment={payment}
        decimals={decimals}
        isOpen={isRefunding}
        onClose={() => setRefunding(false)}
      />
    </Paper>
  )
}
