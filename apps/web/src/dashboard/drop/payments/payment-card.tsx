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
import { inWholeTokens } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { shortAddress } from '../../../words/short-address.ts'
import { inWords } from '../../../words/time.ts'
import { cameIn, canRefund, needsReview, reasonInWords } from './payment-words.ts'
import type { DropPayment } from './payments-tab.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundList } from './refund-list.tsx'

/** One payment, the reason for its state, and the actions of the drop's owner. */
export function PaymentCard({
  payment,
  decimals,
}: {
  readonly payment: DropPayment
  readonly decimals: number
}) {
  const [isRefunding, setRefunding] = useState(false)
  const approve = useChange(ApprovePaymentDocument, {
    onDone: () => notifications.show({ message: inDropTabs('paymentCountsAsPaid'), color: 'leaf' }),
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
              {[
                inDropTabs('items', { count: payment.quantity }),
                inWords(payment.createdAt),
                ...(came === null || String(came) === payment.amountAtomic
                  ? []
                  : [
                      inDropTabs('amountCameIn', {
                        amount: `${inWholeTokens(came, decimals)} ${payment.currency}`,
                      }),
                    ]),
              ].join(' · ')}
            </Text>
          </Stack>
          <Group gap="xs">
            {needsReview(payment) ? (
              <Button
                size="xs"
                loading={approve.isPending}
                onClick={() => approve.mutate({ id: payment.id })}
              >
                {inDropTabs('approve')}
              </Button>
            ) : null}
            {canRefund(payment) ? (
              <Button size="xs" variant="default" onClick={() => setRefunding(true)}>
                {inDropTabs('refund')}
              </Button>
            ) : null}
          </Group>
        </Group>
        {reason === null ? null : (
          <Text size="sm" fw={needsReview(payment) ? 600 : 400}>
            {needsReview(payment) ? inDropTabs('approveOrRefund', { reason }) : reason}
          </Text>
        )}
        <Group gap="md">
          <Labelled words={inDropTabs('from')}>
            <CopiedText
              text={payment.walletAddress}
              shown={shortAddress(payment.walletAddress)}
              label={inDropTabs('walletOfPaymentIntentid', { intentId: payment.intentId })}
            />
          </Labelled>
          {payment.txHash === null ? null : (
            <Labelled words={inDropTabs('transaction')}>
              <TransactionText
                txHash={payment.txHash}
                label={inDropTabs('transactionOfPaymentIntentid', { intentId: payment.intentId })}
              />
            </Labelled>
          )}
        </Group>
        {approve.error ? <FaultMessage title={inDropTabs('notApproved')} fault={approve.error} /> : null}
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
