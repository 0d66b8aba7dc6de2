import { useEntry } from '@dropkit/client/react'
import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconTicket, IconTrophy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use, useEffect } from 'react'
import { flowError, walletOfFlow } from '../api/flow-errors.ts'
import { LotteryNowDocument, type LotteryNowQuery } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { useNow } from '../components/use-now.ts'
import { loadLanguage } from '../words/language.ts'
import { inLottery } from '../words/messages/lottery.ts'
import { countdown, inWordsWithZone } from '../words/time.ts'
import type { ClaimStep } from './claim-step.ts'
import { type Claimer, proveHuman } from './use-claimer.ts'

type Drop = NonNullable<LotteryNowQuery['drop']>
type Entry = NonNullable<LotteryNowQuery['lotteryEntry']>

const LOOK_MS = 3_000
/** Steps that look the same as on other drops, because the wallet has claimed or paid, or cannot take part. */
const AS_ELSEWHERE: ReadonlySet<ClaimStep['kind']> = new Set([
  'await_payment',
  'closed',
  'connect',
  'follow',
  'have',
  'looking',
  'owner_only',
  'review_payment',
  'take',
])

const languageLoaded = loadLanguage()

/** The wallet's state in the lottery of a drop. `children` are shown to wallets that may claim. */
export default function LotteryPanel({
  dropId,
  who,
  step,
  children,
}: {
  readonly dropId: string
  readonly who: Claimer
  readonly step: ClaimStep
  readonly children: ReactNode
}) {
  use(languageLoaded)
  const reads = useQueryClient()
  const isConnected = who.address !== null
  const now = useRead(
    LotteryNowDocument,
    { dropId, address: who.address ?? '0x0', isConnected },
    { refetchInterval: LOOK_MS },
  )
  const entry = now.data?.lotteryEntry
  const isAdmitted = entry?.state === 'ADMITTED'
  // Data that was read before the wallet was admitted says that it may not claim, so everything is read again.
  useEffect(() => {
    if (isAdmitted) void reads.invalidateQueries()
  }, [isAdmitted, reads])
  if (now.data === undefined)
    return now.error ? (
      <ErrorMessage error={now.error} title={inLottery('notShown')} onRetry={() => void now.refetch()} />
    ) : (
      <Skeleton h={48} aria-busy />
    )
  const { drop } = now.data
  if (!drop?.lottery) return children
  const isBarred = step.kind === 'barred' && step.checks.length > 0
  const isShownElsewhere = AS_ELSEWHERE.has(step.kind) || isBarred || step.kind === 'unsure'
  return (
    <Stack gap="md">
      <Entries drop={drop} />
      {isShownElsewhere ? null : entry ? (
        <EntryState drop={drop} entry={entry} />
      ) : drop.lottery.phase === 'OPEN' ? (
        <EnterButton dropId={dropId} who={who} />
      ) : (
        <Result title={inLottery('notEntered')}>{inLottery('notEnteredText')}</Result>
      )}
      {isShownElsewhere || isAdmitted ? children : null}
    </Stack>
  )
}

function Entries({ drop }: { readonly drop: Drop }) {
  const nowMs = useNow()
  const { lottery, entriesCloseAt } = drop
  const leftMs = entriesCloseAt === null ? 0 : Date.parse(entriesCloseAt) - nowMs
  return (
    <Group gap="xs" role="status">
      <IconTicket size={18} aria-hidden />
      <Text size="sm" fw={600} className="numbers">
        {inLottery('entries', { count: lottery?.entries ?? 0 })}
      </Text>
      <Text size="sm" c="dimmed" className="numbers" aria-live="off">
        {lottery?.phase === 'OPEN' && leftMs > 0
          ? inLottery('closesIn', { time: countdown(leftMs) })
          : inLottery('closed')}
      </Text>
    </Group>
  )
}

function EntryState({ drop, entry }: { readonly drop: Drop; readonly entry: Entry }) {
  const nowMs = useNow()
  const { state, rank, place, claimBy } = entry
  switch (state) {
    case 'ADMITTED':
      return (
        <Result title={inLottery('youWon')} icon={<IconTrophy size={18} />}>
          <span aria-live="off">
            {inLottery('claimWithin', {
              rank: rank ?? 0,
              time: countdown(claimBy === null ? 0 : Date.parse(claimBy) - nowMs),
            })}
          </span>
        </Result>
      )
    case 'WAITING':
      return (
        <Result title={inLottery('waiting', { place: place ?? 0 })}>
          {inLottery('waitingText', { rank: rank ?? 0 })}
        </Result>
      )
    case 'WINDOW_ENDED':
      return (
        <Result title={inLottery('windowEnded')}>{inLottery('windowEndedText', { rank: rank ?? 0 })}</Result>
      )
    case 'ENTERED': {
      const drawsAt = drop.lottery?.drawsAt ?? drop.entriesCloseAt
      const isAhead = drawsAt !== null && Date.parse(drawsAt) > nowMs
      return (
        <Result title={inLottery('youAreIn')}>
          {isAhead ? inLottery('drawnAt', { time: inWordsWithZone(drawsAt) }) : inLottery('drawing')}
        </Result>
      )
    }
  }
}

const Result = ({
  title,
  icon = <IconTicket size={18} />,
  children,
}: {
  readonly title: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}) => (
  <Alert role="status" variant="light" icon={icon}>
    <Title order={2} size="h5" mb={4}>
      {title}
    </Title>
    <Text size="sm" className="numbers">
      {children}
    </Text>
  </Alert>
)

function EnterButton({ dropId, who }: { readonly dropId: string; readonly who: Claimer }) {
  const reads = useQueryClient()
  const { state, isRunning, enter } = useEntry({
    onState: ({ kind }) => (kind === 'entered' ? reads.invalidateQueries() : undefined),
  })
  return (
    <Stack gap="sm">
      <Text size="sm">{inLottery('sameChance')}</Text>
      {state?.kind === 'refused' ? <ErrorMessage error={flowError(state.refusal)} /> : null}
      <Button
        size="lg"
        fullWidth
        loading={isRunning}
        onClick={() => enter({ drop: dropId, prove: proveHuman, wallet: walletOfFlow(who.wallet) })}
      >
        {inLottery('enter')}
      </Button>
    </Stack>
  )
}
