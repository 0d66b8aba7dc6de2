import { Button, Stack, Text, Title } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { useNow } from '../components/use-now.ts'
import { inClaim } from '../words/messages.ts'
import { countdown, inWordsWithZone } from '../words/time.ts'
import classes from './claim-page.module.css'
import type { ClaimStep, ClosedWhy } from './claim-step.ts'
import type { ClaimActions } from './use-claim-actions.ts'

// Loaded when the claimer acts, because nothing is shown before.
const ActivityNote = lazyPart(() => import('./activity-note.tsx'))

/** The view before a wallet is connected: whether the drop is open, and how to connect. */
export function BeforeConnecting({
  drop,
  actions,
  step,
}: {
  readonly drop: ClaimableDropFragment
  readonly actions: ClaimActions
  readonly step: ClaimStep<MyPaymentFragment>
}) {
  const { kind } = actions.activity
  const isOpen = step.kind === 'connect'
  return (
    <Stack gap="md">
      <StepBeforeConnecting drop={drop} step={step} />
      {isOpen || step.kind === 'closed' ? (
        <Stack gap="sm" className={classes['action']}>
          {kind === 'idle' ? null : (
            <Suspense>
              <ActivityNote actions={actions} step={step} choice={NO_CHOICE} />
            </Suspense>
          )}
          {/* On a closed drop too: the wallet sees its earlier claims, and is ready when the drop opens. */}
          <Button
            size="lg"
            fullWidth
            variant={isOpen ? 'filled' : 'light'}
            leftSection={<IconWallet size={20} aria-hidden />}
            loading={kind === 'busy' || kind === 'waiting'}
            onClick={actions.connect}
          >
            {inClaim('connectWallet')}
          </Button>
        </Stack>
      ) : null}
    </Stack>
  )
}

/** Why the drop cannot be claimed, or how to begin. */
export function StepBeforeConnecting({
  drop,
  step,
}: {
  readonly drop: ClaimableDropFragment
  readonly step: ClaimStep
}) {
  if (step.kind === 'closed') return <ClosedView drop={drop} why={step.why} />
  const hint =
    step.kind === 'owner_only' ? 'ownerOnly' : step.kind === 'link_only' ? 'linkOnly' : 'connectHint'
  return <Text size="sm">{inClaim(hint)}</Text>
}

const NO_CHOICE = { amount: null, recipient: null, items: 1 }

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
