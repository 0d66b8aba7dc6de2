import { Box, Card, Stack, Text, Title } from '@mantine/core'
import { CopiedText } from '../components/copied-text.tsx'

/** What the draws hang on: the promise, and once the drop is over what was promised. */
export function SeedCard({
  commitment,
  seed,
}: {
  readonly commitment: string
  readonly seed: string | null
}) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          The seed
        </Title>
        <Stack component="dl" gap="md" m={0}>
          <div>
            <Text component="dt" size="sm" fw={600}>
              Fingerprint, public from the first day
            </Text>
            <Box component="dd" m={0}>
              <CopiedText text={commitment} label="fingerprint" />
              <Text size="xs" c="dimmed">
                SHA-256 of the seed. Keep a copy to notice if it is replaced later.
              </Text>
            </Box>
          </div>
          <div>
            <Text component="dt" size="sm" fw={600}>
              Seed
            </Text>
            <Box component="dd" m={0}>
              {seed === null ? (
                <Text size="sm" c="dimmed">
                  Secret until nothing more can be drawn.
                </Text>
              ) : (
                <CopiedText text={seed} label="seed" />
              )}
            </Box>
          </div>
        </Stack>
      </Stack>
    </Card>
  )
}
