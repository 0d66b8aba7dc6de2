import { Card } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { EmptyState } from '../components/empty-state.tsx'
import { inPay } from '../words/messages.ts'

/** Nothing is known by this address. */
export function MissingPayment() {
  return (
    <Card withBorder>
      <EmptyState icon={<IconReceiptOff size={28} />} title={inPay('noPayment')} order={1}>
        {inPay('noPaymentText')}
      </EmptyState>
    </Card>
  )
}
