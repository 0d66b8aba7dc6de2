import { Box, Card, Stack, Text, Title } from '@mantine/core'
import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copied-text.tsx'
import { inVerify } from '../words/messages/verify.ts'
import { midSentence } from '../words/translate.ts'

type Beacon = NonNullable<DropToCheckFragment['beacon']>

/** The public randomness that decides the amounts. */
export function BeaconCard({
  beacon: { chainHash, publicKey, scheme, periodMs },
}: {
  readonly beacon: Beacon
}) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {inVerify('publicBeacon')}
          </Title>
          <Text size="sm" c="dimmed">
            {inVerify('itPublishesSignedRound', { seconds: periodMs / 1_000 })}
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
