import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copied-text.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { TransactionText } from '../components/transaction-text.tsx'
import { inPay, t } from '../words/messages.ts'
import { shortAddress } from '../words/short-address.ts'
import { inWords } from '../words/time.ts'

/** Refunds of this payment, done or in progress. */
function RefundsList({
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

/** The facts of a payment that is no longer open. */
export function ReceiptCard({
  intent,
  show,
}: {
  readonly intent: PaymentOnPageFragment
  readonly show: (amountAtomic: string) => string
}) {
  const { intentId, walletAddress, txHash, refunds, receivedAtomic, receivedFrom } = intent
  // An amount in another coin is in that coin's smallest units, and its name and decimals are not known here.
  const isCounted = intent.receivedCoinType === intent.coinType
  const entries = [
    ['fromWallet', receivedFrom ?? walletAddress, inPay('walletName')],
    ['transaction', txHash, t('transaction')],
    ['reference', intentId, inPay('referenceName')],
  ] as const
  return (
    <Card withBorder padding="lg">
      <Stack gap="lg">
        <Title order={2} size="h4">
          {inPay(txHash === null ? 'details' : 'receipt')}
        </Title>
        <Stack component="dl" gap="sm" m={0}>
          {isCounted ? (
            <div>
              <Text component="dt" size="sm" fw={600}>
                {inPay('cameIn')}
              </Text>
              <Text component="dd" m={0} size="sm" className="numbers">
                {show(receivedAtomic)}
              </Text>
            </div>
          ) : null}
          {entries.map(([name, text, label]) =>
            text === null ? null : (
              <div key={name}>
                <Text component="dt" size="sm" fw={600}>
                  {inPay(name)}
                </Text>
                <Box component="dd" m={0}>
                  {name === 'transaction' ? (
                    <TransactionText txHash={text} label={label} />
                  ) : (
                    <CopiedText text={text} shown={shortAddress(text)} label={label} />
                  )}
                </Box>
              </div>
            ),
          )}
        </Stack>
        {refunds.length === 0 ? null : <RefundsList refunds={refunds} show={show} />}
      </Stack>
    </Card>
  )
}
