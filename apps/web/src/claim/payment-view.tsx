import { Alert, Anchor, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { countdown } from '../words/time.ts'
import { costOf, costOfPayment } from './drop-award.ts'

const REASONS = ['UNDERPAID', 'PAID_LATE', 'WRONG_SENDER', 'WRONG_COIN', 'SOLD_OUT'] as const

/** What must be paid, or the state of the payment. */
export default function PaymentView({
  drop,
  step,
  payment,
  items,
  onCancel,
}: {
  readonly drop: ClaimableDropFragment
  readonly step: 'pay' | 'await_payment' | 'review_payment'
  readonly payment: MyPaymentFragment | null
  /** How many items are paid for. Null before the claimer has named an amount. */
  readonly items: number | null
  readonly onCancel: (payment: MyPaymentFragment) => void
}) {
  const nowMs = useNow()
  if (payment === null)
    return items === null ? null : (
      <Text size="sm">
        {items === 1
          ? inClaiming('youPay', { cost: costOf(drop, 1) })
          : inClaiming('youPayFor', { count: items, each: costOf(drop, 1), cost: costOf(drop, items) })}
      </Text>
    )
  if (step === 'review_payment')
    return (
      <Alert
        color="yellow"
        variant="light"
        role="status"
        icon={<IconEyeCheck size={18} />}
        title={inClaiming('reviewed')}
      >
        <Text size="sm">
          {inClaiming('reviewedText', {
            reason: inClaiming(REASONS.find((known) => known === payment.statusReason) ?? 'unusual'),
          })}
        </Text>
      </Alert>
    )
  if (step === 'await_payment')
    return (
      <Stack gap="xs" role="status">
        <Title order={2} size="h4">
          {inClaiming('lookingForPayment')}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Loader size={16} aria-hidden />
          <Text size="sm">{inClaiming('lookingForPaymentText')}</Text>
        </Group>
      </Stack>
    )
  return (
    <Stack gap={4}>
      <Text size="sm">{inClaiming('youPay', { cost: costOfPayment(payment) })}</Text>
      <Text size="sm" className="numbers">
        {inClaiming('reservedFor', { time: countdown(Date.parse(payment.expiresAt) - nowMs) })}
      </Text>
      <Group gap="md">
        <Anchor href={payPage(payment)} size="sm" underline="always">
          {inClaiming('ownPage')}
        </Anchor>
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          onClick={() => onCancel(payment)}
        >
          {inClaiming('cancelPayment')}
        </Anchor>
      </Group>
    </Stack>
  )
}

/** The payment page on this host, whatever host the server's URL has, with a link back. */
const payPage = ({ paymentUrl }: MyPaymentFragment): string =>
  `${new URL(paymentUrl, location.href).pathname}?back=${encodeURIComponent(location.pathname)}`
