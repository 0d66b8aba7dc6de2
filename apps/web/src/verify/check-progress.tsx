import { Card, Progress, Stack, Text, Title } from '@mantine/core'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages/verify.ts'
import type { DropCheck } from './use-drop-check.ts'

/** The progress of the check. */
export function CheckProgress({
  state,
  expected,
}: {
  readonly state: Extract<DropCheck, { readonly kind: 'loading' | 'checking' }>
  /** The expected number of draws. */
  readonly expected: number
}) {
  const [title, done, total] =
    state.kind === 'loading'
      ? [inVerify('gettingDraws'), state.loaded, Math.max(expected, state.loaded)]
      : [inVerify('recomputingDraws'), state.checked, state.draws.length]
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2} size="h3">
          {title} …
        </Title>
        <Progress.Root size="lg">
          <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={title} />
        </Progress.Root>
        <Text size="sm" c="dimmed" className="numbers">
          {inVerify('countOfCount2', { count: count(done), count2: count(total) })}
        </Text>
      </Stack>
    </Card>
  )
}
