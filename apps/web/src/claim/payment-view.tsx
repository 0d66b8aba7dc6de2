import { Alert, Anchor, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { countdown } from '../words/time.ts'
import { costOf } from './drop-words.ts'

const REASONS: Readonly<Record<string, string>> = {
  UNDERPAID: 'Less came than was due.',
  PAID_LATE: 'It came after its time had run out.',
  WRONG_SENDER: 'It came from another wallet.',
  WRONG_COIN: 'It came in another coin.',
  SOLD_OUT: 'Everything was gone when it came.',
}

/** What has to be paid, or where the payment stands. */
export function PaymentView({
  drop,
  step,
  payment,
}: {
  readonly drop: ClaimableDropFragment
  readonly step: 'pay' | 'await_payment' | 'review_payment'
  readonly payment: MyPaymentFragment | null
}) {
  const nowMs = useNow()
  if (payment === null)
    return <Text size="sm">You pay {costOf(drop, 1)} from your wallet, and get yours right after.</Text>
  if (step === 'review_payment')
    return (
      <Alert
        color="yellow"
        variant="light"
        role="status"
        icon={<IconEyeCheck size={18} />}
        title="Your payment is being looked at"
      >
        <Text size="sm">
          {REASONS[payment.statusReason ?? ''] ?? 'Something about it is unusual.'} The creator lets it stand
          or gives it back. You will see it here.
        </Text>
      </Alert>
    )
  if (step === 'await_payment')
    return (
      <Stack gap="xs" role="status">
        <Title order={2} size="h4">
          Looking for your payment
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Loader size={16} aria-hidden />
          <Text size="sm">Once the chain shows it, you can claim. Do not pay again.</Text>
        </Group>
      </Stack>
    )
  return (
    <Stack gap={4}>
      <Text size="sm" className="numbers">
        Yours is kept for {countdown(Date.parse(payment.expiresAt) - nowMs)}, until you have paid.
      </Text>
      <Anchor href={payPage(payment)} size="sm" underline="always">
        Pay on a page of its own
      </Anchor>
    </Stack>
  )
}

/** On this server whatever it calls itself, and with the way back. */
const payPage = ({ paymentUrl }: MyPaymentFragment): string =>
  `${new URL(paymentUrl, location.href).pathname}?back=${encodeURIComponent(location.pathname)}`
