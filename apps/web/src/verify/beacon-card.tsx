import { Box, Card, Stack, Text, Title } from '@mantine/core'
import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { CopiedText } from '../components/copied-text.tsx'
import { counted } from '../words/amount.ts'

type Beacon = NonNullable<DropToCheckFragment['beacon']>

/** The public randomness that amounts follow from. */
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
            The public beacon
          </Title>
          <Text size="sm" c="dimmed">
            It publishes a signed round of randomness every {counted(periodMs / 1_000, 'second')}. Your
            browser checks each signature with this key.
          </Text>
        </div>
        <Stack component="dl" gap="md" m={0}>
          {(
            [
              ['Chain', chainHash],
              ['Public key', publicKey],
              ['Scheme', scheme],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <Text component="dt" size="sm" fw={600}>
                {name}
              </Text>
              <Box component="dd" m={0}>
                <CopiedText text={value} label={name.toLowerCase()} />
              </Box>
            </div>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}
