import { Group, Text } from '@mantine/core'
import { IconCircleCheck, IconFlame } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { count } from '../words/amount.ts'
import { inClaim } from '../words/messages.ts'
import { streakAhead, type WalletClaim } from './wallet-claim.ts'

/** The reason why the wallet may claim now: its streak, its payment, or its earlier claims. */
export function StreakLine({
  drop,
  claims,
  isPaid,
}: {
  readonly drop: ClaimableDropFragment
  readonly claims: readonly WalletClaim[]
  readonly isPaid: boolean
}) {
  const nowMs = useNow(60_000)
  const isStreak = drop.claimType === 'STREAK'
  const Icon = isStreak ? IconFlame : IconCircleCheck
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <Icon size={20} aria-hidden color="var(--mantine-primary-color-filled)" style={{ flexShrink: 0 }} />
      <Text size="sm">{isStreak ? streakWords(streakAhead(claims, nowMs)) : readyWords(isPaid, claims)}</Text>
    </Group>
  )
}

const streakWords = (day: number): string =>
  day === 1 ? inClaim('streakDayOne') : inClaim('streakDay', { day: count(day) })

function readyWords(isPaid: boolean, claims: readonly WalletClaim[]): string {
  if (isPaid) return inClaim('paidReady')
  if (claims.length === 0) return inClaim('ready')
  return inClaim('readyAgain', { count: claims.length })
}
