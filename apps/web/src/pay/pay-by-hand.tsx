import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copied-text.tsx'
import { QrCode } from '../components/qr-code.tsx'

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

/** The long way: everything that a transfer takes, to be copied, and a code that opens this page on a phone. */
export function PayByHand({
  intent,
  plainAmount,
}: {
  readonly intent: PaymentOnPageFragment
  /** Whole units as wallets take them: a point, no groups. */
  readonly plainAmount: string
}) {
  const { intentId, walletAddress, recipientAddress, coinType, currency, paymentUrl } = intent
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Pay another way
          </Title>
          <Text size="sm" c="dimmed">
            Send exactly this much, from this wallet, before the time is over.
          </Text>
        </div>
        <Group align="flex-start" gap="lg" visibleFrom="xs">
          {/* Few wallets read Sui's payment links (`sui:…?amount=`), and those carry another reference than ours. */}
          <QrCode url={paymentUrl} label="QR code that opens this payment on a phone" />
          <Text size="sm" c="dimmed" flex="1 1 140px">
            Wallet on your phone? Point its camera here: it opens this page there.
          </Text>
        </Group>
        <Stack component="dl" gap="sm" m={0}>
          <Entry name="Amount">
            <CopiedText text={plainAmount} shown={`${plainAmount} ${currency}`} label="amount" />
          </Entry>
          <Entry name="To">
            <CopiedText text={recipientAddress} label="recipient's address" />
          </Entry>
          <Entry name="From your wallet">
            <CopiedText text={walletAddress} label="your wallet's address" />
          </Entry>
          <Entry name="Memo">
            <CopiedText text={intentId} label="memo" />
            <Text size="xs" c="dimmed">
              Where your wallet can send one. Without it the payment is known by its wallet and its amount.
            </Text>
          </Entry>
          <Entry name="Coin">
            <CopiedText text={coinType} label="coin" />
          </Entry>
        </Stack>
      </Stack>
    </Card>
  )
}
