import { Anchor, Button, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCalendarPlus,
  IconDice5,
  IconFlame,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copyable.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { saveFile } from '../components/save-file.ts'
import { ShareButton } from '../components/share/share-button.tsx'
import { useNow } from '../components/use-now.ts'
import { inClaim } from '../words/messages.ts'
import { inWordsWithZone } from '../words/time.ts'
import { calendarFile } from './calendar-file.ts'
import classes from './claim-page.module.css'

// Loaded on demand, because only drops with rules need it.
const Requirements = lazyPart(() => import('./requirements.tsx'))

/** A drop's description, rules and times, and why its draws are fair. */
export function DropStory({ drop }: { readonly drop: ClaimableDropFragment }) {
  const { randomness, randomnessCommitment, gatingConfig } = drop
  return (
    <Stack gap="lg" className={classes['story']}>
      {drop.description === null || drop.description === '' ? null : (
        <Text dir="auto" className={classes['text']}>
          {drop.description}
        </Text>
      )}
      <div>
        <ShareButton drop={drop} variant="subtle" size="compact-sm" px={0} />
      </div>
      <Part icon={<IconUserCheck size={18} />} title={inClaim('whoMayClaim')}>
        {gatingConfig?.isActive && gatingConfig.rules.length > 0 ? (
          <Suspense fallback={<Skeleton h={22} aria-busy />}>
            <Requirements drop={drop} />
          </Suspense>
        ) : (
          <Text size="sm">{withoutRules(drop)}</Text>
        )}
        <Text size="sm" c="dimmed" mt={4}>
          {howOften(drop)}
        </Text>
      </Part>
      <Times drop={drop} />
      {drop.claimType === 'STREAK' ? (
        <Part icon={<IconFlame size={18} />} title={inClaim('streak')}>
          <Text size="sm">{inClaim('streakText')}</Text>
        </Part>
      ) : null}
      {drop.creator.bio === null || drop.creator.bio === '' ? null : (
        <Part icon={<IconUser size={18} />} title={inClaim('aboutCreator')}>
          <Text size="sm" dir="auto" className={classes['text']}>
            {drop.creator.bio}
          </Text>
        </Part>
      )}
      {randomnessCommitment === null ? null : (
        <Part icon={<IconDice5 size={18} />} title={inClaim('fairDraw')}>
          <Text size="sm">
            {inClaim.rich(randomness === 'BEACON' ? 'beaconDrawText' : 'fairDrawText', {
              link: (text) => (
                <Anchor href={`/verify/${drop.id}`} size="sm" underline="always">
                  {text}
                </Anchor>
              ),
            })}
          </Text>
          <CopiedText text={randomnessCommitment} label={inClaim('seal')} />
        </Part>
      )}
    </Stack>
  )
}

/** Who may claim from a drop without rules. Nothing if the creator gives it out: `howOften` says so. */
function withoutRules({ claimType, claimAccess, isLinkOnly }: ClaimableDropFragment): string | null {
  if (claimAccess === 'OWNER') return null
  if (claimType === 'ELITE') return inClaim('nobodyYet')
  return inClaim(isLinkOnly ? 'everybodyWithLink' : 'everybody')
}

function howOften({ claimType, maxPerWallet, price, claimAccess }: ClaimableDropFragment): ReactNode {
  if (claimAccess === 'OWNER') return inClaim('givenByCreator')
  if (claimType === 'STREAK') return inClaim('onceADay')
  const most = maxPerWallet ?? (price === null ? 1 : null)
  if (most === null) return inClaim('asOftenAsYouLike')
  return inClaim('perWallet', { count: most })
}

function Part({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" component="section">
      <ThemeIcon variant="light" radius="xl" size={34}>
        {icon}
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        <Title order={2} size="h5" mb={2} mt={5}>
          {title}
        </Title>
        {children}
      </div>
    </Group>
  )
}

/** When the drop opens and ends. What a drop that is over no longer does is left out. */
function Times({ drop }: { readonly drop: ClaimableDropFragment }) {
  const nowMs = useNow(5_000)
  const isOver = drop.status === 'ENDED' || drop.status === 'CANCELLED'
  const lines = (
    [
      [drop.startsAt, 'opens', 'opened'],
      [drop.claimDeadline, 'ends', 'ended'],
    ] as const
  ).flatMap(([at, ahead, past]) => {
    if (at === null) return []
    const words = Date.parse(at) > nowMs ? ahead : past
    return isOver && words === ahead ? [] : [inClaim(words, { time: inWordsWithZone(at) })]
  })
  if (lines.length === 0) return null
  return (
    <Part icon={<IconCalendarEvent size={18} />} title={inClaim('when')}>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {isOver ? null : <CalendarLink drop={drop} nowMs={nowMs} />}
    </Part>
  )
}

/** A link that adds the opening or the end of a drop to the claimer's calendar. */
function CalendarLink({ drop, nowMs }: { readonly drop: ClaimableDropFragment; readonly nowMs: number }) {
  const file = calendarFile(drop, nowMs)
  if (file === null) return null
  const save = () => saveFile(`${drop.shortcode ?? drop.id}.ics`, new Blob([file], { type: 'text/calendar' }))
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={0}
      leftSection={<IconCalendarPlus size={16} />}
      onClick={save}
    >
      {inClaim('addToCalendar')}
    </Button>
  )
}
