import { Card } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { EmptyState } from '../components/empty-state.tsx'

/** Nothing is known by this address. */
export function MissingPayment() {
  return (
    <Card withBorder>
      <EmptyState icon={<IconReceiptOff size={28} />} title="There is no such payment" order={1}>
        Perhaps the link is not complete. Go back to the drop and start the payment again: nothing has been
        taken from you.
      </EmptyState>
    </Card>
  )
}
