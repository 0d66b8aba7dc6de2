import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { ApprovePaymentDocument, RetryRefundDocument } from '../../../api/generated/operations.ts'
import { CopiedText } from '../../../components/copyable.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Labelled } from '../../../components/list-parts.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { TransactionText } from '../../../components/transaction-text.tsx'
import { useNow } from '../../../components/use-now.ts'
import { shortAddress } from '../../../words/addresses.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inWords } from '../../../words/time.ts'
import {
  canRefund,
  coinOf,
  inCoin,
  inWordsOfChange,
  isOtherCoin,
  needsReview,
  reasonInWords,
  type ShownCoin,
  seenOf,
  type Transfer,
  transferInWords,
} from './payment-words.ts'
import type { Currency, DropPayment } from './payments-tab.tsx'
import { RefundDialog } from './refund-dialog.tsx'

/** Refunds of a payment, done or in progress. */
function RefundList({
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

/** One payment, the reason for its state, and the actions of the drop's owner. */
export function PaymentCard({
  payment,
  currencies,
}: {
  readonly payment: DropPayment
  readonly currencies: readonly Currency[]
}) {
  const [isRefunding, setRefunding] = useState(false)
  const approve = useChange(ApprovePaymentDocument, {
    onDone: () => notifications.show({ message: inDropTabs('paymentCountsAsPaid'), color: 'leaf' }),
  })
  const reason = reasonInWords(payment, isOtherCoin(payment))
  const coin = coinOf(payment, currencies)
  const seen = seenOf(payment)
  const error = inWordsOfChange(approve.error, approve.variables?.seen, payment, currencies)
  return (
    <Paper component="li" withBorder p="md" data-payment={payment.status}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4}>
            <Group gap="sm">
              <Text fw={700} ff="heading" className="numbers">
                {inCoin(payment.amountAtomic, coinOf({ ...payment, receivedCoinType: null }, currencies))}
              </Text>
              <StatusBadge status={payment.status} size="sm" />
            </Group>
            <Text size="sm" c="dimmed" className="numbers">
              {[
                inDropTabs('items', { count: payment.quantity }),
                inWords(payment.createdAt),
                ...(seen === null || (seen.receivedAtomic === payment.amountAtomic && !isOtherCoin(payment))
                  ? []
                  : [inDropTabs('amountCameIn', { amount: inCoin(seen.receivedAtomic, coin) })]),
              ].join(' · ')}
            </Text>
          </Stack>
          <Group gap="xs">
            {needsReview(payment) && seen !== null ? (
              <Button
                size="xs"
                loading={approve.isPending}
                onClick={() => approve.mutate({ id: payment.id, seen })}
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
              text={payment.receivedFrom ?? payment.walletAddress}
              shown={shortAddress(payment.receivedFrom ?? payment.walletAddress)}
              label={inDropTabs('walletOfPaymentIntentid', { intentId: payment.intentId })}
            />
          </Labelled>
          {payment.receivedFrom === null || payment.receivedFrom === payment.walletAddress ? null : (
            <Labelled words={inDropTabs('buyer')}>
              <CopiedText
                text={payment.walletAddress}
                shown={shortAddress(payment.walletAddress)}
                label={inDropTabs('buyerOfPaymentIntentid', { intentId: payment.intentId })}
              />
            </Labelled>
          )}
          {payment.txHash === null ? null : (
            <Labelled words={inDropTabs('transaction')}>
              <TransactionText
                txHash={payment.txHash}
                label={inDropTabs('transactionOfPaymentIntentid', { intentId: payment.intentId })}
              />
            </Labelled>
          )}
        </Group>
        {error ? <ErrorMessage title={inDropTabs('notApproved')} error={error} /> : null}
        <RefundList payment={payment} coin={coin} />
      </Stack>
      <RefundDialog
        payment={payment}
        currencies={currencies}
        isOpen={isRefunding}
        onClose={() => setRefunding(false)}
      />
    </Paper>
  )
}

/** The state of a refund or payout, with a retry button if it has failed. */
export function TransferState({
  transfer,
  label,
  retry,
}: {
  readonly transfer: Transfer & { readonly id: string; readonly txHash: string | null }
  /** For example `transaction of refund ref_1`. */
  readonly label: string
  readonly retry: {
    readonly isPending: boolean
    readonly error: unknown
    readonly mutate: (variables: { readonly id: string }) => void
  }
}) {
  const words = transferInWords(transfer, useNow(30_000))
  return (
    <>
      {transfer.txHash === null ? null : <TransactionText txHash={transfer.txHash} label={label} />}
      {words === null ? null : (
        <Group gap="sm" w="100%">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words}
          </Text>
          {transfer.status === 'FAILED' ? (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconRefresh size={15} aria-hidden />}
              loading={retry.isPending}
              onClick={() => retry.mutate({ id: transfer.id })}
            >
              {inDropTabs('retry')}
            </Button>
          ) : null}
        </Group>
      )}
      {retry.error ? <ErrorMessage title={inDropTabs('notRetried')} error={retry.error} /> : null}
    </>
  )
}
