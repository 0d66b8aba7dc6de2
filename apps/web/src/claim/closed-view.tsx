import { Stack, Text, Title } from '@mantine/core'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { inClaim } from '../words/messages.ts'
import { countdown, inWordsWithZone } from '../words/time.ts'
import type { ClosedWhy } from './claim-step.ts'

const WORDS = {
  not_started: ['opensSoon', 'opensSoonText'],
  paused: ['paused', 'pausedText'],
  sold_out: ['allClaimed', 'allClaimedText'],
  ended: ['over', 'overText'],
  cancelled: ['cancelled', 'cancelledText'],
} as const satisfies Readonly<Record<ClosedWhy, readonly [title: string, text: string]>>

/** Why the drop cannot be claimed now, and what happens next. */
export function ClosedView({ drop, why }: { readonly drop: ClaimableDropFragment; readonly why: ClosedWhy }) {
  const [title, text] = WORDS[why]
  return (
    <Stack gap={4} role="status">
      <Title order={2} size="h4">
        {inClaim(title)}
      </Title>
      {why === 'not_started' && drop.startsAt !== null ? <Countdown until={drop.startsAt} /> : null}
      <Text size="sm" c="dimmed">
        {inClaim(text)}
      </Text>
    </Stack>
  )
}

function Countdown({ until }: { readonly until: string }) {
  const leftMs = Date.parse(until) - useNow()
  return (
    <div>
      <Text fz={34} fw={700} ff="heading" lh={1.2} className="numbers" role="timer" aria-live="off">
        {countdown(leftMs)}
      </Text>
      <Text size="sm">{inWordsWithZone(until)}</Text>
    </div>
  )
}
