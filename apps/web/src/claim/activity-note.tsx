import { Alert, Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ApiRefusal } from '../api/errors.ts'
import type { MyPaymentFragment } from '../api/generated/operations.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { useNow } from '../components/use-now.ts'
import { pageData } from '../page/page-data.ts'
import { lacksCoins } from '../words/error-words.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import type { ClaimStep } from './claim-step.ts'
import type { Activity, ClaimActions, ClaimChoice } from './use-claim-actions.ts'

/** Shows what is running, what the page waits for, or what failed. */
export default function ActivityNote({
  actions,
  step,
  choice,
}: {
  readonly actions: ClaimActions
  readonly step: ClaimStep<MyPaymentFragment>
  readonly choice: ClaimChoice
}) {
  const { activity } = actions
  switch (activity.kind) {
    case 'idle':
      return null
    case 'busy':
      return (
        <>
          <Group gap="xs" role="status" justify="center">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{inClaiming(activity.doing)}</Text>
          </Group>
          {activity.doing === 'in_wallet' ? <SilentWallet /> : null}
        </>
      )
    case 'waiting':
      return <WaitingNote {...activity} />
    case 'failed': {
      if (isShownByStep(activity.error, step.kind)) return null
      const payment = step.kind === 'pay' ? step.payment : null
      if (payment === null || !lacksCoins(activity.error)) return <ErrorMessage error={activity.error} />
      return (
        <Alert color="yellow" variant="light" role="alert" title={inClaiming('tooFewCoins')}>
          <Text size="sm">{inClaiming('tooFewCoinsText')}</Text>
          {pageData.chain === 'fake' ? (
            <Button size="sm" mt="sm" onClick={() => actions.getTestCoins(payment, choice)}>
              {inClaiming('getTestCoins')}
            </Button>
          ) : null}
        </Alert>
      )
    }
  }
}

const SILENT_AFTER_MS = 20_000

/** The way out if a wallet shows nothing and never answers. The action continues after the page is loaded again. */
function SilentWallet() {
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    const silent = setTimeout(() => setSilent(true), SILENT_AFTER_MS)
    return () => clearTimeout(silent)
  }, [])
  return isSilent ? (
    <Anchor component="button" type="button" size="sm" onClick={() => location.reload()}>
      {inClaiming('askAgain')}
    </Anchor>
  ) : null
}

function WaitingNote({ error, againAtMs }: Extract<Activity, { readonly kind: 'waiting' }>) {
  useNow(250)
  const leftSeconds = Math.max(0, Math.ceil((againAtMs - Date.now()) / 1_000))
  return (
    <Alert color="yellow" variant="light" icon={<IconHourglass size={18} />} role="status">
      <Text size="sm">
        {waitingWords(error)} <span aria-hidden>{inClaiming('tryingAgainIn', { seconds: leftSeconds })}</span>
      </Text>
    </Alert>
  )
}

/** Why the page waits before it retries. */
function waitingWords(error: ApiRefusal): string {
  switch (error.code) {
    case 'OVERLOADED':
      return inClaiming('waitOverloaded')
    case 'RATE_LIMITED':
      return inClaiming('waitRateLimited')
    case 'CHAIN_UNAVAILABLE':
      return inClaiming('waitChain')
    case 'DROP_NOT_READY':
      return inClaiming('waitNotReady')
    case 'UNREACHABLE':
      return inClaiming('waitUnreachable')
    default:
      return inClaiming('waitLonger')
  }
}

/** Errors that the claim step explains better than a message, once the page has read the drop again. */
const SHOWN_BY_STEP = new Set([
  'DROP_NOT_STARTED',
  'DROP_NOT_ACTIVE',
  'DROP_ENDED',
  'DROP_SOLD_OUT',
  'ALREADY_CLAIMED',
  'CLAIM_LIMIT_REACHED',
  'CLAIM_COOLDOWN',
  'NOT_ELIGIBLE',
])

/** Whether the error needs no message, because the step explains it or the claim succeeded after all. */
const isShownByStep = (error: unknown, stepKind: string): boolean =>
  stepKind === 'have' ||
  stepKind === 'follow' ||
  (error instanceof ApiRefusal &&
    SHOWN_BY_STEP.has(error.code) &&
    (stepKind === 'closed' || stepKind === 'barred'))
