import { Anchor, Box, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copyable.tsx'
import { DropPicture } from '../components/drop-picture.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { TransactionText } from '../components/transaction-text.tsx'
import { useNow } from '../components/use-now.ts'
import { shortAddress } from '../words/addresses.ts'
import { inPay, t } from '../words/messages.ts'
import { countdown, inWords } from '../words/time.ts'
import { PaymentNotice, PayWithWallet } from './pay-with-wallet.tsx'
import type { PaymentState } from './payment-state.ts'

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
            {reason ? ` · ${reason}` : ''}
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

const HURRY_MS = 2 * 60_000
/** How long a payment is open, used only for the length of the bar. */
const WHOLE_MS = 15 * 60_000

/** The time left to pay, by the server's clock. */
function CountdownLine({ expiresAt }: { readonly expiresAt: string }) {
  const leftMs = Date.parse(expiresAt) - useNow()
  const isShort = leftMs < HURRY_MS
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="sm" c="dimmed">
          {inPay(isShort ? 'hurry' : 'timeLeft')}
        </Text>
        <Text size="sm" fw={700} className="numbers" role="timer" aria-live="off">
          {countdown(leftMs)}
        </Text>
      </Group>
      <Progress
        value={Math.min(100, (100 * leftMs) / WHOLE_MS)}
        color={isShort ? 'orange' : 'leaf'}
        size="sm"
        aria-hidden
      />
    </div>
  )
}

/** What is paid for, the amount, the state, and the way to pay. */
export function PaymentCard({
  intent,
  amount,
  state,
  back,
}: {
  readonly intent: PaymentOnPageFragment
  readonly amount: string
  readonly state: PaymentState
  readonly back: string | null
}) {
  const { drop, quantity, expiresAt } = intent
  const title = drop?.title ?? inPay('dropGone')
  return (
    <Card withBorder padding="lg">
      <Stack gap="lg">
        <Group gap="md" wrap="nowrap" align="center">
          <Box w={72} style={{ flexShrink: 0 }}>
            <DropPicture
              id={drop?.id ?? intent.id}
              imageUrl={drop?.imageUrl ?? null}
              ratio={1}
              widthPx={72}
            />
          </Box>
          <Box miw={0}>
            <Text size="sm" c="dimmed">
              {inPay('paymentFor', { count: quantity })}
            </Text>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {back === null ? title : <Anchor href={back}>{title}</Anchor>}
            </Text>
          </Box>
        </Group>
        <Title order={1} fz={40} lh={1.1} className="numbers">
          {amount}
        </Title>
        {state.mood === 'open' ? <CountdownLine expiresAt={expiresAt} /> : null}
        <PaymentNotice state={state} />
        {state.mood === 'open' ? <PayWithWallet intent={intent} amount={amount} /> : null}
        {state.mood === 'open' || back === null ? null : (
          <Button component="a" href={back} size="md" leftSection={<IconArrowLeft size={18} aria-hidden />}>
            {inPay('backToDrop')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
