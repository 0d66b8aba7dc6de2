import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copied-text.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { inPay } from '../words/messages.ts'

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
export function PayByHand({
  intent,
  plainAmount,
}: {
  readonly intent: PaymentOnPageFragment
  /** In whole units, in the format of wallets: a decimal point and no group separators. */
  readonly plainAmount: string
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
          <Entry name={inPay('amount')}>
            <CopiedText text={plainAmount} shown={`${plainAmount} ${currency}`} label={inPay('amountName')} />
          </Entry>
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
