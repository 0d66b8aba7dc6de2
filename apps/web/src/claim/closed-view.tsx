import { Stack, Text, Title } from '@mantine/core'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { countdown, inWords } from '../words/time.ts'
import type { ClosedWhy } from './claim-step.ts'

const WORDS: Readonly<Record<ClosedWhy, readonly [title: string, text: string]>> = {
  not_started: ['Opens soon', 'Stay here: this page opens by itself.'],
  paused: [
    'Paused for now',
    'The creator has stopped it for a while. Stay here: this page goes on by itself.',
  ],
  sold_out: [
    'All claimed',
    'Everything has been claimed. Should some of it come back, it shows here at once.',
  ],
  ended: ['This drop is over', 'Nothing more can be claimed.'],
  cancelled: ['Cancelled', 'The creator has cancelled this drop. Whatever was paid is given back.'],
}

/** Why nobody can claim right now, and what comes of it. */
export function ClosedView({ drop, why }: { readonly drop: ClaimableDropFragment; readonly why: ClosedWhy }) {
  const [title, text] = WORDS[why]
  return (
    <Stack gap={4} role="status">
      <Title order={2} size="h4">
        {title}
      </Title>
      {why === 'not_started' && drop.startsAt !== null ? <Countdown until={drop.startsAt} /> : null}
      <Text size="sm" c="dimmed">
        {text}
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
      <Text size="sm">{inWords(until)}</Text>
    </div>
  )
}
