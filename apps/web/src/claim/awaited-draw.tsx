import { Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useNow } from '../components/use-now.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { clockTime, countdown } from '../words/time.ts'
import { noteAwaited } from './reveal.tsx'

/** A claim whose amount the public beacon has not drawn yet. */
export default function AwaitedDraw({
  claimId,
  revealsAt,
}: {
  readonly claimId: string
  readonly revealsAt: string | null
}) {
  useEffect(() => noteAwaited(claimId), [claimId])
  const nowMs = useNow(250)
  const leftMs = revealsAt === null ? 0 : Date.parse(revealsAt) - nowMs
  return (
    <Stack gap="xs">
      <div role="status">
        <Title order={2} size="h4" className="numbers">
          {revealsAt !== null && leftMs > 0
            ? inClaiming('amountRevealedAt', { time: clockTime(revealsAt) })
            : inClaiming('amountNotDrawn')}
        </Title>
      </div>
      {leftMs > 0 ? (
        <Text fz={34} fw={700} ff="heading" lh={1.2} className="numbers" role="timer" aria-live="off">
          {countdown(leftMs)}
        </Text>
      ) : (
        <Group gap="xs">
          <Loader size={16} aria-hidden />
          <Text size="sm">{inClaiming('beaconExpected')}</Text>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {inClaiming('amountRevealedText')}
      </Text>
    </Stack>
  )
}
