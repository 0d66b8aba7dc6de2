import { judgeChain } from '@dropkit/core/internal'
import {
  Anchor,
  Box,
  Card,
  Group,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDice5, IconHourglass, IconSearchOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import { CheckedDropDocument, type DropToCheckFragment } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { CopiedText } from '../components/copyable.tsx'
import { DropPicture } from '../components/drop-picture.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { EmptyState } from '../components/list-parts.tsx'
import { PublicPage } from '../components/page-frame.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { mountPage } from '../page/mount-page.tsx'
import { claimPath } from '../words/addresses.ts'
import { amountInWords, count } from '../words/amount.ts'
import { midSentence } from '../words/language.ts'
import { inVerify } from '../words/messages.ts'
import { FileCheck } from './file-check.tsx'
import { FinishedCheck, HowDrawsWork } from './finished-check.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { chainOf } from './use-drop-check.ts'

// Loaded on demand, because most drops have no lottery.
const LotteryCheck = lazyPart(() => import('./lottery-check.tsx'))

const REREAD_MS = 10_000

function VerifyPage() {
  const id = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  const read = useRead(
    CheckedDropDocument,
    { id },
    {
      // A finished drop does not change. An open drop may finish soon, so it is read again.
      refetchInterval: ({ state: { data } }) => (isUnderWay(data?.drop) ? REREAD_MS : false),
    },
  )
  const drop = read.data?.drop
  useDocumentTitle(
    `${drop ? inVerify('checkOf', { title: drop.title }) : inVerify('checkOfDraws')} · Dropkit`,
  )
  return (
    <PublicPage width={920}>
      {read.data ? null : <VisuallyHidden component="h1">{inVerify('checkOfDraws')}</VisuallyHidden>}
      <Stack gap="lg">
        {drop ? (
          <DropCheckParts drop={drop} />
        ) : read.data ? (
          <Card withBorder>
            <EmptyState icon={<IconSearchOff size={28} />} title={inVerify('thereIsNoSuch')} order={1}>
              {inVerify('perhapsLinkIsNot')}
            </EmptyState>
          </Card>
        ) : read.error ? (
          <ErrorMessage
            title={inVerify('dropCannotBeShown')}
            error={read.error}
            onRetry={() => read.refetch()}
          />
        ) : (
          <Waiting />
        )}
        <FileCheck />
      </Stack>
    </PublicPage>
  )
}

const isUnderWay = (drop: DropToCheckFragment | null | undefined): boolean =>
  (drop?.randomnessCommitment != null && drop.randomnessSeed === null) ||
  (drop?.lottery != null && drop.lottery.phase !== 'DRAWN')

/** Why the drop cannot be checked yet, and what will be checked. */
function NotYet({ drop }: { readonly drop: DropToCheckFragment }) {
  const { supply, claimCount, maxAmount } = drop
  const isByBeacon = drop.randomness === 'BEACON'
  const drawn = claimCount ?? 0
  return (
    <Stack gap="lg">
      <Card withBorder padding="lg">
        <Group gap="lg" wrap="nowrap" align="flex-start">
          <ThemeIcon size={52} radius="xl" color="yellow" variant="light">
            <IconHourglass size={28} aria-hidden />
          </ThemeIcon>
          <Stack gap={6} miw={0}>
            <Title order={2} size="h3">
              {inVerify('notOverYet')}
            </Title>
            <Text>
              {supply === null
                ? inVerify('drawsSoFar', { draws: drawn })
                : inVerify('drawsOfAllSoFar', { count: count(drawn), draws: supply })}{' '}
              {inVerify(isByBeacon ? 'seedStaysSecret' : 'seedStaysSecretBecause')}
            </Text>
            <Text size="sm" c="dimmed">
              {inVerify('thenYourBrowserWill', { amount: amountInWords(drop, maxAmount ?? '0') })}
            </Text>
          </Stack>
        </Group>
      </Card>
      <HowDrawsWork hasSupply={supply !== null} isOver={false} isByBeacon={isByBeacon} />
    </Stack>
  )
}

function DropCheckParts({ drop }: { readonly drop: DropToCheckFragment }) {
  const { title, shortcode, id, imageUrl, status, randomnessCommitment, randomnessSeed } = drop
  const beacon = drop.beacon ?? drop.lottery?.beacon ?? null
  const wallet = new URLSearchParams(location.search).get('wallet') ?? ''
  return (
    <>
      <Group gap="md" wrap="nowrap">
        <Box w={72} style={{ flexShrink: 0 }}>
          <DropPicture id={id} imageUrl={imageUrl} ratio={1} widthPx={72} />
        </Box>
        <Box miw={0}>
          <Text size="sm" c="dimmed">
            {inVerify('checkOfDraws')}
          </Text>
          <Title order={1} size="h2" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Group gap="sm" mt={4}>
            <StatusBadge status={status} />
            <Anchor href={claimPath({ shortcode, id })} size="sm">
              {inVerify('toDrop')}
            </Anchor>
          </Group>
        </Box>
      </Group>
      {drop.lottery === null ? null : (
        <Suspense fallback={<Skeleton height={120} />}>
          <LotteryCheck drop={{ id: drop.id, lottery: drop.lottery }} wallet={wallet} />
        </Suspense>
      )}
      {randomnessCommitment === null ? (
        drop.lottery === null ? (
          <Card withBorder>
            <EmptyState icon={<IconDice5 size={28} />} title={inVerify('nothingIsDrawnHere')}>
              {inVerify('thisDropDoesNot')}
            </EmptyState>
          </Card>
        ) : null
      ) : (
        <>
          {randomnessSeed === null ? <NotYet drop={drop} /> : <FinishedCheck drop={drop} wallet={wallet} />}
          <SeedCard commitment={randomnessCommitment} seed={randomnessSeed} />
        </>
      )}
      {beacon === null ? null : <BeaconCard beacon={beacon} />}
      {drop.orderHead === null ? null : <ReceiptCheck dropId={drop.id} orderHead={drop.orderHead} />}
    </>
  )
}

const Waiting = () => (
  <Stack gap="lg" aria-busy="true" aria-label={inVerify('loading')}>
    <Skeleton height={72} />
    <Skeleton height={120} />
    <Skeleton height={220} />
  </Stack>
)

type Beacon = NonNullable<DropToCheckFragment['beacon']>

/** The randomness that decides the amounts, and whether it is public. */
function BeaconCard({ beacon }: { readonly beacon: Beacon }) {
  const { chainHash, publicKey, scheme, periodMs } = beacon
  const judged = judgeChain(chainOf(beacon))
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {inVerify(judged === 'public' ? 'publicBeacon' : 'ownBeacon')}
          </Title>
          <Text size="sm" c="dimmed">
            {judged === 'public'
              ? inVerify('itPublishesSignedRound', { seconds: periodMs / 1_000 })
              : inVerify(judged === 'wrong' ? 'wrongBeacon' : 'onlyRecordNamesIt')}
          </Text>
        </div>
        <Stack component="dl" gap="md" m={0}>
          {(
            [
              [inVerify('chain'), chainHash],
              [inVerify('publicKey'), publicKey],
              [inVerify('scheme'), scheme],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <Text component="dt" size="sm" fw={600}>
                {name}
              </Text>
              <Box component="dd" m={0}>
                <CopiedText text={value} label={midSentence(name)} />
              </Box>
            </div>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}

/** The seed that decides the draws: its hash from the start, and the seed itself once the drop is over. */
function SeedCard({ commitment, seed }: { readonly commitment: string; readonly seed: string | null }) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {inVerify('seed')}
        </Title>
        <Stack component="dl" gap="md" m={0}>
          <div>
            <Text component="dt" size="sm" fw={600}>
              {inVerify('fingerprintPublicFromFirst')}
            </Text>
            <Box component="dd" m={0}>
              <CopiedText text={commitment} label={inVerify('fingerprint')} />
              <Text size="xs" c="dimmed">
                {inVerify('sha256OfSeed')}
              </Text>
            </Box>
          </div>
          <div>
            <Text component="dt" size="sm" fw={600}>
              {inVerify('seed2')}
            </Text>
            <Box component="dd" m={0}>
              {seed === null ? (
                <Text size="sm" c="dimmed">
                  {inVerify('secretUntilNothingMore')}
                </Text>
              ) : (
                <CopiedText text={seed} label={inVerify('seed3')} />
              )}
            </Box>
          </div>
        </Stack>
      </Stack>
    </Card>
  )
}

mountPage(<VerifyPage />)
