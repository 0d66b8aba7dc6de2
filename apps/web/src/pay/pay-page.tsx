import { inWholeUnits } from '@dropkit/core'
import { Box, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconReceiptOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  PaymentDocument,
  type PaymentOnPageFragment,
  WatchPaymentDocument,
} from '../api/generated/operations.ts'
import { useLive } from '../api/live.ts'
import { useRead } from '../api/reads.ts'
import { CopiedText } from '../components/copyable.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { EmptyState } from '../components/list-parts.tsx'
import { PublicPage } from '../components/page-frame.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { LiveSign } from '../components/status-badge.tsx'
import { useNow } from '../components/use-now.ts'
import { wayBack } from '../page/links.ts'
import { mountPage } from '../page/mount-page.tsx'
import { pageData } from '../page/page-data.ts'
import { WalletProvider } from '../wallet/connect-wallet.tsx'
import { count, inWholeTokens } from '../words/amount.ts'
import { inPay } from '../words/messages.ts'
import { paymentState } from './payment-state.ts'
import { PaymentCard, ReceiptCard } from './receipt-card.tsx'

const WIDTH = 920
/**
 * No event reports a transaction that is seen but not confirmed, so the page polls. It also polls settled payments, less
 * often, because they may be refunded.
 */
const REREAD_MS = 2_000
const REREAD_SETTLED_MS = 15_000

/** The page for a URL without a known payment. */
function MissingPayment() {
  return (
    <Card withBorder>
      <EmptyState icon={<IconReceiptOff size={28} />} title={inPay('noPayment')} order={1}>
        {inPay('noPaymentText')}
      </EmptyState>
    </Card>
  )
}

function PayPage() {
  useDocumentTitle(inPay('tab'))
  const id = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  // Without a payment, the server gives the page no visitor token, and there is nothing to read.
  if (pageData.visitor === null)
    return (
      <PublicPage width={WIDTH}>
        <MissingPayment />
      </PublicPage>
    )
  return (
    <WalletProvider>
      <Payment id={id} />
    </WalletProvider>
  )
}

function Payment({ id }: { readonly id: string }) {
  const read = useRead(
    PaymentDocument,
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        /^(PENDING|PROCESSING)$/.test(data?.paymentIntent?.status ?? '') ? REREAD_MS : REREAD_SETTLED_MS,
    },
  )
  const intent = read.data?.paymentIntent
  const { isUp } = useLive(WatchPaymentDocument, intent ? { id } : null, {
    onUpdate: () => void read.refetch(),
    onUp: () => void read.refetch(),
  })
  const decimals = read.data?.service.currencies.find(({ code }) => code === intent?.currency)?.decimals
  return (
    <PublicPage width={WIDTH} right={intent ? <LiveSign isUp={isUp} /> : null}>
      {read.data ? null : <VisuallyHidden component="h1">{inPay('payment')}</VisuallyHidden>}
      {intent ? (
        <PaymentParts intent={intent} decimals={decimals ?? null} />
      ) : read.data ? (
        <MissingPayment />
      ) : read.error ? (
        <ErrorMessage title={inPay('notShown')} error={read.error} onRetry={() => read.refetch()} />
      ) : (
        <Waiting />
      )}
    </PublicPage>
  )
}

function PaymentParts({
  intent,
  decimals,
}: {
  readonly intent: PaymentOnPageFragment
  /** Null if the server no longer supports the currency. */
  readonly decimals: number | null
}) {
  const show = (atomic: string) =>
    decimals === null
      ? inPay('smallestUnits', { count: count(BigInt(atomic)), currency: intent.currency })
      : `${inWholeTokens(atomic, decimals)} ${intent.currency}`
  const state = paymentState(intent, useNow(), show)
  const back = wayBack(location.search, intent.drop)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <div>
        <PaymentCard intent={intent} amount={show(intent.amountAtomic)} state={state} back={back} />
      </div>
      {state.mood === 'open' ? (
        <PayByHand
          intent={intent}
          plainAmount={decimals === null ? null : inWholeUnits(intent.amountAtomic, decimals)}
        />
      ) : (
        <ReceiptCard intent={intent} show={show} />
      )}
    </SimpleGrid>
  )
}

const Waiting = () => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" aria-busy="true" aria-label={inPay('loading')}>
    {[0, 1].map((card) => (
      <Card key={card} withBorder padding="lg">
        <Stack gap="lg">
          <Skeleton height={72} />
          <Skeleton height={40} width="60%" />
          <Skeleton height={88} />
          <Skeleton height={50} />
        </Stack>
      </Card>
    ))}
  </SimpleGrid>
)

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" fw={600}>
        {name}
      </Text>
      <Box component="dd" m={0}>
        {children}
      </Box>
    </div>
  )
}

/** Manual payment: everything that a transfer needs, to copy, and a QR code that opens this page on a phone. */
function PayByHand({
  intent,
  plainAmount,
}: {
  readonly intent: PaymentOnPageFragment
  /**
   * In whole units, in the format of wallets: a decimal point and no group separators. Null if the decimals are not known:
   * wallets would take an amount in smallest units for whole ones.
   */
  readonly plainAmount: string | null
}) {
  const { intentId, walletAddress, recipientAddress, coinType, currency, paymentUrl } = intent
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {inPay('payAnotherWay')}
          </Title>
          <Text size="sm" c="dimmed">
            {inPay('payAnotherWayText')}
          </Text>
        </div>
        <Group align="flex-start" gap="lg" visibleFrom="xs">
          {/* Few wallets support Sui's payment links (`sui:…?amount=`), and those contain a reference that is not our memo. */}
          <QrCode url={paymentUrl} label={inPay('qrCode')} />
          <Text size="sm" c="dimmed" flex="1 1 140px">
            {inPay('qrCodeText')}
          </Text>
        </Group>
        <Stack component="dl" gap="sm" m={0}>
          {plainAmount === null ? null : (
            <Entry name={inPay('amount')}>
              <CopiedText
                text={plainAmount}
                shown={`${plainAmount} ${currency}`}
                label={inPay('amountName')}
              />
            </Entry>
          )}
          <Entry name={inPay('to')}>
            <CopiedText text={recipientAddress} label={inPay('recipientName')} />
          </Entry>
          <Entry name={inPay('from')}>
            <CopiedText text={walletAddress} label={inPay('yourWalletName')} />
          </Entry>
          <Entry name={inPay('memo')}>
            <CopiedText text={intentId} label={inPay('memoName')} />
            <Text size="xs" c="dimmed">
              {inPay('memoText')}
            </Text>
          </Entry>
          <Entry name={inPay('coin')}>
            <CopiedText text={coinType} label={inPay('coinName')} />
          </Entry>
        </Stack>
      </Stack>
    </Card>
  )
}

mountPage(<PayPage />)
