import { Box, Card, Stack, Text, Title } from '@mantine/core'
import { CopiedText } from '../components/copied-text.tsx'
import { inVerify } from '../words/messages/verify.ts'

/** The seed that decides the draws: its hash from the start, and the seed itself once the drop is over. */
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
