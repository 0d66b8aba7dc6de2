import type { DrawCheck } from '@dropkit/core'
import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages/verify.ts'
import { drawErrorWords } from './error-words.ts'

/** The result of a check. */
export function Verdict({
  check,
  pool,
  supply,
  show,
}: {
  readonly check: DrawCheck
  readonly pool: bigint
  readonly supply: number | null
  /** Formats an amount. */
  readonly show: (amount: bigint) => string
}) {
  const isFine = check.kind === 'verified'
  const Icon = isFine ? IconShieldCheck : IconShieldX
  return (
    <Card withBorder padding="lg" role="status" data-verdict={check.kind}>
      <Group gap="lg" wrap="nowrap" align="flex-start">
        <ThemeIcon size={52} radius="xl" color={isFine ? 'leaf' : 'red'} variant="light">
          <Icon size={30} aria-hidden />
        </ThemeIcon>
        <Stack gap={4} miw={0}>
          <Title order={2} size="h3">
            {isFine ? inVerify('everyDrawIsAs') : inVerify('theseDrawsAreNot')}
          </Title>
          <Text className="numbers" style={{ overflowWrap: 'anywhere' }}>
            {isFine ? verifiedWords(check, pool, supply, show) : drawErrorWords(check.error, show)}
          </Text>
          <Text size="sm" c="dimmed">
            {isFine
              ? [...furtherChecks(check), inVerify('recomputed')].join(' ')
              : inVerify('thisIsFirstDifference')}
          </Text>
        </Stack>
      </Group>
    </Card>
  )
}

function verifiedWords(
  { draws, total }: Extract<DrawCheck, { readonly kind: 'verified' }>,
  pool: bigint,
  supply: number | null,
  show: (amount: bigint) => string,
): string {
  const values = { draws, total: show(total), pool: show(pool) }
  return supply === null || supply === draws
    ? inVerify('verified', values)
    : inVerify('verifiedOf', { ...values, supply: count(supply) })
}

/** What was verified in addition to the amounts. */
const furtherChecks = ({
  ordered,
  rounds,
  undrawn,
}: Extract<DrawCheck, { readonly kind: 'verified' }>): readonly string[] => [
  ...(ordered === undefined ? [] : [inVerify('claimsInOrder', { count: ordered })]),
  ...(rounds === undefined ? [] : [inVerify('roundsSigned', { count: rounds })]),
  ...(undrawn ? [inVerify('amountsNotDrawn', { count: undrawn })] : []),
]
