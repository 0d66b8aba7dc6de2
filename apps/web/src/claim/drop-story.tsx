import { Anchor, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCalendarEvent, IconDice5, IconFlame, IconUser, IconUserCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copied-text.tsx'
import { counted } from '../words/amount.ts'
import { inWords } from '../words/time.ts'
import { CalendarLink } from './calendar-link.tsx'
import classes from './claim-page.module.css'
import { RequirementLine } from './requirement-line.tsx'
import { requirementsOf } from './requirements.ts'

/** What there is to know of a drop: its story, its rules, its times, and why a draw can be trusted. */
export function DropStory({ drop }: { readonly drop: ClaimableDropFragment }) {
  const requirements = requirementsOf(drop)
  const { startsAt, claimDeadline, randomnessCommitment } = drop
  return (
    <Stack gap="lg" className={classes['story']}>
      {drop.description === null || drop.description === '' ? null : (
        <Text dir="auto" className={classes['text']}>
          {drop.description}
        </Text>
      )}
      <Part icon={<IconUserCheck size={18} />} title="Who may claim">
        {requirements.length === 0 ? (
          <Text size="sm">Everybody with a wallet.</Text>
        ) : (
          <List size="sm" spacing={4}>
            {requirements.map((requirement) => (
              <List.Item key={requirement.line}>
                <RequirementLine requirement={requirement} />
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm" c="dimmed" mt={4}>
          {howOften(drop)}
        </Text>
      </Part>
      {startsAt === null && claimDeadline === null ? null : (
        <Part icon={<IconCalendarEvent size={18} />} title="When">
          {startsAt === null ? null : <Text size="sm">Opens {inWords(startsAt)}</Text>}
          {claimDeadline === null ? null : <Text size="sm">Ends {inWords(claimDeadline)}</Text>}
          <CalendarLink drop={drop} />
        </Part>
      )}
      {drop.claimType === 'STREAK' ? (
        <Part icon={<IconFlame size={18} />} title="A streak">
          <Text size="sm">Claim every day, and your streak grows. Days begin at midnight UTC.</Text>
        </Part>
      ) : null}
      {drop.creator.bio === null || drop.creator.bio === '' ? null : (
        <Part icon={<IconUser size={18} />} title="About the creator">
          <Text size="sm" dir="auto" className={classes['text']}>
            {drop.creator.bio}
          </Text>
        </Part>
      )}
      {randomnessCommitment === null ? null : (
        <Part icon={<IconDice5 size={18} />} title="A fair draw">
          <Text size="sm">
            The amounts follow from a secret that was fixed before the first claim. This is its seal; once the
            drop is over the secret is told, and{' '}
            <Anchor href={`/verify/${drop.id}`} size="sm" underline="always">
              every draw can be checked
            </Anchor>
            .
          </Text>
          <CopiedText text={randomnessCommitment} label="seal" />
        </Part>
      )}
    </Stack>
  )
}

function howOften({ claimType, maxPerWallet, price, claimAccess }: ClaimableDropFragment): ReactNode {
  if (claimAccess === 'OWNER') return 'The creator gives this out; there is nothing to claim by oneself.'
  if (claimType === 'STREAK') return 'Once a day with each wallet.'
  const most = maxPerWallet ?? (price === null ? 1 : null)
  if (most === null) return 'As often as you like.'
  return most === 1 ? 'Once with each wallet.' : `Up to ${counted(most, 'time')} with each wallet.`
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
