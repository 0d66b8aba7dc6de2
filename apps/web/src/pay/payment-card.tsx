import { Anchor, Box, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { PaymentOnPageFragment } from '../api/generated/operations.ts'
import { DropPicture } from '../components/drop-picture.tsx'
import { useNow } from '../components/use-now.ts'
import { inPay } from '../words/messages.ts'
import { countdown } from '../words/time.ts'
import { PayWithWallet } from './pay-with-wallet.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import type { PaymentState } from './payment-state.ts'

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
