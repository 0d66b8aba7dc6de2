import { Group, Progress, Text } from '@mantine/core'
import { useNow } from '../components/use-now.ts'
import { inPay } from '../words/messages.ts'
import { countdown } from '../words/time.ts'

const HURRY_MS = 2 * 60_000
/** How long a payment is open, used only for the length of the bar. */
const WHOLE_MS = 15 * 60_000

/** The time left to pay, by the server's clock. */
export function CountdownLine({ expiresAt }: { readonly expiresAt: string }) {
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
