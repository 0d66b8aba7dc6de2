import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { count } from '../words/amount.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { inVerify } from '../words/messages/verify.ts'
import { HowDrawsWork } from './how-draws-work.tsx'

/** Why the drop cannot be checked yet, and what will be checked. */
export function NotYet({ drop }: { readonly drop: DropToCheckFragment }) {
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
