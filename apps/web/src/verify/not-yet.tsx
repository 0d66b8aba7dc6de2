import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { count, counted } from '../words/amount.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { HowDrawsWork } from './how-draws-work.tsx'

/** Why nothing can be checked yet, and what will be. */
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
              Not over yet
            </Title>
            <Text>
              {supply === null ? counted(drawn, 'draw') : `${count(drawn)} of ${counted(supply, 'draw')}`} so
              far. The seed stays secret until the drop is over for good
              {isByBeacon ? '' : ', because anyone who has it can predict the next draw'}.
            </Text>
            <Text size="sm" c="dimmed">
              Then your browser will check here that the seed has the fingerprint below, that no draw is
              missing, and that each amount is the one that follows from it, out of{' '}
              {amountInWords(drop, maxAmount ?? '0')} in all.
            </Text>
          </Stack>
        </Group>
      </Card>
      <HowDrawsWork hasSupply={supply !== null} isOver={false} isByBeacon={isByBeacon} />
    </Stack>
  )
}
