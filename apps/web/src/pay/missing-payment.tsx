import { Card } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { EmptyState } from '../components/empty-state.tsx'
import { inPay } from '../words/messages.ts'

/** The page for a URL without a known payment. */
export function MissingPayment() {
  return (
    <Card withBorder>
      <EmptyState icon={<IconReceiptOff size={28} />} title={inPay('noPayment')} order={1}>
        {inPay('noPaymentText')}
      </EmptyState>
    </Card>
  )
}
