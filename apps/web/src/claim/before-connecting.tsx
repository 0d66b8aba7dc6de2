import { Button, Stack, Text } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { inClaim } from '../words/messages.ts'
import classes from './claim-page.module.css'
import type { ClaimStep } from './claim-step.ts'
import { ClosedView } from './closed-view.tsx'
import type { ClaimActs } from './use-claim-acts.ts'

// Loaded when the claimer acts, because nothing is shown before.
const ActivityNote = lazy(() => import('./activity-note.tsx'))

/** The view before a wallet is connected: whether the drop is open, and how to connect. */
export function BeforeConnecting({
  drop,
  acts,
  step,
}: {
  readonly drop: ClaimableDropFragment
  readonly acts: ClaimActs
  readonly step: ClaimStep<MyPaymentFragment>
}) {
  const { kind } = acts.activity
  const isOpen = step.kind === 'connect'
  return (
    <Stack gap="md">
      <StepBeforeConnecting drop={drop} step={step} />
      {isOpen || step.kind === 'closed' ? (
        <Stack gap="sm" className={classes['action']}>
          {kind === 'idle' ? null : (
            <Suspense>
              <ActivityNote acts={acts} step={step} choice={NO_CHOICE} />
            </Suspense>
          )}
          {/* On a closed drop too: the wallet sees its earlier claims, and is ready when the drop opens. */}
          <Button
            size="lg"
            fullWidth
            variant={isOpen ? 'filled' : 'light'}
            leftSection={<IconWallet size={20} aria-hidden />}
            loading={kind === 'busy' || kind === 'waiting'}
            onClick={acts.connect}
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
