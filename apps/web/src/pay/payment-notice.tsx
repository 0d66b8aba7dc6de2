import { Alert, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconClockOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PaymentState } from './payment-state.ts'

const LOOKS: {
  readonly [Mood in PaymentState['mood']]: { readonly color: string; readonly icon: ReactNode }
} = {
  open: { color: 'gray', icon: <IconClock size={20} /> },
  busy: { color: 'blue', icon: <Loader size={18} /> },
  good: { color: 'leaf', icon: <IconCircleCheck size={20} /> },
  care: { color: 'orange', icon: <IconAlertTriangle size={20} /> },
  over: { color: 'gray', icon: <IconClockOff size={20} /> },
}

/** The payment's state. Screen readers announce changes. */
export function PaymentNotice({ state }: { readonly state: PaymentState }) {
  const { color, icon } = LOOKS[state.mood]
  return (
    <div role="status">
      <Alert
        color={color}
        variant="light"
        icon={icon}
        title={state.title}
        role="presentation"
        styles={{ title: { fontSize: 'var(--mantine-font-size-md)' } }}
      >
        <Text size="sm">{state.words}</Text>
      </Alert>
    </div>
  )
}
